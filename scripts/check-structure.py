#!/usr/bin/env python3
"""Checks that the sources keep to the structure of the project.

usage: scripts/check-structure.py [--self-test] [--root FOLDER]

  * only Sources/AssetKitFFmpeg imports CFFmpeg, no test does;
  * assettool is written against the public API of AssetKit: no other module, nothing @testable, and of the package's own
    types only the three that stand in a list here;
  * CMTimeLib imports nothing but Foundation in its one bridging file, and its core builds for Embedded Swift;
  * the modules below AssetKit import nothing of ours but what stands in the list here, and AssetKit itself only shows them;
  * within a module that is made of several areas no folders use each other's types and members, be it through other folders,
    and those that are not to know each other do not;
  * no C of ours runs before main;
  * only the folder Concurrency makes threads, mutexes, conditions and semaphores;
  * nobody asks what kind of reader SampleReading is, and only the folder Decode knows the kinds;
  * a type that three other files use has a file of its name;
  * FFmpeg's names of codecs, containers and colours stand in one table each, and only FFmpeg compares them;
  * public names are Apple's (Tests/AppleNames.txt), or begin with AK, and within Apple's types (Tests/AppleMembers.txt) with ak;
  * closures of the public API that outlive the call they are given to are @Sendable;
  * functions of Apple's that take such closures are @preconcurrency, since clients of language mode 5 pass others.

Within a module no import keeps folders apart: the check maps the types that each folder declares to the places where their
names are used, and the members whose names nothing else has. --self-test plants a violation of each rule in a copy of the
sources and expects it to be found.
"""
import argparse
import functools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Modules whose folders use each other in one direction only.
ONE_WAY = ("AssetKitCore", "AssetKitSources", "AssetKitSinks", "AssetKitReading", "AssetKitExport")
# Folders of one module that do not know each other at all: user, owner.
STRANGERS = {("AssetKitReading", "Images", "Reading"), ("AssetKitReading", "Reading", "Images")}
# Modules of their own below AssetKit, and what they may import of ours. The compiler guards who uses whom among them.
# Containers holds what containers say in their own words, beside what FFmpeg makes of them: neither knows the other.
# Media uses the bitstreams because a format description is made of parameter sets: sizes, shapes and colours stand there.
# Sources and sinks do not know each other, so that they are compiled side by side; what both speak of is in Core. Export goes
# neither through Reading nor through Writing: all three are made of the same stages.
LEAVES = {"AssetKitBase", "AssetKitBitstream", "AssetKitContainers", "AssetKitFFmpeg", "AssetKitISOMedia",
          "AssetKitMedia", "AssetKitTimePitch", "CMTimeLib"}
BELOW = {
    "AssetKitBase": {"CMTimeLib", "CScaling", "CSystem"},
    "AssetKitClocks": {"AssetKitBase", "CMTimeLib"},
    "AssetKitEdits": {"CMTimeLib"},
    "AssetKitInterchange": {"CMTimeLib"},
    "AssetKitBitstream": set(),
    "AssetKitPixels": set(),
    "AssetKitTimePitch": {"CStretching"},
    "AssetKitContainers": {"AssetKitBase", "AssetKitBitstream", "CMTimeLib"},
    "AssetKitISOMedia": {"AssetKitBase", "AssetKitBitstream", "CMTimeLib"},
    "AssetKitMedia": {"AssetKitBase", "AssetKitBitstream", "CMTimeLib"},
    "AssetKitFFmpeg": {"AssetKitBase", "AssetKitMedia", "AssetKitPixels", "CFFmpeg", "CMTimeLib", "CTransfers"},
    "AssetKitCore": LEAVES,
    "AssetKitTargets": {"AssetKitBase", "AssetKitClocks", "AssetKitFFmpeg", "AssetKitMedia", "CMTimeLib", "CTargets"},
    "AssetKitDevices": {"AssetKitBase", "AssetKitClocks", "AssetKitFFmpeg", "AssetKitMedia", "CDevices", "CMTimeLib"},
    "AssetKitSources": LEAVES | {"AssetKitCore", "AssetKitPixels"},
    "AssetKitSinks": LEAVES | {"AssetKitCore"},
    "AssetKitAssets": LEAVES | {"AssetKitCore", "AssetKitEdits", "AssetKitSources"},
    "AssetKitReading": LEAVES | {"AssetKitAssets", "AssetKitCore", "AssetKitSources"},
    "AssetKitWriting": LEAVES | {"AssetKitAssets", "AssetKitCore", "AssetKitSinks", "AssetKitSources"},
    "AssetKitExport": LEAVES | {"AssetKitAssets", "AssetKitCore", "AssetKitSinks", "AssetKitSources"},
    "AssetKitPlayback": LEAVES | {"AssetKitAssets", "AssetKitClocks", "AssetKitCore", "AssetKitSources", "AssetKitTargets"},
    "AssetKitCapture": LEAVES | {"AssetKitAssets", "AssetKitClocks", "AssetKitCore", "AssetKitDevices", "AssetKitPixels",
                                 "AssetKitSinks", "AssetKitTargets", "AssetKitWriting"},
    "AssetKitEditing": LEAVES | {"AssetKitAssets", "AssetKitCore", "AssetKitInterchange", "AssetKitSources"},
}
# What comes with the toolchain.
TOOLCHAIN = {"Dispatch", "Foundation", "Glibc", "Observation", "Synchronization"}
MODULES = ("AssetKit", *BELOW)
IMPORT = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
                    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)", re.M)
DECLARATION = re.compile(r"^(?:@[\w.]+(?:\([^)]*\))?\s+)*((?:(?:public|open|package|internal|fileprivate|private|final|"
                         r"indirect|nonisolated|distributed)\s+)*)(?:class|struct|enum|protocol|actor|typealias)\s+(\w+)",
                         re.M)
