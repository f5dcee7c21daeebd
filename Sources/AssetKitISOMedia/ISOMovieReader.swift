internal import AssetKitBase
internal import AssetKitBitstream

/// Reads `moov`.
struct ISOMovieReader {
    let context: ISOReadingContext

    init(_ context: ISOReadingContext) { self.context = context }

    func read(_ box: ISOBox, into movie: inout ISOMovie) throws {
        let children = try context.boxes(in: box.content, of: box.type)
        if children.contains(where: { $0.type == "cmov" }) { throw ISOMediaError.compressedMovieHeader }
        try readHeader(children, into: &movie)
        var metadata = ISOMetadataReader(context)
        for child in children {
            switch child.type {
            case "trak":
                guard movie.tracks.count < context.limits.tracks else {
                    throw ISOMediaError.limitExceeded("over \(context.limits.tracks) tracks")
                }
                if let track = try ISOTrackReader(context, number: movie.tracks.count + 1).read(child) {
                    movie.tracks.append(track)
                }
            case "udta": try metadata.readUserData(child)
            case "meta": try metadata.readMeta(child)
            case "pssh": try readProtectionSystem(child, into: &movie)
            default: break
            }
        }
        movie.metadata += metadata.entries
        movie.listedChapters = metadata.chapters
        // The defaults may stand before the tracks that they are for.
        for child in children where child.type == "mvex" { try readFragmentDefaults(child, into: &movie) }
        noteRepeatedIDs(movie.tracks)
    }

    private func readHeader(_ children: [ISOBox], into movie: inout ISOMovie) throws {
        guard let box = children.first(where: { $0.type == "mvhd" }) else {
            context.warn("the movie has no header ('mvhd')")
            return
        }
        guard let header = try context.attempt("mvhd", { try ISOMovieHeader(context.content(of: box, limit: 4096)) })
        else { return }
        movie.header = header
        if header.timescale == 0 {
            context.warn("the movie has a timescale of 0; it is taken for 1")
            movie.header.timescale = 1
        }
    }

    private func readProtectionSystem(_ box: ISOBox, into movie: inout ISOMovie) throws {
        // Only who can give keys is kept, not what they are to be asked.
        let head = try context.window.available(20, at: box.content.lowerBound)
        guard head.count == 20 else { return }
        try context.reserve(16)
        movie.protectionSystems.append(Array(head[4...]))
    }

    private func readFragmentDefaults(_ box: ISOBox, into movie: inout ISOMovie) throws {
        movie.announcesFragments = true
        for child in try context.boxes(in: box.content, of: box.type) {
            switch child.type {
            case "mehd":
                movie.announcedDuration =
                    try context.attempt("mehd") {
                        var fields = try context.content(of: child, limit: 4096)
                        let isWide = try fields.versionAndFlags().version == 1
                        return ISOMovieHeader.known(try fields.unsigned(isWide: isWide), isWide: isWide)
                    } ?? nil
            case "trex":
                let defaults = try context.attempt("trex") {
                    try ISOFragmentDefaults(context.content(of: child, limit: 4096))
                }
                for place in movie.tracks.indices where movie.tracks[place].id == defaults?.trackID {
                    movie.tracks[place].fragmentDefaults = defaults
                }
            default: break
            }
        }
    }

    private func noteRepeatedIDs(_ tracks: [ISOTrack]) {
        var seen: Set<UInt32> = []
        for track in tracks where !seen.insert(track.id).inserted {
            context.warn("there is more than one track \(track.id)")
        }
    }
}
