"""Durations and sizes, as `sheaf` reads them."""

from __future__ import annotations

import re

_SECONDS = {"ms": 1e-3, "": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_BYTES = {
    "": 1,
    "B": 1,
    "K": 2**10,
    "KiB": 2**10,
    "M": 2**20,
    "MiB": 2**20,
    "G": 2**30,
    "GiB": 2**30,
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
}


def duration(text: str) -> float:
    """Seconds of `500ms`, `60s`, `5m` or `1h`. Raises ValueError for anything else."""
    return _quantity(text, _SECONDS)


def size(text: str) -> int:
    """Bytes of `512MiB` or `4GiB`. Raises ValueError for anything else."""
    return int(_quantity(text, _BYTES))


def _quantity(text: str, units: dict[str, float] | dict[str, int]) -> float:
    match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([A-Za-z]*)\s*", text)
    unit = units.get(match[2]) if match else None
    if match is None or unit is None or float(match[1]) == 0:
        raise ValueError(f"`{text}` is not a quantity with a unit")
    return float(match[1]) * unit