# A public name outside of all types, with what may stand on the lines above it.
TOP_LEVEL = re.compile(r"^(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:(?:final|indirect|nonisolated(?:\(unsafe\))?)\s+)*"
                       r"(?:class|struct|enum|protocol|actor|typealias|func|let|var)\s+`?(\w+)", re.M)
# Public names of ours that no name of Apple's looks like, and that were there before the rule.
WITHOUT_PREFIX = {
    "CodableCMTime", "CodableCMTimeMapping", "CodableCMTimeRange", "FrameRate", "Rational128", "Timecode", "TimecodeError",
    "TimecodeRate", "UnmanagedValue",
    # Dispatch's queue is one itself, and what stands for it here has one.
    "DispatchSerialQueue.dispatchQueue",
}
# Exact arithmetic is what CMTimeLib is for besides Core Media's: `adding(exactly:)` stands beside `+`.
EXACT_TIME = ("Sources", "CMTimeLib", "Exact")
# What the tool has of AssetKit besides its public API: files that get their names when they are complete, and which file is
# which.
SHARED_WITH_TOOL = {"FileIdentity", "HiddenFile", "NamelessFile"}
# Types inside other types, whose names mean something else outside.
NESTED = re.compile(r"^[ \t]+(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|final|indirect)\s+)*"
                    r"(?:class|struct|enum|protocol|actor|typealias)\s+(\w+)", re.M)
TOKENS = re.compile(r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)


# What follows from a text alone is worked out once: the self-test looks at nearly the same files dozens of times.
@functools.cache
def without_comments(text):
    return TOKENS.sub(lambda match: "\n" * match.group().count("\n"), text)


@functools.cache
def strings(text):
    return {token[1:-1] for token in TOKENS.findall(text) if token.startswith('"')}


@functools.cache
def all_in(pattern, text):
    """All that a pattern finds in a text."""
    return pattern.findall(text)


# What has been read, which the self-test forgets where it plants something.
TEXTS = {}


def read(path):
    if path not in TEXTS:
        TEXTS[path] = path.read_text(encoding="utf-8")
    return TEXTS[path]


def code(path):
    """The text of a Swift file without comments and strings."""
    return without_comments(read(path))


def imports(path):
    return set(all_in(IMPORT, code(path)))


def swift_files(folder):
    return sorted(folder.rglob("*.swift")) if folder.is_dir() else []


# Where types and extensions begin, what is declared, and the braces around it.
ACCESS = "public|open|package|internal|fileprivate|private"
SCOPES = re.compile(
    rf"(?<![\w.`])(?P<access>(?:(?:{ACCESS}|final|indirect|nonisolated|distributed)\s+)*)"
    r"(?P<type>class|struct|enum|protocol|actor|extension)\s+(?P<name>[A-Z_\[][\w.]*)"
    rf"|(?<![\w.`])(?P<modifiers>(?:(?:{ACCESS}|final|static|class|override|required|convenience|mutating|nonmutating|lazy|weak|"
    r"unowned|nonisolated|indirect|borrowing|consuming)(?:\(\w+\))?\s+)*)"
    r"(?:(?P<kind>func|var|let|case|typealias)\s+"
    r"(?P<names>`?\w+`?(?:(?:\((?:[^()]|\([^()]*\))*\))?\s*,\s*`?\w+`?)*)|(?P<init>init)\b)"
    r"|[{}]")
HIDDEN = re.compile(r"\b(?:file)?private\s")
SHOWN = re.compile(r"\b(?:public|open)\s")


