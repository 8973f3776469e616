"""The one description of N realistic tools that every contestant is generated from."""

from dataclasses import dataclass

TOOLS_A_MODULE = 10
AREAS = ["retail", "clinic", "fleet", "campus"]
NOUNS = [
    "orders", "invoices", "shipments", "bookings", "contracts", "tickets", "assets", "visits", "meters", "permits",
    "routes", "claims", "samples", "lessons", "budgets", "surveys", "repairs", "payments", "stocks", "alerts",
    "rosters", "audits", "forecasts", "tenders", "archives",
]
VERBS = [
    ("search", True, "Finds {nouns} that match a free text and a set of filters, the best match first."),
    ("count", True, "Counts {nouns} by region and period, without fetching any of them."),
    ("create", False, "Creates one of the {nouns} from its lines, and gives it the next free number."),
    ("update", False, "Changes fields of {nouns} that exist already, and leaves every other field as it was."),
    ("cancel", False, "Cancels {nouns} that have not been settled yet, with a reason that others will read."),
    ("compare", True, "Compares two periods of {nouns}, and says what grew, what shrank and by how much."),
    ("export", True, "Writes {nouns} of a period into a table that a spreadsheet can open."),
    ("schedule", False, "Plans when {nouns} are to be looked at again, and who is told about it."),
    ("summarize", True, "Summarizes {nouns} in a few sentences, with the figures that the sentences rest on."),
    ("assign", False, "Hands {nouns} over to a colleague, who is told at once and may refuse within a day."),
]
ADVICE = [
    "Use it when the user asks for an overview and has given neither a number nor a name.",
    "Amounts are in the currency of the region, never converted, and include the taxes that apply there.",
    "Times without a zone are taken as those of the region's head office.",
    "At most two hundred rows come back; narrow the window where that is not enough.",
    "Archived records are left out unless they are asked for, since most of them are incomplete.",
    "Nothing is written before every line was checked, so a refused call leaves no trace.",
    "The answer says which filters were understood, so read it before drawing conclusions.",
    "Ask the user before calling it twice with the same arguments; the second call is charged as well.",
]


@dataclass(frozen=True)
class Enum:
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Field:
    name: str
    kind: object  # "text", "whole", "number", "flag", an Enum, a Struct, or ("list", kind)
    description: str
    optional: bool = False


@dataclass(frozen=True)
class Struct:
    name: str
    description: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Tool:
    name: str
    description: str
    read_only: bool
    fields: tuple[Field, ...]

    @property
    def type_name(self):
        return "".join(part.capitalize() for part in self.name.split("_"))


@dataclass(frozen=True)
class Module:
    """Tools of one subject: a toolset where the contestant has toolsets, else a file."""

    name: str
    title: str
    description: str
    tools: tuple[Tool, ...]

    @property
    def type_name(self):
        return "".join(part.capitalize() for part in self.name.split("_"))

    def types(self):
        """Enums and structs that the tools use, each after those that it uses."""
        seen = {}

        def visit(kind):
            if isinstance(kind, tuple):
                visit(kind[1])
            elif isinstance(kind, Struct):
                for field in kind.fields:
                    visit(field.kind)
                seen[kind.name] = kind
            elif isinstance(kind, Enum):
                seen[kind.name] = kind

        for tool in self.tools:
            for field in tool.fields:
                visit(field.kind)
        return list(seen.values())


REGION = Enum("Region", ("north", "south", "east", "west", "overseas", "head_office"))
GRANULARITY = Enum("Granularity", ("day", "week", "month", "quarter"))
PRIORITY = Enum("Priority", ("low", "normal", "urgent"))
SORTING = Enum("Sorting", ("newest_first", "oldest_first", "largest_first"))
WINDOW = Struct("Window", "A period of time, its first day and its last day included.", (
    Field("from_day", "text", "The first day, as in 2026-03-01."),
    Field("until_day", "text", "The last day, as in 2026-03-31."),
    Field("granularity", GRANULARITY, "How finely the period is cut into rows.", optional=True),
))
CONTACT = Struct("Contact", "Somebody who can be asked about a record.", (
    Field("full_name", "text", "The name as it is written on letters."),
    Field("mail", "text", "The address that notices go to.", optional=True),
    Field("priority", PRIORITY, "How soon this person wants to be told."),
))
LINE = Struct("Line", "One line of a record: what, how many and at which price.", (
    Field("article", "text", "The article's number, with its check digit."),
    Field("quantity", "whole", "How many pieces, packs or hours."),
    Field("price", "number", "The price of one, before taxes."),
))

