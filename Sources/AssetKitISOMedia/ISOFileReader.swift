package import AssetKitBase

/// Reads what an ISO media file says: MP4, QuickTime, M4A, 3GPP and their fragmented forms.
///
/// Only headers are read, never the media. Damage costs what it hits: the rest is told, with warnings.
package final class ISOFileReader {
    /// How much of the file is read.
    package enum Scope {
        /// The movie header and what stands before the first fragment.
        case headers
        /// The fragments too.
        case everything
    }

    private let context: ISOReadingContext
    private var movie = ISOMovie()
    private let scope: Scope
    private let isCancelled: () -> Bool
    private var hasMovieHeader = false
    private var hasFragment = false
    private var hasStillPicture = false
    private var hasMedia = false
    private var wasCut = false
    private var damagedBox: ISOBox?
    private var stopsReading = false
    private var fragments: ISOFragmentReader

    private init(_ window: ByteWindow, _ scope: Scope, limits: ISOLimits, isCancelled: @escaping () -> Bool) {
        context = ISOReadingContext(window, limits: limits)
        fragments = ISOFragmentReader(context)
        self.scope = scope
        self.isCancelled = isCancelled
    }

    /// Reads a file. Throws ``ISOMediaError`` when there is no movie to be told of, and what the source throws.
    package static func read(
        _ window: ByteWindow,
        _ scope: Scope = .everything,
        limits: ISOLimits = ISOLimits(),
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> ISOMovie {
        let reader = ISOFileReader(window, scope, limits: limits, isCancelled: isCancelled)
        try reader.readOutermost()
        return try reader.finish()
    }

    /// The types that an outermost box of these files can have; the first box must be one of them.
    private static let outermostTypes: Set<ISOCode> = [
        "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "pnot", "sidx", "ssix", "prft", "emsg", "meta",
        "uuid", "udta", "mfra", "pdin", "junk", "PICT", "pict",
    ]

    /// Whether a file that starts with these bytes is one of this family.
    package static func recognises(_ head: [UInt8]) -> Bool {
        ISOFields(head, of: "head").peekCode(4).map(outermostTypes.contains) ?? false
    }

    private func readOutermost() throws {
        var offset: Int64 = 0
        let limit = context.window.length ?? ISOBox.farthest
        while !stopsReading, let box = try nextBox(at: offset, limit: limit) {
            guard !isCancelled() else { throw CancellationError() }
            if offset == 0, !Self.outermostTypes.contains(box.type) { throw ISOMediaError.notISOMedia }
            if movie.layout.boxes.last != box.type, movie.layout.boxes.count < 1024 {
                movie.layout.boxes.append(box.type)
            }
            if box.isCut {
                noteCut(box)
                guard box.size >= Int64(box.headerSize) else { return }
            }
            try read(box)
            offset = box.end
        }
        if offset == 0 { throw ISOMediaError.notISOMedia }
    }

    /// Too many boxes end the reading of a movie that is already known.
    private func nextBox(at offset: Int64, limit: Int64) throws -> ISOBox? {
        do {
            return try context.box(at: offset, limit: limit)
        } catch let error as ISOMediaError {
            guard hasMovieHeader else { throw error }
            context.warn("\(error); the file is read only up to there")
            return nil
        }
    }

    private func noteCut(_ box: ISOBox) {
        wasCut = true
        guard box.size >= Int64(box.headerSize) else {
            context.warn("a box '\(box.type)' is smaller than its own header; nothing behind it is read")
            damagedBox = box
            return
        }
        let head = try? context.window.available(ISOBoxHeader.largest, at: box.offset)
        let stated = head.flatMap { ISOBoxHeader(ISOFields($0, of: box.type), remaining: nil) }?.size ?? box.size
        movie.layout.missingBytes = stated - box.size
        context.warn("the file ends \(stated - box.size) bytes before its box '\(box.type)' does")
    }

    private func read(_ box: ISOBox) throws {
        switch box.type {
        case "ftyp", "styp": try readBrands(box)
        case "moov": try readMovie(box)
        case "moof": try readFragment(box)
        case "mdat":
            hasMedia = true
            if !hasMovieHeader { movie.layout.hasMediaFirst = true }
        case "sidx":
            let index = try context.attempt("sidx") {
                try ISOSegmentIndex(context.content(of: box), end: box.end)
            }
            if let index {
                try context.reserve(index.references.count * MemoryLayout<ISOSegmentIndex.Reference>.stride)
                movie.segmentIndexes.append(index)
            }
        case "mfra": try readRandomAccess(box)
        case "meta": try readFileMetadata(box)
        default: break
        }
        // Nothing but media and free space follows in a file without fragments.
        if hasMovieHeader, hasMedia, !movie.announcesFragments, !hasFragment { stopsReading = true }
    }

    private func readBrands(_ box: ISOBox) throws {
        guard movie.layout.brands == nil else { return }
        movie.layout.brands = try context.attempt("\(box.type)") {
            try ISOFileLayout.Brands(context.content(of: box, limit: 1 << 16))
        }
    }

    private func readMovie(_ box: ISOBox) throws {
        guard !hasMovieHeader else {
            context.warn("there is a second movie header; the first one counts")
            return
        }
        try ISOMovieReader(context).read(box, into: &movie)
        hasMovieHeader = true
    }

    private func readFragment(_ box: ISOBox) throws {
        hasFragment = true
        guard hasMovieHeader else { return }
        guard scope == .everything else {
            stopsReading = true
            return
        }
        do {
            let content = try context.content(of: box, limit: context.limits.fragmentHeaderBytes)
            try fragments.read(content, at: box.offset, into: &movie.tracks)
            movie.fragmentCount += 1
        } catch let error as ISOMediaError {
            // What has been read so far is sound.
            context.warn("the fragment at \(box.offset): \(error)")
            if case .limitExceeded = error { stopsReading = true }
        }
    }

    private func readRandomAccess(_ box: ISOBox) throws {
        for child in try context.boxes(in: box.content, of: box.type) where child.type == "tfra" {
            let found = try context.attempt("tfra") {
                try ISORandomAccessPoint.all(in: context.content(of: child)) { try context.reserve($0) }
            }
            guard let found, let place = movie.tracks.firstIndex(where: { $0.id == found.trackID }) else { continue }
            movie.tracks[place].randomAccessPoints = found.points
        }
    }

    private func readFileMetadata(_ box: ISOBox) throws {
        hasStillPicture = hasStillPicture || !hasMovieHeader
        var reader = ISOMetadataReader(context)
        try reader.readMeta(box)
        movie.metadata += reader.entries
    }

    /// Decides what it was that was read.
    private func finish() throws -> ISOMovie {
        guard hasMovieHeader else {
            if hasFragment { throw ISOMediaError.segmentWithoutHeader }
            let stillBrand = movie.layout.brands.flatMap { brands in
                ([brands.major] + brands.compatible).first(where: ISOFileLayout.stillBrands.contains)
            }
            if hasStillPicture, let stillBrand { throw ISOMediaError.stillImage(brand: stillBrand.description) }
            if let damagedBox {
                let place = "the box '\(damagedBox.type)' at byte \(damagedBox.offset)"
                throw ISOMediaError.damaged("\(place) is damaged, and no movie header ('moov') comes before it")
            }
            throw ISOMediaError.noMovieHeader(isTruncated: wasCut)
        }
        if movie.fragmentCount > 0 {
            for place in movie.tracks.indices { movie.tracks[place].samples.updateFacts() }
        }
        for track in movie.tracks { check(track) }
        movie.warnings = context.warnings
        return movie
    }

    private func check(_ track: ISOTrack) {
        _ = movie.timeline(of: track) { context.warn("track \(track.id): \($0)") }
        guard let length = context.window.length else { return }
        let missing = track.samples.count - track.samples.availableCount(in: length)
        if missing > 0 {
            context.warn(
                "track \(track.id): \(missing) of \(track.samples.count) samples lie behind the end of the file"
            )
        }
    }
}
