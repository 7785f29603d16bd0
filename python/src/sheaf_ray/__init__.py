"""Explores programs with Sheaf on a Ray cluster.

- `paths`: waiting paths, as `sheaf task` reads and writes them, and parts of them;
- `task`: one task, run by the `sheaf` of this machine;
- `pool`: what runs tasks somewhere, and tells what became of them;
- `coordinator`: hands out tasks until nothing is left, and survives those that do not answer;
- `cluster`: a pool on Ray;
- `simulation`: a pool on imagined workers, to predict how many are worth while;
- `cli`: the command `sheaf-ray`.

The verdict is not computed here: `sheaf conclude` gives it from all answers, and accounts for the
paths of each.
"""
