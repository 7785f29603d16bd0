"""The figures that the thesis on Kite publishes: for each program seconds (tables 5.1, 5.2, 5.4,
5.5) and executed instructions (A.5, A.6)."""

from dataclasses import dataclass

# The strategies of Kite for its next path, as tables 5.4 and 5.5 name them.
STRATEGIES = ["KB", "KG", "KM(5)", "KM(10)", "KM(15)"]


@dataclass
class Subject:
    """A program of SV-COMP 2013: its name in the thesis, its file without verdict, its figures."""

    name: str
    file: str
    cbmc: float
    klee: float  # seconds
    kite: list  # seconds by strategy; `None` is a timeout of 200 s
    klee_instructions: int
    kite_instructions: list  # by strategy

    @property
    def safe(self):
        return self.name.startswith("safe")


def subjects():
    """The 35 programs."""
    for line in TEXT.strip().splitlines():
        name, file, cbmc, klee, *rest = line.split()
        times, klee_instructions, counts = rest[:5], rest[5], rest[6:]
        number = lambda text: None if text == "-" else float(text)  # noqa: E731
        yield Subject(
            name.replace("_", " "),
            file,
            float(cbmc),
            float(klee),
            list(map(number, times)),
            int(klee_instructions),
            [None if it == "-" else int(it) for it in counts],
        )


# name, file, CBMC's and KLEE's seconds, Kite's by strategy, KLEE's instructions, Kite's by strategy
TEXT = """
safe_01 cdaudio_simpl1 1.35 0.16 0.62 0.27 0.30 0.28 0.27 14095 23099 6465 11357 6465 6465
safe_02 diskperf_simpl1 0.41 0.45 0.34 0.19 0.25 0.17 0.18 12876 6046 3602 4122 3143 3421
safe_03 floppy_simpl3 0.30 0.06 0.04 0.04 0.04 0.04 0.05 4003 723 736 736 736 736
safe_04 floppy_simpl4 0.51 0.14 0.76 0.25 0.25 0.25 0.25 6945 13913 3257 3326 3292 3257
safe_05 kbfiltr_simpl1 0.11 0.02 0.01 0.01 0.01 0.02 0.02 655 0 0 0 0 0
safe_06 kbfiltr_simpl2 0.16 0.04 0.02 0.02 0.02 0.02 0.02 1909 0 0 0 0 0
safe_07 s3_clnt_1 52.51 0.93 2.02 1.30 1.35 1.28 1.27 17298 16557 6243 7481 6243 6243
safe_08 s3_clnt_2 53.92 0.92 2.31 1.33 1.31 1.26 1.46 17284 18008 5642 6034 5642 5642
safe_09 s3_clnt_3 67.37 0.95 1.98 1.25 1.29 1.25 1.30 17322 14819 5790 6077 5790 5790
safe_10 s3_clnt_4 54.45 0.92 2.08 1.25 1.32 1.27 1.27 17284 16413 5726 6074 5726 5726
safe_11 s3_srvr_1 169.76 68.58 33.26 11.57 11.78 11.60 12.66 549056 277252 50935 46063 50935 50935
safe_12 s3_srvr_1a 2.82 0.09 0.58 0.56 0.57 0.61 0.58 2684 6166 2824 5846 5399 5612
safe_13 s3_srvr_1b 0.61 0.09 0.17 0.12 0.13 0.13 0.13 1683 3977 1563 2490 2424 2314
safe_14 s3_srvr_2 157.06 40.72 46.48 16.93 17.26 18.76 19.07 614650 480643 82164 101893 116105 102153
safe_15 s3_srvr_3 158.55 40.36 41.42 15.41 16.75 15.91 17.17 615130 411546 71751 95342 76877 86574
safe_16 s3_srvr_4 159.71 40.39 71.25 31.73 44.70 42.01 40.14 613162 793898 219609 416020 387664 351395
safe_17 s3_srvr_6 184.12 40.62 64.35 24.91 37.10 34.36 30.22 625116 722191 187700 377336 338916 283695
safe_18 s3_srvr_7 172.86 40.30 58.39 25.68 40.74 38.33 34.51 616034 677706 207993 423542 399795 346147
safe_19 s3_srvr_8 174.41 39.86 67.48 27.28 39.36 36.00 32.41 615124 770891 204738 412356 359172 306548
unsafe_01 floppy_simpl3 0.31 0.24 0.05 0.03 0.04 0.03 0.04 2183 334 334 334 334 334
unsafe_02 floppy_simpl4 0.49 0.14 0.07 0.06 0.06 0.06 0.06 4762 819 543 543 543 543
unsafe_03 kbfiltr_simpl2 0.18 0.04 0.03 0.02 0.02 0.02 0.02 1736 244 244 244 244 244
unsafe_04 cdaudio_simpl1 1.83 0.07 0.52 0.19 0.11 0.19 0.19 3873 16064 6056 1085 6056 6056
unsafe_05 s3_srvr_10 130.86 0.04 0.05 0.03 0.03 0.03 0.03 467 602 414 414 414 414
unsafe_06 s3_srvr_11 178.63 0.62 0.49 0.55 0.74 0.78 0.56 11549 2658 2071 2858 2224 2071
unsafe_07 s3_srvr_12 197.32 1.60 - - 6.77 1.62 27.88 46911 - - 79136 5034 228371
unsafe_08 s3_srvr_13 185.79 0.27 0.17 1.35 2.73 1.35 1.36 4406 1052 3033 12038 3033 3033
unsafe_09 s3_srvr_14 172.38 0.15 0.06 0.05 0.04 0.05 0.04 539 500 489 496 489 489
unsafe_10 s3_srvr_1 167.25 0.09 0.50 0.06 0.07 0.06 0.06 1153 3959 610 677 610 610
unsafe_11 s3_srvr_2 154.35 0.10 0.52 0.09 0.09 0.07 0.08 1156 6427 632 632 632 632
unsafe_12 s3_clnt_1 52.92 0.13 0.37 0.45 1.09 0.46 0.44 2162 2710 2638 6280 2638 2638
unsafe_13 s3_srvr_6 183.94 0.04 0.04 0.04 0.03 0.04 0.04 378 377 377 377 377 377
unsafe_14 s3_clnt_3 67.48 0.18 0.69 0.43 0.45 0.43 0.43 2339 4200 2513 2501 2513 2513
unsafe_15 s3_clnt_4 54.34 0.14 0.59 0.06 0.07 0.06 0.06 2397 2964 649 729 649 649
unsafe_16 s3_clnt_2 54.23 0.38 0.44 0.46 0.08 0.25 0.24 2397 2550 1183 759 1183 1183
"""
