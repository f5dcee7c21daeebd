/// The assets that a composition is made of, each once, in the order in which they are first asked for. Where several are of one
/// file, the first of them stands for all: so the file is listed and opened once, and what goes on from one to the next is one.
struct CompositionAssets {
    private enum Key: Hashable {
        case file(LoadedAsset.File)
        case other(ObjectIdentifier)
    }

    private(set) var all: [LoadedAsset] = []
    private var known: [Key: LoadedAsset] = [:]
    private let files: CompositionFiles

    init(_ files: CompositionFiles) { self.files = files }

    /// What a source is read from. Blocks where it has not been opened yet.
    mutating func asset(of source: CompositionSource) throws -> LoadedAsset {
        let loaded = try files.loaded(source)
        let key = loaded.file.map { Key.file($0) } ?? .other(ObjectIdentifier(loaded))
        if let known = known[key] { return known }
        known[key] = loaded
        all.append(loaded)
        return loaded
    }
}
