"""Measured rows in a file of JSON lines, so that an interrupted run goes on where it was."""

import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor


class Store:
    """Rows by key. A key is a list of texts and numbers, a row anything that JSON can say."""

    def __init__(self, path, head):
        """Reads the file, or begins one. `head` says what all rows have in common: the program that
        was measured, and how."""
        self.path, self.found, self.loads = path, {}, []
        self.lock = threading.Lock()
        self.new = 0
        lines = path.read_text().splitlines() if path.exists() else []
        if lines and json.loads(lines[0]) != head:
            sys.exit(
                f"papers: the rows of {path} are of another build or of other limits; use another "
                "folder, or remove it"
            )
        if not lines:
            path.write_text(json.dumps(head) + "\n")
        for line in lines[1:]:
            try:
                entry = json.loads(line)
            except json.JSONDecodeError:
                continue  # cut off when the run before was ended
            self.keep(entry)
        if lines and not path.read_text().endswith("\n"):
            with open(path, "a") as file:
                file.write("\n")

    def keep(self, entry):
        self.found[json.dumps(entry["key"])] = entry["row"]
        self.loads.append(entry["load"])

    def all(self, wanted, jobs):
        """The rows of pairs of a key and a function that measures it, in order. What is not in the
        file yet is measured, so many at a time, and written to it."""
        missing = [(key, measure) for key, measure in wanted if json.dumps(key) not in self.found]
        with ThreadPoolExecutor(jobs) as pool:
            for done in [pool.submit(self.measured, key, measure) for key, measure in missing]:
                done.result()
        return [self.found[json.dumps(key)] for key, _ in wanted]

    def measured(self, key, measure):
        entry = {"key": key, "row": measure(), "load": round(os.getloadavg()[0], 1)}
        with self.lock, open(self.path, "a") as file:
            file.write(json.dumps(entry) + "\n")
            self.keep(entry)
            self.new += 1
            if sys.stderr.isatty():
                print(
                    f"\r{self.new} rows, {' '.join(map(str, key))[:60]:60}",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
