#!/usr/bin/env bash
# Compiles the Swift code of the articles, READMEs and documentation comments, in language modes 5 and 6, as a client would.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/check-snippets.sh [--self-test]

Type-checks every block of Swift in README.md, Examples, CONTRIBUTING.md, the DocC catalogs and the documentation comments
of AssetKit and CMTimeLib; warnings are errors. An expression with its result behind it in a comment may stand alone in a
documentation comment. With --self-test it expects to find the faults that it plants.
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
source "$root/scripts/build-options.sh"
self_test=false
case "${1:-}" in
-h | --help) usage && exit 0 ;;
--self-test) self_test=true ;;
"") ;;
*) usage >&2 && exit 2 ;;
esac

log=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$log" "$work"' EXIT
swift build ${build_options[@]+"${build_options[@]}"} >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
bin=$(swift build ${build_options[@]+"${build_options[@]}"} --show-bin-path)

# Each block becomes a function of its own, beside those with the same imports, and keeps its place in messages. A file for
# each set of imports, and not for each block, because the compiler reads the modules once for every file.
collect_blocks() {
    python3 - "$work" "$@" <<'PYTHON'
import pathlib, re, sys

BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.M | re.S)
# What a line of documentation shows the result of: an expression, in a client's code `_ = …`.
SHOWN = re.compile(r"^(\s*)((?!(?:let|var|for|while|if|guard|do|switch|case|return|func|struct|enum|actor|class|import)\b)"
                   r"[\w.(](?:[^={}]|[=!<>]=)*?)\s+// ")


def comments(text):
    """The documentation comments alone, each on its line."""
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(re.sub("^/// ?", "", line) if line.startswith("///") else "" for line in lines)


work = pathlib.Path(sys.argv[1])
blocks = {}
for name in sys.argv[2:]:
    text = pathlib.Path(name).read_text(encoding="utf-8")
    is_source = name.endswith(".swift")
    text = comments(text) if is_source else text
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1)) + 1
        code = block.group(1).splitlines()
        if is_source:
            code = [SHOWN.sub(r"\1_ = \2  // ", text) for text in code]
        imports = {text for text in code if text.startswith("import ")} or {"import AssetKit"}
        body = ["" if text in imports else text for text in code]
        blocks.setdefault(tuple(sorted(imports)), []).append((name, line, body))
count = 0
for number, (imports, group) in enumerate(sorted(blocks.items())):
    source = list(imports)
    for name, line, body in group:
        count += 1
        source += [f"func block{count}() async throws {{", f'#sourceLocation(file: "{name}", line: {line})']
        source += body + ["#sourceLocation()", "}"]
    (work / f"Blocks{number}.swift").write_text("\n".join(source + [""]), encoding="utf-8")
if count == 0:
    sys.exit("check-snippets: there is not one block of Swift")
print(f"check-snippets: {count} blocks of Swift")
PYTHON
}

compile_blocks() {
    swiftc -typecheck -parse-as-library -swift-version "$1" -warnings-as-errors -module-name Articles \
        -I "$bin/Modules" -Xcc "-fmodule-map-file=$bin/CFFmpeg.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$bin/CSystem.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$bin/CScaling.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$bin/CStretching.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$bin/CTargets.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$bin/CTransfers.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$bin/CDevices.build/module.modulemap" "${@:2}" "$work"/*.swift
}

if $self_test; then
    planted=$work/planted
    mkdir "$planted"
    # The faults stand in lines 3, 3, 5 and 9; everything else is harmless.
    printf '%s\n' 'An article.' '```swift' 'print(Missing.inArticle)' '```' >"$planted/Article.md"
    printf '%s\n' '/// A type.' '/// ```swift' '/// print(Missing.inType)' '/// ```' 'public struct Planted {}' \
        >"$planted/OfType.swift"
    printf '%s\n' 'public struct Planted {' '    /// A member.' '    ///' '    /// ```swift' \
        '    /// print(Missing.inMember)' '    /// ```' '    ///' '    /// ```swift' '    /// let unused = 1' \
        '    /// ```' '    public let member = 1' '}' >"$planted/OfMember.swift"
    printf '%s\n' '/// ```swift' '/// CMTime(value: 1, timescale: 2).seconds  // 0.5' \
        '/// CMTime.zero == .invalid  // false' '/// ```' '///' '/// ```' \
        '/// no Swift' '/// ```' 'let code = """' '```swift' 'Missing' '```' '"""' >"$planted/Harmless.swift"
    collect_blocks "$planted"/* >/dev/null
    ! compile_blocks 6 -diagnostic-style llvm >"$log" 2>&1 || { echo "self-test: all faults compile" >&2; exit 1; }
    for place in Article.md:3 OfType.swift:3 OfMember.swift:5 OfMember.swift:9; do
        grep -q "/$place:[0-9]*: error: " "$log" ||
            { echo "self-test: the fault in $place was not found" >&2; cat "$log" >&2; exit 1; }
    done
    ! grep "/Harmless.swift:" "$log" >&2 || { echo "self-test: something harmless was found" >&2; exit 1; }
    echo "check-snippets: self-test clean"
    exit 0
fi

sources=$(find Sources/AssetKit* Sources/CMTimeLib -name '*.swift' | sort)
# shellcheck disable=SC2086 — no name has a space.
collect_blocks README.md CONTRIBUTING.md Examples/README.md Sources/*/*.docc/*.md $sources
for mode in 5 6; do
    compile_blocks "$mode"
done
