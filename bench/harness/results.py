"""What was measured, a JSON line each, so that a run that was cut off goes on where it was."""

import json
from statistics import median

from .paths import WORK

FOLDER = WORK / "results"


class Results:
    """The figures of one section."""

    def __init__(self, section, settings):
        self.path = FOLDER / f"{section}.jsonl"
        self.settings = settings
        self.rows = [json.loads(line) for line in self.path.read_text().splitlines()] if self.path.exists() else []

    @property
    def head(self):
        return self.rows[0] if self.rows else None

    def start(self, facts, resume):
        """Goes on with what is there if that was measured in the same way, else begins anew."""
        if resume and self.head and self.head["settings"] == self.settings:
            # What did not work is tried again.
            self.rows = [row for row in self.rows if "fault" not in row and "unbuildable" not in row]
            self.path.write_text("".join(json.dumps(row) + "\n" for row in self.rows))
            return
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.rows = [{"settings": self.settings, **facts}]
        self.path.write_text(json.dumps(self.rows[0]) + "\n")

    def add(self, **row):
        self.rows.append(row)
        with open(self.path, "a") as file:
            file.write(json.dumps(row) + "\n")

    def find(self, **wanted):
        return [row for row in self.rows[1:] if all(row.get(key) == value for key, value in wanted.items())]

    def has(self, **wanted):
        return bool(self.find(**wanted))

    def values(self, figure, **wanted):
        return [row[figure] for row in self.find(**wanted) if figure in row]


def paired(results, figure, mine, peer):
    """The quotient of two figures, round by round, so that what slows a whole round down cancels out; its median."""
    others = {row["round"]: row[figure] for row in results.find(**peer) if row.get(figure)}
    return middle([row[figure] / others[row["round"]] for row in results.find(**mine) if figure in row and row["round"] in others])


def middle(values):
    return median(values) if values else None


def spread(values):
    """How far the extremes lie apart, as a share of the median."""
    return (max(values) - min(values)) / median(values) if len(values) > 1 and median(values) else 0.0
