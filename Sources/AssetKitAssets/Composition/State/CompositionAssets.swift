/// The assets that a composition is made of, each once, in the order in which they are first asked for.
struct CompositionAssets {
    private(set) var all: [LoadedAsset] = []
    private var known: Set<ObjectIdentifier> = []
    private let files: CompositionFiles

    init(_ files: CompositionFiles) { self.files = files }

    /// What a source is read from. Blocks where it has not been opened yet.
    mutating func asset(of source: CompositionSource) throws -> LoadedAsset {
        let loaded = try files.loaded(source)
        if known.insert(ObjectIdentifier(loaded)).inserted { all.append(loaded) }
        return loaded
    }
}
