#!/usr/bin/env bash
# Makes the documentation of both modules, and finds what is wrong with it.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: scripts/docs.sh [--list]

Compiles the code of all articles and documentation comments, builds both DocC archives with warnings as errors, merges
them to .build/docs/site, and fails when a public symbol has no sentence, but for names that say enough. With --list it
only lists those symbols.
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
source "$root/scripts/build-options.sh"
only_list=false
case "${1:-}" in
-h | --help) usage && exit 0 ;;
--list) only_list=true ;;
"") ;;
*) usage >&2 && exit 2 ;;
esac

out=.build/docs
mkdir -p "$out"
swift build ${build_options[@]+"${build_options[@]}"} >"$out/build.log" 2>&1 || { cat "$out/build.log" >&2; exit 1; }
$only_list || scripts/check-snippets.sh
bin=$(swift build ${build_options[@]+"${build_options[@]}"} --show-bin-path)
graphs=$out/graphs
rm -rf "$graphs"
mkdir -p "$graphs"
# From the modules that are built; SwiftPM's own command builds once more, and takes the graphs of tests too.
options=(-I "$bin/Modules" -target "$(uname -m)-unknown-linux-gnu")
for map in "$bin"/*.build/module.modulemap; do options+=(-Xcc "-fmodule-map-file=$map"); done
for folder in Sources/CMTimeLib Sources/AssetKit*; do
    swift-symbolgraph-extract -module-name "${folder##*/}" -minimum-access-level public -skip-synthesized-members \
        -output-dir "$graphs" "${options[@]}" >"$out/graphs.log" 2>&1 || { cat "$out/graphs.log" >&2; exit 1; }
done

list_without_sentence() {
    python3 - "$@" <<'PYTHON'
import json, sys

# What every collection and everything that can be hashed has: a sentence could only say the name again.
SAY_ENOUGH = {"startIndex", "hash(into:)"}
found = []
for path in sys.argv[1:]:
    for symbol in json.load(open(path, encoding="utf-8"))["symbols"]:
        if not symbol.get("docComment") and symbol["pathComponents"][-1] not in SAY_ENOUGH:
            place = symbol.get("location", {})
            file = place.get("uri", "?").split("/Sources/")[-1]
            line = place.get("position", {}).get("line", -1) + 1
            found.append((file, line, ".".join(symbol["pathComponents"])))
for file, line, name in sorted(found):
    print(f"{file}:{line}: {name} has no sentence", file=sys.stderr)
sys.exit(1 if found else 0)
PYTHON
}

# Clients find what is public in the modules below AssetKit in AssetKit, and so do readers.
python3 - "$graphs" <<'PYTHON'
import glob, json, os, sys

path = os.path.join(sys.argv[1], "AssetKit.symbols.json")
whole = json.load(open(path, encoding="utf-8"))
known = {symbol["identifier"]["precise"] for symbol in whole["symbols"]}
# With an @ in it, it is what one module adds to the types of another.
ours = [os.path.basename(folder) for folder in sorted(glob.glob("Sources/AssetKit*"))]
for name in ours[1:] + [f"{one}@{other}" for one in ours for other in ours]:
    leaf = os.path.join(sys.argv[1], name + ".symbols.json")
    if "@" in name and not os.path.exists(leaf): continue
    graph = json.load(open(leaf, encoding="utf-8"))
    fresh = [symbol for symbol in graph["symbols"] if symbol["identifier"]["precise"] not in known]
    if not fresh: continue
    whole["symbols"] += fresh
    whole["relationships"] += graph["relationships"]
json.dump(whole, open(path, "w", encoding="utf-8"))
PYTHON
list_without_sentence "$graphs/CMTimeLib.symbols.json" "$graphs/AssetKit.symbols.json"
$only_list && exit 0

for module in CMTimeLib AssetKit; do
    rm -rf "$out/$module.graph" "$out/$module.doccarchive"
    mkdir -p "$out/$module.graph"
    cp "$graphs/$module.symbols.json" "$out/$module.graph/"
    # AssetKit links to times, which are another module's.
    dependency=()
    [ "$module" = CMTimeLib ] || dependency=(--dependency "$out/CMTimeLib.doccarchive")
    docc convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$out/$module.graph" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --enable-experimental-external-link-support --warnings-as-errors ${dependency[@]+"${dependency[@]}"} \
        --output-path "$out/$module.doccarchive"
done
rm -rf "$out/site"
docc merge "$out/CMTimeLib.doccarchive" "$out/AssetKit.doccarchive" --output-path "$out/site"
