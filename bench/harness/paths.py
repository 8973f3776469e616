"""Where things lie."""

from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent
WORK = BENCH / ".work"
RUST = WORK / "rust"
TARGET = WORK / "target"
LOCKS = BENCH / "locks"
