"""The rows of a benchmark: what was measured, what it has to reach, as a table and as JSON."""
import dataclasses
import json
import statistics


@dataclasses.dataclass(frozen=True)
class Target:
    """What a row has to reach, in words and as a test of the row. Smaller figures are better in every row."""

    words: str
    is_met: object
    # Whether the figure can be believed.
    is_conclusive: bool = True

    def __and__(self, other):
        return Target(f"{self.words}, {other.words}", lambda row: self.is_met(row) and other.is_met(row),
                      self.is_conclusive and other.is_conclusive)


def times_as_fast(factor, peer):
    """At least `factor` times as fast as one peer. Not met where that peer is missing."""
    def is_met(row):
        figure = row.peers.get(peer)
        return figure is not None and figure >= factor * row.ours
    return Target(f">= {factor:g}x as fast as {peer}", is_met)


def at_most_times(factor, peer):
    """At most `factor` times one peer's figure. Not met where that peer is missing."""
    def is_met(row):
        figure = row.peers.get(peer)
        return figure is not None and row.ours <= factor * figure
    return Target(f"<= {factor:g}x {peer}", is_met)


def at_most_best_peer(factor):
    """At most `factor` times the best peer's figure. Not met where every peer is missing."""
    def is_met(row):
        figures = [figure for figure in row.peers.values() if figure is not None]
        return bool(figures) and row.ours <= factor * min(figures)
    return Target(f"<= {factor:g}x best peer", is_met)


def at_most(limit, unit):
    """At most a fixed figure in the row's unit, or the row's own limit."""
    return Target(f"<= {limit:g} {unit}", lambda row: row.ours <= limit)


def inconclusive(target, reason):
    """What cannot be measured on so busy a machine is neither met nor missed. None: it can be."""
    return target if reason is None else Target(f"{target.words} (inconclusive: {reason})", target.is_met, False)


REPORTED = Target("reported", lambda row: True)
NO_ALLOCATIONS = Target("0 allocations", lambda row: row.extra.get("allocations") == 0)


@dataclasses.dataclass
class Row:
    """One line of the table. A peer that is missing has the figure None."""

    name: str
    unit: str
    ours: float
    peers: dict
    target: Target
    limit: float | None = None
    extra: dict = dataclasses.field(default_factory=dict)

    @property
    def met(self):
        """None where nobody can say."""
        return bool(self.target.is_met(self)) if self.target.is_conclusive else None

    def as_json(self):
        figures = {name: rounded(figure) for name, figure in self.peers.items()}
        row = {"row": self.name, "unit": self.unit, "ours": rounded(self.ours), "peers": figures}
        if self.limit is not None:
            row["limit"] = self.limit
        return row | {"target": self.target.words, "met": self.met} | self.extra


def of_usages(name, unit, usages, figure, target, ours="ours", floor=None):
    """A row of one figure of everybody's usage. `floor` is the peer whose figure is the row's limit."""
    figures = {peer: usage and figure(usage) for peer, usage in usages.items()}
    own = figures.pop(ours)
    return Row(name, unit, own, figures, target, limit=rounded(figures.get(floor)) if floor else None)


def median(figures):
    """The middle of several rounds; None where there are none."""
    return statistics.median(figures) if figures else None


def rounded(figure):
    """A figure with four digits that mean something."""
    return None if figure is None else float(f"{figure:.4g}")


def cell(figure, ours=None):
    if figure is None:
        return "missing"
    text = f"{figure:.2f}" if figure < 1000 else f"{figure:,.0f}"
    return text if ours is None or ours <= 0 else f"{text} (x{figure / ours:.2f})"


def table(rows):
    """The rows as lines of text; behind a peer's figure is how many times ours it is."""
    peers = list(dict.fromkeys(name for row in rows for name in row.peers))
    extras = list(dict.fromkeys(name for row in rows for name in row.extra))
    lines = [["row", "unit", "ours", *extras, *peers, "target", ""]]
    for row in rows:
        lines.append([
            row.name, row.unit, cell(row.ours),
            *(f"{row.extra[name]:g}" if name in row.extra else "" for name in extras),
            *(cell(row.peers[name], row.ours) if name in row.peers else "-" for name in peers),
            row.target.words, {True: "met", False: "NOT MET", None: "INCONCLUSIVE"}[row.met],
        ])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip() for line in lines)


def summary(rows):
    """How many rows are met, and the names of the others."""
    words = [f"{sum(row.met is True for row in rows)} of {len(rows)} rows met"]
    for kind, met in (("not met", False), ("inconclusive", None)):
        names = [row.name for row in rows if row.met is met]
        if names:
            words.append(f"{kind}: {', '.join(names)}")
    return "; ".join(words)


def report(rows, notes, json_file=None):
    """Prints notes and table, and writes the JSON where a file is named."""
    print("\n".join(notes), table(rows), sep="\n\n")
    print(f"\n{summary(rows)}")
    if json_file:
        with open(json_file, "w", encoding="utf-8") as file:
            json.dump([row.as_json() for row in rows], file, indent=2)
            file.write("\n")
