"""What the tests share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHEAF = os.environ.get("SHEAF", str(ROOT / "target" / "release" / "sheaf"))

#: Two sides in each of so many steps; the verdict needs all paths. microc is loaded at once.
COUNTING = """main() {{
  var n, i;
  n = 0;
  i = 0;
  while (i < {steps}) {{
    if (input > 100 + i) {{ n = n * 3 + i; }} else {{ n = n + 1; }}
    i = i + 1;
  }}
  return 1 / (n + 1);
}}
"""

#: Fails at three places, of which the last is behind many paths.
FAILING = """main() {
  var n, i, first, last;
  n = 0;
  i = 0;
  first = input;
  while (i < 5) {
    last = input;
    if (last > 10 * i) { n = n + 1; }
    i = i + 1;
  }
  if (n == 2) { n = n / (first - 77); }
  if (n == 4) { n = n / (last - 5); }
  if (n == 5) { n = n / (last - 200); }
  return n;
}
"""


def counting(steps: int) -> str:
    """A safe program with 2 to the power of `steps` paths."""
    return COUNTING.format(steps=steps)


def write(folder: Path, name: str, text: str) -> Path:
    """A file in a folder."""
    path = folder / name
    path.write_text(text)
    return path


def plain(*words: str) -> dict[str, Any]:
    """What `sheaf check --strategy plain` says."""
    command = [SHEAF, "check", "--json", "--strategy", "plain", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def result(report: dict[str, Any]) -> tuple[str, set[tuple[str, int, int]], set[str]]:
    """Verdict, failing places and kinds of reasons."""
    places = {(it["kind"], it["line"], it["column"]) for it in report["findings"]}
    return report["verdict"], places, {it["kind"] for it in report["reasons"]}


def command(*words: str) -> list[str]:
    """A command line of `sheaf-ray`."""
    return [sys.executable, "-m", "sheaf_ray", "check", "--sheaf", SHEAF, *words]


@pytest.fixture(autouse=True)
def _ends(request: pytest.FixtureRequest) -> None:
    """Without the program there is nothing to test."""
    if not Path(SHEAF).exists():
        pytest.fail(f"{SHEAF} is missing: `make build` comes first")
