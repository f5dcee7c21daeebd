#!/usr/bin/env bash
# Compiles the Swift code of the articles and READMEs, in language modes 5 and 6, as a client would.
set -euo pipefail

if [ $# -gt 0 ]; then
    echo "usage: scripts/check-snippets.sh"
    echo
    echo "Type-checks every block of Swift in README.md, Examples and the DocC catalogs; warnings are errors."
    [ "$1" = --help ] || [ "$1" = -h ] && exit 0
    exit 2
fi

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
log=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$log" "$work"' EXIT
swift build >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
bin=$(swift build --show-bin-path)

# Each block becomes a function of its own, with the imports above it, and keeps its place in messages.
python3 - "$work" README.md Examples/README.md Sources/*/*.docc/*.md <<'PYTHON'
import pathlib, re, sys

work = pathlib.Path(sys.argv[1])
count = 0
for name in sys.argv[2:]:
    path = pathlib.Path(name)
    text = path.read_text(encoding="utf-8")
    for block in re.finditer(r"^```swift\n(.*?)^```$", text, re.M | re.S):
        count += 1
        line = text.count("\n", 0, block.start(1)) + 1
        code = block.group(1).splitlines()
        imports = {text for text in code if text.startswith("import ")} or {"import AssetKit"}
        body = ["" if text in imports else text for text in code]
        source = sorted(imports) + [f"func block{count}() async throws {{", f'#sourceLocation(file: "{name}", line: {line})']
        (work / f"Block{count}.swift").write_text("\n".join(source + body + ["#sourceLocation()", "}", ""]), encoding="utf-8")
if count == 0:
    sys.exit("check-snippets: there is not one block of Swift")
print(f"check-snippets: {count} blocks of Swift")
PYTHON

for mode in 5 6; do
    swiftc -typecheck -parse-as-library -swift-version "$mode" -warnings-as-errors -module-name Articles \
        -I "$bin/Modules" -Xcc "-fmodule-map-file=$bin/CFFmpeg.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$bin/CSystem.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$bin/CScaling.build/module.modulemap" "$work"/*.swift
done