@functools.cache
def declarations(text):
    """What types and extensions have within them: kind, name and modifiers of each around it, modifiers, kind and name."""
    found, scopes, opened = [], [], None
    for match in SCOPES.finditer(text):
        within = scopes and None not in scopes
        if match["type"]:
            opened = match["type"], match["name"], match["access"]
            if within:
                found.append((tuple(scopes), match["access"], match["type"], match["name"]))
        elif match.group() == "{":
            scopes.append(opened)
            opened = None
        elif match.group() == "}":
            del scopes[-1:]
        elif within and match["init"]:
            found.append((tuple(scopes), match["modifiers"], "init", initializer(text, match.end())))
        elif within:
            names = re.findall(r"\w+", re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", match["names"]))
            found += ((tuple(scopes), match["modifiers"], match["kind"], name) for name in names)
    return found


def initializer(text, place):
    """The labels of an initializer, as in `init(seconds:_:)`."""
    start = text.index("(", place)
    labels = (re.match(r"\s*(?:@\w+\s+)*(\w+)", parameter) for parameter in split_parameters(balanced(text, start)[0]))
    return "init(" + "".join(f"{label.group(1)}:" for label in labels if label) + ")"


@functools.cache
def members(text):
    """The names of functions, properties and cases in types and extensions: what other files see, and what they do not."""
    seen, hidden = set(), set()
    for scopes, modifiers, _, name in declarations(text):
        (hidden if any(map(HIDDEN.search, [modifiers, *(access for *_, access in scopes)])) else seen).add(name)
    return seen, hidden


def is_shown(scopes, modifiers, kind):
    """Whether clients see a member."""
    if not all(SHOWN.search(access) for kind, _, access in scopes if kind != "extension"):
        return False
    as_its_type = kind == "case" or scopes[-1][0] == "protocol" or (scopes[-1][0] == "extension" and SHOWN.search(scopes[-1][2]))
    return bool(SHOWN.search(modifiers) or (as_its_type and not re.search(ACCESS, modifiers)))


def shown_members(text):
    """The names that clients see within types and extensions, each behind those of its types."""
    return [(".".join(name for _, name, _ in scopes), name) for scopes, modifiers, kind, name in declarations(text)
            if is_shown(scopes, modifiers, kind) and kind != "extension"]


def check_imports(root):
    problems = []

    def complain(path, text):
        problems.append(f"{path.relative_to(root)}: {text}")

    for path in swift_files(root / "Tests"):
        if "CFFmpeg" in imports(path):
            complain(path, "imports CFFmpeg; only AssetKitFFmpeg may")
    sources = root / "Sources"
    for path in swift_files(sources):
        where = path.relative_to(sources).parts
        found = imports(path)
        if "CFFmpeg" in found and where[0] != "AssetKitFFmpeg":
            complain(path, "imports CFFmpeg; only AssetKitFFmpeg may")
        if where[0] in BELOW:
            for module in sorted(found - BELOW[where[0]] - TOOLCHAIN):
                complain(path, f"imports {module}, which {where[0]} may not")
        if where[0] == "AssetKit" and where[1:] != ("Exports.swift",):
            complain(path, "has no place; AssetKit only shows the modules below it")
        if where[0] == "CMTimeLib":
            bridging = where[1:] == ("Bridging", "CMTime+Foundation.swift")
            for module in sorted(found - ({"Foundation"} if bridging else set())):
                complain(path, f"imports {module}; CMTimeLib imports nothing but Foundation in its bridging file")
        if where[0] == "assettool":
            # What the toolchain brings is no way around the public API.
            for module in sorted(found - {"AssetKit", "Synchronization"}):
                complain(path, f"imports {module}; the tool is written against AssetKit alone")
            if re.search(r"@(testable|_spi|_private)\b[^\n]*\bimport\b", code(path)):
                complain(path, "imports what is not public; the tool is written against the public API alone")
    # The package's own types are in reach of all its targets.
    # Those of a module that AssetKit does not re-export nobody sees who imports AssetKit alone.
    exports = sources / "AssetKit" / "Exports.swift"
    seen = {"AssetKit"} | ((BELOW.keys() & imports(exports)) if exports.exists() else set())
    shared = {name for module in seen for path in swift_files(sources / module)
              for modifiers, name in all_in(DECLARATION, code(path)) if "package" in modifiers} - SHARED_WITH_TOOL
    # What the tool calls by the same name is its own.
    shared -= {name for path in swift_files(sources / "assettool") for _, name in all_in(DECLARATION, code(path))}
    for path in swift_files(sources / "assettool"):
        for name in sorted(shared & set(re.findall(r"\w+", code(path)))):
            complain(path, f"uses {name}, which is not public")
    return problems


def check_names(root):
    """Whoever reads client code sees what is portable: a name of Apple's means what it means there, ours begin with AK."""
    path = root / "Tests" / "AppleNames.txt"
    names = path.read_text(encoding="utf-8").split()
    problems = []
    if names != sorted(set(names)):
        problems.append(f"{path.relative_to(root)}: is not sorted, or has a name twice")
    known = set(names) | WITHOUT_PREFIX
    for module in (*MODULES, "CMTimeLib"):
        for file in swift_files(root / "Sources" / module):
            for name in all_in(TOP_LEVEL, code(file)):
                if name not in known and not name.startswith(("AK", "_")):
                    problems.append(f"{file.relative_to(root)}: {name} is none of Apple's names; what is ours begins with AK")
    return problems


# A name of ours within a type of Apple's. Underscored ones are not for clients.
MARKED = re.compile(r"_|AK|ak(?![a-z])|init\(.*?\bak[A-Z]")


def check_members(root):
    """The same within Apple's types and those of the toolchain."""
    path = root / "Tests" / "AppleMembers.txt"
    members = path.read_text(encoding="utf-8").split("\n")[:-1]
    problems = []
    if members != sorted(set(members)):
        problems.append(f"{path.relative_to(root)}: is not sorted, or has a name twice")
    files = {file: code(file) for module in (*MODULES, "CMTimeLib") for file in swift_files(root / "Sources" / module)}
    ours = {name for text in files.values() for _, name in all_in(DECLARATION, text)}
    ours -= set((root / "Tests" / "AppleNames.txt").read_text(encoding="utf-8").split())
    known = set(members) | WITHOUT_PREFIX
    for file, text in files.items():
        if file.relative_to(root).parts[:3] == EXACT_TIME:
            continue
        for of, name in shown_members(text):
            is_ours = of.split(".")[0] in ours or any(part.startswith("AK") for part in of.split("."))
            if not (is_ours or MARKED.match(name) or {name, f"{of}.{name}"} & known):
                problems.append(f"{file.relative_to(root)}: {of}.{name} is none of Apple's names; what is ours begins with ak")
    return problems


def check_constructors(root):
    """No code runs before main: what it does there may come before Swift has looked at the process."""
    paths = [path for ending in ("c", "h") for path in sorted((root / "Sources").rglob(f"*.{ending}"))]
    return [f"{path.relative_to(root)}: has a constructor; nothing may run before main" for path in paths
            if re.search(r"__attribute__\s*\(\(\s*(__)?constructor", path.read_text())]


# What Concurrency wraps: stacks, names and what sanitizers see of waiting are decided there.
CONCURRENCY = re.compile(r"\b(NS(?:Recursive|Condition)?Lock|NSCondition|Mutex|DispatchSemaphore|pthread_(?:mutex|cond)_\w+)\b"
                         r"|\b(Thread)(?:\s*[({]|\.detach)")


def check_concurrency(root):
    """Locks and threads come from one kit."""
    problems = []
    for path in (path for module in MODULES for path in swift_files(root / "Sources" / module)):
        if path.relative_to(root / "Sources").parts[1] == "Concurrency":
            continue
        for name in sorted({one or other for one, other in all_in(CONCURRENCY, code(path))}):
            problems.append(f"{path.relative_to(root)}: uses {name}; only Concurrency does")
    return problems


# What Core Media's buffers and queues call within the call of whoever uses them, on that thread, as on Apple's systems.
ON_THE_CALLERS_THREAD = {
    "CMBufferGetTimeHandler", "CMBufferGetBooleanHandler", "CMBufferCompareHandler", "CMBufferGetSizeHandler",
    "CMBufferQueueTriggerHandler", "setValidationHandler", "CMSampleBufferMakeDataReadyHandler",
    "CMSampleBufferMakeDataReadyCallback", "CMSampleBufferInvalidateHandler", "setInvalidateHandler",
}


def balanced(text, start):
    """The text in the brackets that open at `start`, and where they end."""
    depth = 0
    for place in range(start, len(text)):
        depth += text[place] in "([{"
        depth -= text[place] in ")]}"
        if depth == 0:
            return text[start + 1:place], place + 1
    return text[start + 1:], len(text)


def split_parameters(text):
    """The parameters of a declaration: cut at commas that stand in no brackets."""
    parts, depth = [""], 0
    for index, letter in enumerate(text):
        depth += letter in "([{<"
        depth -= letter in ")]}" or (letter == ">" and text[index - 1] != "-")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


@functools.cache
def public_declarations(text):
    """The kind, the name and the parameters or the type of what is public: functions, aliases and stored closures."""
    return list(all_public_declarations(text))


def all_public_declarations(text):
    def functions(part, marked):
        start = rf"(?<![\w.]){marked}(func|init|subscript)\b[ \t]*([^\s(<]*)[?!]?[ \t]*"
        for match in re.finditer(start, part):
            place = match.end()
            if part[place:place + 1] == "<":
                place += re.match(r"<(?:[^<>]|<[^<>]*>)*>", part[place:]).end()
            if part[place:place + 1] == "(":
                yield match.group(1), match.group(2), balanced(part, place)[0]

    public = r"(?:public|open)(?:\(set\))?[ \t]+(?:[\w()]+[ \t]+)*?"
    yield from functions(text, public)
    for match in re.finditer(r"public[ \t]+protocol[ \t]+\w+[^{]*", text):
        yield from functions(balanced(text, match.end())[0], "")
    for match in re.finditer(rf"(?<!\w){public}(typealias|var|let)[ \t]+(\w+)[^=:\n{{]*[=:]([^\n{{]*)", text):
        kind, name, types = match.groups()
        # An alias may go on after the line, within its brackets.
        if types.count("(") > types.count(")"):
            place = text.index("(", match.start(3))
            inner, end = balanced(text, place)
            types = text[match.start(3):place] + f"({inner})" + text[end:].split("\n", 1)[0]
        yield kind, name, types


def check_closures(root):
    """A closure that is not @Sendable takes over the isolation of the code around it: a client's @MainActor method passes one
    without a warning, and is stopped when it is called on another thread. What is called before its function returns is not
    concerned, and not @escaping."""
    problems = []
    texts = {path: code(path) for module in (*MODULES, "CMTimeLib") for path in swift_files(root / "Sources" / module)}
    aliases = {name: type.strip() for text in texts.values() for kind, name, type in public_declarations(text)
               if kind == "typealias" and "->" in type}
    named = re.compile(r"(?:@escaping\s+|:\s*)(?:\w+\.)*(" + "|".join(sorted(aliases) or ["(?!)"]) + r")\b")

    def complain(path, kind, name):
        problems.append(f"{path.relative_to(root)}: {kind} {name} takes or keeps a closure that is not @Sendable")

    for path, text in texts.items():
        for kind, name, types in public_declarations(text):
            if name in ON_THE_CALLERS_THREAD:
                continue
            if kind == "typealias":
                if name in aliases and not types.strip().startswith("@Sendable"):
                    complain(path, kind, name)
                continue
            if kind in ("var", "let"):
                if re.match(r"\s*\(*\s*\([^()]*\)\s*(async\s*)?(throws\s*)?->", types):
                    complain(path, kind, name)
                continue
            for parameter in split_parameters(types):
                # A closure that may be nil always escapes.
                optional = re.search(r":\s*\(.*->.*\)\s*[?!]", parameter, re.S)
                escapes = "->" in parameter and ("@escaping" in parameter or optional)
                if escapes and "@Sendable" not in parameter and not named.search(parameter):
                    complain(path, kind, name)
    return problems


def check_older_clients(root):
    """Clients of language mode 5 hand over closures that are not @Sendable, which only @preconcurrency lets them."""
    problems = []
    start = re.compile(r"(?<![\w.])(?:public|open)[ \t]+(?:\w+[ \t]+)*?(?:func|init)\b[ \t]*([\w.]*)[?!]?(?:<[^(]*>)?[ \t]*(?=\()")
    for module in MODULES:
        for path in swift_files(root / "Sources" / module):
            if path.name.startswith("AK"):
                continue
            text = code(path)
            for match in start.finditer(text):
                attributes = re.search(r"(?:@\w+(?:\([^)]*\))?\s+)*$", text[:match.start()]).group()
                if "@Sendable" in balanced(text, match.end())[0] and "@preconcurrency" not in attributes:
                    name = match.group(1) or "init"
                    problems.append(f"{path.relative_to(root)}: {name} takes a @Sendable closure and is not @preconcurrency")
    return problems


TYPE = re.compile(r"^(?:@[\w.]+(?:\([^)]*\))?\s+)*((?:(?:public|open|package|internal|fileprivate|private|final|indirect|"
                  r"nonisolated|distributed)\s+)*)(class|struct|enum|protocol|actor)\s+(\w+)", re.M)
# A name that is no member of something else.
WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
ANY_WORD = re.compile(r"\w+")


def check_homes(root):
    """A type that many files use is looked for by its name: it has a file that is called so."""
    problems, homes, declared, users = [], {}, {}, {}
    texts = {path: code(path) for path in swift_files(root / "Sources")}
    for path, text in texts.items():
        declared[path] = set(all_in(NESTED, text)) | {name for _, name in all_in(DECLARATION, text)}
        homes.update((name, path) for modifiers, kind, name in all_in(TYPE, text) if "private" not in modifiers)
    for path, text in texts.items():
        for name in (set(all_in(WORD, text)) & homes.keys()) - declared[path]:
            users[name] = users.get(name, 0) + 1
    for name, path in sorted(homes.items()):
        if path.stem != name.lstrip("_") and users.get(name, 0) > 2:
            problems.append(f"{path.relative_to(root)}: {name} is used by {users[name]} other files; "
                            f"its place is {name}.swift")
    return problems


# FFmpeg's names that mean something else too: boxes, endings of names, key spaces, first words of headers.
OTHER_WORDS = {
    "aac", "ac3", "aiff", "alac", "amr", "ape", "au", "avi", "bmp", "caf", "eac3", "flac", "gif", "m4v", "mp3", "ogg", "opus",
    "png", "srt", "text", "theora", "tiff", "tmcd", "vorbis", "wav", "webp",
}
TABLES = ("AssetKitMedia/Codecs/MediaCodec.swift", "AssetKitMedia/Codecs/MediaContainer.swift")
# Names of colours, and the enums that clients see.
COLORS = "AssetKitBitstream/Shared/ColorDescription.swift"
NAMES_OF_COLORS = {COLORS, "AssetKitAssets/Tracks/AKTrackDetails+Colors.swift"}
# Curves of sound and of speed have it too.
OTHER_COLOR_WORDS = {"linear"}
# FFmpeg's muxers are chosen by name: theirs is a table too.
NAME_KEPT = re.compile(r"\bdecoderName\b|\btraits\.name\s*(?:[!=]=|\.has(?:Prefix|Suffix)\b)|(?:switch |[!=]= )(?:\w+\??\.)*traits\.name\b")
BACK_END = re.compile(r"\bas[?!] (?:\w*SampleReader)\b")
NAMED_BACK_END = re.compile(r"\b(?:Demuxed|Indexed|Shared)SampleReader\b")
NAMES_OF_MAKERS = {"AssetKitSinks/Sink/ContainerRules.swift"}
RAW_NAME = re.compile(r'^\s*case \w+ = "([^"]+)"', re.M)
CASE_NAMES = re.compile(r"^\s*case (\w+(?:, \w+)*)$", re.M)
COMPARED = re.compile(
    r"\b(?:decoderName|formatName)\s*(?:[!=]=|\.(?:has(?:Prefix|Suffix)|contains|split)\b)"
    r"|(?:switch |[!=]= |\.contains\(|rawValue: |\[)(?:\w+\??\.)*(?:decoderName|formatName)\b"
    # Behind the comparison stood a string.
    r"|\bcontainer\s*(?:[!=]=\s*(?=[)}\]&|?:,{]|else\b|$)|\.(?:has(?:Prefix|Suffix)|contains|split)\b)", re.M)


def check_names_of_ffmpeg(root):
    """Whether a codec may be copied, cut or reordered is asked of its traits; a list of names somewhere else misses the next
    codec."""
    base, problems, names = root / "Sources", [], set()
    colors = strings(read(base / COLORS)) - {""} - OTHER_COLOR_WORDS
    for table in TABLES:
        text = (base / table).read_text(encoding="utf-8")
        names |= set(RAW_NAME.findall(text)) | {name for line in CASE_NAMES.findall(text) for name in line.split(", ")}
    for path in (path for module in MODULES for path in swift_files(base / module)):
        place = path.relative_to(base)
        if place.parts[0] == "AssetKitFFmpeg" or place.parts[:2] == ("AssetKitMedia", "Codecs"):
            continue
        for found in sorted({match.group().strip() for match in COMPARED.finditer(code(path))}):
            problems.append(f"{path.relative_to(root)}: compares FFmpeg's names ({found}); ask the traits")
        for found in sorted({match.group() for match in NAME_KEPT.finditer(code(path))}):
            problems.append(f"{path.relative_to(root)}: keeps FFmpeg's name of a codec ({found}); keep its traits")
        for found in sorted({match.group() for match in BACK_END.finditer(code(path))}):
            problems.append(f"{path.relative_to(root)}: casts a reader ({found}); ask its protocol")
        if place.parts[:2] != ("AssetKitSources", "Decode"):
            for found in sorted(set(NAMED_BACK_END.findall(code(path)))):
                problems.append(f"{path.relative_to(root)}: names a reader behind the protocol ({found}); ask SampleReading")
        literals = strings(read(path))
        if place.as_posix() not in NAMES_OF_MAKERS:
            for name in sorted(literals & names - OTHER_WORDS):
                problems.append(f"{path.relative_to(root)}: has FFmpeg's name {name}; codecs and containers are enums")
        if place.as_posix() not in NAMES_OF_COLORS:
            for name in sorted(literals & colors):
                problems.append(f"{path.relative_to(root)}: has FFmpeg's name {name}; colours are asked what they are")
    return problems


# A bracket that belongs to no call and no declaration.
TUPLE = re.compile(r"(?<![\w)>\]?!}`])\(")
LABEL = re.compile(r"\s*(\w+)\s*:")
BEHIND_DOT = re.compile(r"(?<=\.)[a-z]\w*")
# Anything may have a member of a shorter name.
LONG_ENOUGH = 7


@functools.cache
def labels(text):
    """The names in tuples, which stand behind dots as members do."""
    tuples = (split_parameters(balanced(text, match.start())[0]) for match in TUPLE.finditer(text))
    return {match.group(1) for parameters in tuples for match in map(LABEL.match, parameters) if match}


class ModuleNames:
    """What a module declares and what it uses, by name alone."""

    def __init__(self, root, module):
        texts = [code(path) for path in swift_files(root / "Sources" / module)]
        self.seen = set().union(*(members(text)[0] for text in texts))
        self.declared = self.seen.union(*(members(text)[1] | labels(text) for text in texts))
        self.used = set().union(*(all_in(BEHIND_DOT, text) for text in texts))


def names_of_others(area, modules):
    """Names that mean other things too: members of what the module imports, and of what comes with the toolchain. The latter are
    used by modules that do not see this one, and declared by nothing that they see."""
    def imported(module):
        return (modules[below].seen for below in BELOW.get(module, set()) & modules.keys())

    names = set().union(*imported(area))
    for user in modules.keys() - {area}:
        if area not in BELOW.get(user, set()):
            names |= modules[user].used.difference(modules[user].declared, *imported(user))
    return names


def files_of(root, area):
    """Path, folder and text of each file. What lies in no folder of its own, such as the sessions of exports, is one more."""
    base = root / "Sources" / area
    for path in swift_files(base):
        parts = path.relative_to(base).parts
        yield path, parts[0] if len(parts) > 1 else ".", code(path)


def uses_of_types(files):
    """Who uses whose types: user, owner, and what is used where."""
    owners, nested = {}, {}
    for _, folder, text in files:
        nested.setdefault(folder, set()).update(all_in(NESTED, text))
        for modifiers, name in all_in(DECLARATION, text):
            if "private" not in modifiers:
                owners.setdefault(name, set()).add(folder)
    for path, folder, text in files:
        local = {name for _, name in all_in(DECLARATION, text)} | nested[folder]
        for name in sorted((set(all_in(ANY_WORD, text)) & owners.keys()) - local):
            if folder not in owners[name]:
                yield from ((folder, owner, f"{name} in {path.name}") for owner in owners[name])


def uses_of_members(files, others):
    """The same of members whose names nothing else has: a value whose type nobody names has members all the same."""
    owners, ambiguous = {}, set(others)
    for _, folder, text in files:
        ambiguous |= labels(text)
        for name in members(text)[0]:
            owners.setdefault(name, set()).add(folder)
    homes = {name: folder for name, (folder, *more) in owners.items()
             if not more and name not in ambiguous and len(name) >= LONG_ENOUGH}
    for path, folder, text in files:
        for name in sorted((set(all_in(BEHIND_DOT, text)) & homes.keys()) - members(text)[1]):
            if homes[name] != folder:
                yield folder, homes[name], f"{name} in {path.name}"


def way_back(uses, user, owner):
    """The fewest folders through which an owner uses its user, both included."""
    ways, known = [[owner]], {owner}
    for way in ways:
        if way[-1] == user:
            return way
        after = sorted({other for one, other in uses if one == way[-1]} - known)
        known.update(after)
        ways += [[*way, one] for one in after]
    return None


def check_folders(root):
    """Folders that use each other are one folder, or have something of a third one."""
    problems = []
    modules = {module: ModuleNames(root, module) for module in (*BELOW, "CMTimeLib")}
    for area in ONE_WAY:
        files, uses, known = list(files_of(root, area)), {}, set()
        found = [*uses_of_types(files), *uses_of_members(files, names_of_others(area, modules))]
        for user, owner, what in found:
            uses.setdefault((user, owner), []).append(what)
        for (user, owner), found in sorted(uses.items()):
            if (area, user, owner) in STRANGERS:
                problems.append(f"Sources/{area}: {user} uses {owner}, which it may not: {', '.join(found[:3])}")
                continue
            circle = way_back(uses, user, owner)
            if circle and frozenset(circle) not in known:
                known.add(frozenset(circle))
                told = (f"{one} has {', '.join(uses[one, other][:3])} of {other}"
                        for one, other in zip([user, *circle], circle))
                problems.append(f"Sources/{area}: {', '.join(sorted(circle))} use each other: {'; '.join(told)}")
    return problems


def check_embedded(root):
    core = [str(path) for path in swift_files(root / "Sources" / "CMTimeLib" / "Core")]
    with tempfile.TemporaryDirectory() as folder:
        command = ["swiftc", "-enable-experimental-feature", "Embedded", "-wmo", "-parse-as-library", "-swift-version",
                   "6", "-module-name", "CMTimeLib", "-c", "-o", f"{folder}/core.o", *core]
        result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0 and not result.stderr.strip():
        return []
    return ["Sources/CMTimeLib/Core: does not build for Embedded Swift without a word:\n" + result.stderr.strip()]


def check(root, with_embedded=True):
    problems = check_imports(root) + check_folders(root) + check_concurrency(root)
    problems += check_constructors(root) + check_closures(root) + check_homes(root) + check_names(root)
    problems += check_members(root)
    problems += check_older_clients(root) + check_names_of_ffmpeg(root)
    return problems + (check_embedded(root) if with_embedded else [])


PLANTED = [
    ("Sources/AssetKitMedia/Planted.swift", "internal import CFFmpeg\n", "imports CFFmpeg"),
    ("Sources/AssetKitMedia/Planted.swift", "@preconcurrency internal import struct CFFmpeg.AVFrame\n", "imports CFFmpeg"),
    ("Sources/AssetKit/Planted.swift", "import CFFmpeg\n", "imports CFFmpeg"),
    ("Tests/AssetKitTests/Planted.swift", "@testable import CFFmpeg\n", "imports CFFmpeg"),
    ("Sources/CMTimeLib/Core/Planted.swift", "import Foundation\n", "imports Foundation"),
    ("Sources/assettool/Planted.swift", "import CMTimeLib\n", "imports CMTimeLib"),
    ("Sources/AssetKitBitstream/Planted.swift", "internal import AssetKitBase\n", "imports AssetKitBase, which"),
    ("Sources/AssetKitBase/Planted.swift", "let planted = NSLock()\n", "uses NSLock"),
    ("Sources/assettool/Planted.swift", "@testable import AssetKit\n", "imports what is not public"),
    ("Sources/assettool/Planted.swift", "let planted: [PlantedShared] = []\n", "uses PlantedShared, which is not public"),
    ("Sources/AssetKitMedia/Planted.swift", "@frozen\npublic struct CMPlanted {}\n", "CMPlanted is none of Apple's names"),
    ("Sources/AssetKitMedia/Planted.swift", "public let kPlantedKey: String = \"\"\n", "kPlantedKey is none of Apple's"),
    ("Sources/CMTimeLib/Sets/Planted.swift", "public func CMTimePlanted() {}\n", "CMTimePlanted is none of Apple's"),
    ("Sources/AssetKitAssets/Planted.swift", "extension AVAsset {\n    public var planted: Int { 0 }\n}\n",
     "AVAsset.planted is none of Apple's"),
    ("Sources/AssetKitMedia/Planted.swift", "extension CMTime {\n    public enum CMPlanted { case planted(Int), other }\n}\n",
     "CMTime.CMPlanted.other is none of Apple's"),
    ("Sources/CMTimeLib/Core/Planted.swift", "extension CMTime {\n    public init?<A>(planted: A, _ of: (Int) -> Int) {}\n}\n",
     "CMTime.init(planted:_:) is none of Apple's"),
    ("Tests/AppleNames.txt", "CMTime\nAVAsset\n", "is not sorted"),
    ("Tests/AppleMembers.txt", "CMTime.value\nCMTime.epoch\n", "is not sorted"),
    ("Sources/AssetKit/Oddments/Planted.swift", "struct Planted {}\n", "has no place"),
    ("Sources/AssetKitSources/Planted.swift", "internal import AssetKitSinks\n", "imports AssetKitSinks, which"),
    ("Sources/AssetKitSinks/Planted.swift", "package import AssetKitSources\n", "imports AssetKitSources, which"),
    ("Sources/AssetKitExport/Planted.swift", "internal import AssetKitWriting\n", "imports AssetKitWriting, which"),
    ("Sources/AssetKitMedia/Planted.swift", "package import AssetKitFFmpeg\n", "imports AssetKitFFmpeg, which"),
    ("Sources/AssetKitReading/Images/Planted.swift", "let planted: [PlantedBeside] = []\n", "Images uses Reading"),
    ("Sources/AssetKitExport/Plan/Planted.swift", "let planted: [ChunkRenderer] = []\n", "use each other"),
    ("Sources/AssetKitExport/Jobs/Planted.swift", "let planted: [AVAssetExportSession] = []\n", "use each other"),
    ("Sources/AssetKitSources/Video/Planted.swift", "let planted: [SoundMixer] = []\n", "Audio, Decode, Video use each other"),
    ("Sources/AssetKitSinks/Sink/Planted.swift", "let planted = 1.plantedMember\n", "Encode, Sink use each other"),
    ("Sources/AssetKitMedia/Planted.swift", "struct PlantedAway {}\n", "its place is PlantedAway.swift"),
    ("Sources/CSystem/Planted.c", "__attribute__((constructor)) static void planted(void) {}\n", "has a constructor"),
    ("Sources/AssetKitMedia/Planted.swift", "public func planted(_ body: @escaping () -> Void) {}\n", "not @Sendable"),
    ("Sources/AssetKitMedia/Planted.swift", "extension Int {\n    public init(\n        first: Int, body: (() -> Void)? = nil\n"
     "    ) {}\n}\n", "not @Sendable"),
    ("Sources/AssetKitMedia/Planted.swift", "public protocol Several {\n    func planted<A>(then: @escaping (A) -> Void)\n}\n",
     "not @Sendable"),
    ("Sources/AssetKitMedia/Planted.swift", "public typealias PlantedHandler = (\n    Int\n) -> Void\n",
     "not @Sendable"),
    ("Sources/AssetKitMedia/Planted.swift", "public struct Kept {\n    public var planted: ((Int) -> Void)?\n}\n",
     "not @Sendable"),
    ("Sources/AssetKitMedia/Planted.swift", "extension Int {\n    @discardableResult\n    public static func planted(\n"
     "        body: @escaping @Sendable () -> Void\n    ) {}\n}\n", "not @preconcurrency"),
    ("Sources/AssetKitSources/Planted.swift", "let planted = NSLock()\n", "uses NSLock"),
    ("Sources/AssetKitWriting/Planted.swift", "let planted = [DispatchSemaphore]()\n", "uses DispatchSemaphore"),
    ("Sources/AssetKitSources/Planted.swift", "let planted = [\"h264\"].isEmpty\n", "has FFmpeg's name h264"),
    ("Sources/AssetKitExport/Planted.swift", "let planted: Set = [\"mpeg2video\"]\n", "has FFmpeg's name mpeg2video"),
    ("Sources/AssetKitExport/Planted.swift", "func planted(_ one: VideoFacts) -> Bool { one.transfer == \"smpte2084\" }\n",
     "has FFmpeg's name smpte2084"),
    ("Sources/AssetKitAssets/Planted.swift", "let planted = [\"pc\": true]\n", "has FFmpeg's name pc"),
    ("Sources/AssetKitSources/Planted.swift", "extension TrackFacts {\n    var planted: Bool { decoderName == \"opus\" }\n}\n",
     "compares FFmpeg's names"),
    ("Sources/AssetKitSources/Planted.swift", "func planted(_ one: TrackFacts) {\n    switch one.decoderName {}\n}\n",
     "compares FFmpeg's names"),
    ("Sources/AssetKitExport/Planted.swift", "func planted(_ one: MediaFacts) -> Bool { one.container == \"mp3\" }\n",
     "compares FFmpeg's names"),
    ("Sources/AssetKitSources/Planted.swift", "struct Planted {\n    var decoderName = \"\"\n}\n", "keeps FFmpeg's name"),
    ("Sources/AssetKitSources/Planted.swift", "func planted(_ one: TrackFacts) -> Bool { one.traits.name == \"\" }\n",
     "keeps FFmpeg's name"),
    ("Sources/AssetKitSources/Planted.swift", "func planted(_ one: AnyObject) -> Bool { one as? DemuxedSampleReader != nil }\n",
     "casts a reader"),
    ("Sources/AssetKitSources/Stills/Planted.swift", "func planted(_ one: DemuxedSampleReader) {}\n", "names a reader behind"),
    ("Sources/AssetKitSources/Planted.swift", "func planted() { Thread { print() }.start() }\n", "uses Thread"),
]
HARMLESS = [
    ("Sources/AssetKitMedia/PlantedAway.swift", "struct PlantedAway {}\n"),
    ("Sources/AssetKitMedia/Planted.swift", "private struct PlantedAway {}\nenum Planted { struct PlantedAway {} }\n"),
    ("Sources/AssetKitMedia/Planted.swift", "// import CFFmpeg and PlantedAbove\nlet text = \"PlantedAbove\"\n"),
    ("Sources/AssetKitExport/Planted.swift", "let planted: [PlantedAbove] = []\n"),
    ("Sources/AssetKitSinks/Sink/Planted.swift", "let planted = 1.plantedBelow + 1.plantedAnywhere + 1.plantedHidden\n"),
    ("Sources/AssetKitSinks/Sink/Planted.swift", "let pair = (plantedLabel: 1, other: 2)\nlet planted = pair.plantedLabel\n"),
    ("Sources/AssetKitBase/Concurrency/Planted.swift", "let planted = NSCondition()\n"),
    ("Sources/AssetKitBase/Concurrency/Planted.swift", "let planted = DispatchSemaphore(value: 0)\n"),
    ("Sources/AssetKitFFmpeg/Planted.swift", "func planted(_ name: String) -> Bool { name == \"h264\" }\n"),
    ("Sources/AssetKitFFmpeg/Planted.swift", "func planted(_ name: String) -> Bool { name == \"bt2020\" }\n"),
    ("Sources/AssetKitInterchange/Planted.swift", "// \"bt709\"\nlet planted = \"linear\"\n"),
    ("Sources/AssetKitSources/Planted.swift", "// \"h264\" is decoderName == \"h264\"\nlet planted = \"alac\"\n"),
    ("Sources/AssetKitSources/Planted.swift", "func planted() { WorkerThread.start(\"planted\") {} }\n"),
    ("Sources/AssetKitMedia/Planted.swift", "public typealias AKPlantedHandler = @Sendable (Int) -> Void\n"
     "public func AKPlanted(_ body: @escaping AKPlantedHandler, map: (Int) -> Int) {}\n"
     "@preconcurrency\npublic func AKPlantedToo(_ other: (@Sendable () -> Void)?) {}\nfunc inner(_ body: @escaping () -> Void) {}\n"),
    ("Sources/AssetKitMedia/Planted.swift", "public struct AKPlanted {\n    public struct CMPlanted {}\n}\n"
     "struct CVPlanted {}\n"),
    ("Sources/AssetKitMedia/Planted.swift", "public protocol AKPlanted {\n    var planted: Int { get }\n}\n"
     "extension CMTime: AKPlanted {\n    public init(akPlanted: Int) {}\n"
     "    public var akPlanted: Int { 0 }\n    public struct AKPlace { public var place = 0 }\n    package var place: Int { 0 }\n"
     "    struct Place { public var place = 0 }\n}\n"),
    ("Sources/CMTimeLib/Exact/Planted.swift", "extension CMTime {\n    public var plantedExactly: Int { 0 }\n}\n"),
]


def plant_bed(root, copy):
    """A copy of the sources, with the types that what is planted uses."""
    shutil.copytree(root / "Sources", copy / "Sources")
    (copy / "Tests").mkdir()
    for name in ("AppleNames.txt", "AppleMembers.txt"):
        shutil.copy(root / "Tests" / name, copy / "Tests")
    names = ("plantedMember", "plantedBelow", "plantedAnywhere", "plantedLabel")
    above = "".join(f"    var {name}: Int {{ 0 }}\n" for name in names) + "    private var plantedHidden: Int { 0 }\n"
    declarations = {"AssetKitAssets": "struct PlantedAbove {}\npackage struct PlantedShared {}\n",
                    "AssetKitReading/Reading": "struct PlantedBeside {}\n",
                    "AssetKitSinks/Encode": f"extension Int {{\n{above}}}\n",
                    "AssetKitMedia": "extension Int {\n    package var plantedBelow: Int { 0 }\n}\n",
                    "AssetKitBase": "let planted = 1.plantedAnywhere\n"}
    for name, declaration in declarations.items():
        target = copy / "Sources" / name / "PlantedType.swift"
        target.parent.mkdir(exist_ok=True)
        target.write_text(declaration)
    for number in range(3):
        user = copy / "Sources" / "AssetKitMedia" / f"PlantedUser{number}.swift"
        user.write_text(f"let user{number}: [PlantedAway] = []\n")


def numbered(path, number):
    """The path of what is planted, by whose name it is known among the others."""
    return path.replace("/Planted.", f"/Planted{number:02}.")


def self_test(root):
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        plant_bed(root, copy)

        def problems_with(planted):
            before, new = {}, []
            for path, text in planted.items():
                target = copy / path
                before[target] = target.read_text(encoding="utf-8") if target.exists() else None
                new += [folder for folder in target.parents if not folder.exists()]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
                TEXTS.pop(target, None)
            problems = check(copy, with_embedded=False)
            for target, text in before.items():
                TEXTS.pop(target, None)
                if text is None:
                    target.unlink()
                else:
                    target.write_text(text, encoding="utf-8")
            for folder in new:
                folder.rmdir()
            return problems

        def look_for(violations):
            found = problems_with({path: text for path, text, _ in violations})
            for path, text, expected in violations:
                name = pathlib.PurePath(path).name
                if not any(expected in line and name in line for line in found):
                    problems.append(f"self-test: {path} with {text!r} was not found")

        # Together, since a check of all sources takes more than a second. What changes the names that others are judged by
        # is alone.
        violations = [(numbered(path, number), text, expected) for number, (path, text, expected) in enumerate(PLANTED)]
        alone = [one for one in violations if one[0].startswith("Tests/Apple")]
        look_for([one for one in violations if one not in alone])
        for one in alone:
            look_for([one])
        harmless = {numbered(path, number): text for number, (path, text) in enumerate(HARMLESS)}
        problems += [f"self-test: what was planted is harmless, but: {line}" for line in problems_with(harmless)
                     if "Planted" in line]
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    problems = self_test(arguments.root) if arguments.self_test else check(arguments.root)
    for problem in problems:
        print(problem, file=sys.stderr)
    what = "structure check: self-test" if arguments.self_test else "structure check"
    print(f"{what}: {'clean' if not problems else f'{len(problems)} problems'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