# Each tool takes some of these; the stride below makes all of them turn up in every module.
FIELDS = [
    Field("query", "text", "Words to look for in titles, notes and lines; quote what belongs together."),
    Field("region", REGION, "The region whose records are meant; head office sees those of all others."),
    Field("window", WINDOW, "The period that the records must lie in, at least in part."),
    Field("lines", ("list", LINE), "The lines of the record, in the order in which they are to be shown."),
    Field("record_ids", ("list", "text"), "Numbers of records, as another tool gave them; unknown ones are reported."),
    Field("threshold", "number", "Records below this amount are left out of what comes back."),
    Field("dry_run", "flag", "Check everything and say what would happen, but change nothing."),
    Field("limit", "whole", "How many rows to give back at most; the default is twenty.", optional=True),
    Field("contact", CONTACT, "Who is to be told, or asked when something is unclear.", optional=True),
    Field("sorting", SORTING, "In which order the rows come back.", optional=True),
    Field("note", "text", "A remark for colleagues, kept with the record for as long as it exists.", optional=True),
    Field("weights", ("list", "number"), "Weights of the columns in a comparison, from left to right.", optional=True),
]


def tool_of(module_index, index, nouns):
    verb, read_only, sentence = VERBS[index]
    start = module_index * 5 + index * 7
    # 3 to 8 arguments; 5 has no divisor in common with the number of fields, so none comes twice.
    picked = [FIELDS[(start + 5 * step) % len(FIELDS)] for step in range(3 + (module_index + index) % 6)]
    advice = [ADVICE[(start + 3 * step) % len(ADVICE)] for step in range(1 + (module_index + index) % 3)]
    # Those that can be left out stand last, as Python wants its parameters.
    fields = [field for field in picked if not field.optional] + [field for field in picked if field.optional]
    text = " ".join([sentence.format(nouns=nouns.replace("_", " ")), *advice])
    return Tool(f"{verb}_{nouns}", text, read_only, tuple(fields))


def modules(count):
    """`count` tools in modules of ten."""
    if count % TOOLS_A_MODULE or not 0 < count <= TOOLS_A_MODULE * len(AREAS) * len(NOUNS):
        raise SystemExit(f"{count} tools cannot be described; give a multiple of ten up to 1000")
    made = []
    for index in range(count // TOOLS_A_MODULE):
        name = f"{AREAS[index % len(AREAS)]}_{NOUNS[index // len(AREAS)]}"
        tools = tuple(tool_of(index, position, name) for position in range(TOOLS_A_MODULE))
        words = name.replace("_", " ")
        made.append(Module(name, words.capitalize(), f"Reading and changing {words}.", tools))
    return made


def instructions(module):
    """Text with a reference to each tool of the module, as `{name}`."""
    names = [tool.name for tool in module.tools]
    return "\n".join([
        f"Find records with {{{names[0]}}} or {{{names[1]}}} before anything else.",
        "",
        f"- To change something, call {{{names[2]}}}, {{{names[3]}}} or {{{names[4]}}}.",
        f"- To report, call {{{names[5]}}}, {{{names[6]}}} or {{{names[8]}}}.",
        f"- {{{names[7]}}} and {{{names[9]}}} tell other people, so ask first.",
    ])


def example(kind, seed):
    """An argument of this kind."""
    if kind == "text":
        return "abcdefghijklmnopqrstuvwxyz 0123456789"[: 5 + seed % 20]
    if kind == "whole":
        return 1 + seed % 90
    if kind == "number":
        # A quarter is the same number in every language.
        return 0.25 + (seed % 400) / 4
    if kind == "flag":
        return seed % 2 == 0
    if isinstance(kind, Enum):
        return kind.values[seed % len(kind.values)]
    if isinstance(kind, Struct):
        return arguments(kind.fields, seed)
    return [example(kind[1], seed + step) for step in range(1 + seed % 3)]


def arguments(fields, seed):
    """Arguments for these fields; every other optional one is left out."""
    given = {}
    for index, field in enumerate(fields):
        if not (field.optional and (seed + index) % 2):
            given[field.name] = example(field.kind, seed * 3 + index * 11)
    return given


def score(kind, value):
    """What a tool does with an argument: every part of it counts."""
    if value is None:
        return 0
    if kind == "text":
        return len(value)
    if kind == "whole":
        return value
    if kind == "number":
        return int(value * 4)
    if kind == "flag":
        return int(value)
    if isinstance(kind, Enum):
        return 1 + kind.values.index(value)
    if isinstance(kind, Struct):
        return score_of(kind.fields, value)
    return len(value) + sum(score(kind[1], one) for one in value)


def score_of(fields, given):
    return sum(weight * score(field.kind, given.get(field.name)) for weight, field in enumerate(fields, start=1))


def calls(count):
    """For each tool its name, arguments and the text of the right answer."""
    made = []
    for module in modules(count):
        for tool in module.tools:
            given = arguments(tool.fields, len(made))
            made.append((tool.name, given, f"{tool.name}: {score_of(tool.fields, given)}"))
    return made
