internal import AssetKitBase
package import AssetKitCore
package import AssetKitMedia
package import CMTimeLib

/// How many bytes a new file takes with all samples that it has been given, and how many it may take. Pure.
package struct ByteBudget: Sendable, Hashable {
    /// What tables there are besides the samples.
    package enum Layout: Sendable, Hashable {
        /// A movie with one index.
        case movie
        /// A movie in fragments, which stay within it beside the index: so long are they, and the first one.
        case fragments(interval: CMTime, first: CMTime)
        /// No movie: the sizes of packets at most.
        case plain
    }

    private struct Track: Sendable, Hashable {
        var byteCount: Int64 = 0
        var sampleCount: Int64 = 0
        /// When its last sample is decoded, and how long that is behind the one before.
        var decodeTime: CMTime?
        var step: CMTime?
        /// Some samples are not shown when they are decoded.
        var hasOffsets = false

        /// How many bytes a second takes, of what lasts for a moment at least: also of a time that is no number, which `max` never
        /// takes for its first.
        var rate: Double { Double(byteCount) / max(0.1, (decodeTime?.seconds ?? 0) + 0.05) }
    }

    /// What the headers take for themselves and for each track, without sample descriptions: a movie in fragments has two.
    private static let (headerBytes, headerTrackBytes): (Int64, Int64) = (1 << 10, 2 << 10)
    /// What a fragment takes, and each track in it with the place of its samples in the index.
    private static let (fragmentBytes, fragmentTrackBytes): (Int64, Int64) = (40, 168)
    /// A movie without fragments has chunks of half a second, or of a megabyte, and the index their places.
    private static let chunkBytes: Int64 = 20
    /// A fragment has no more packets of sound, unless it is a very long one.
    private static let packetCount: Int64 = 512
    /// A fragment with so many bytes ends early.
    private static let largestFragment: Int64 = 64 << 20
    /// No file has more fragments or chunks: with all that they take they can still be counted.
    private static let mostParts: Int64 = 1 << 36
    /// What a second of sound may take that has not come yet: bytes.
    private static let usualRate = 16_000.0

    /// How many bytes the file may have; nil for any number.
    package var limit: Int64?
    private let layout: Layout
    private let trackCount: Int
    /// What is said about the file at its beginning, and what is said at its end.
    private let metadataBytes: Int64
    private var finalMetadataBytes: Int64
    /// What the tracks' sample descriptions take.
    private var formatBytes: Int64 = 0
    private var sampleBytes: Int64 = 0
    private var tracks: [Track]
    private var latest = CMTime.zero
    /// The first sample that did not fit: all that is decoded then or later is left out.
    package private(set) var fullTime: CMTime?
    /// Tracks of which a sample was left out: what follows may depend on it.
    private var endedTracks: Set<Int> = []

    package init(trackCount: Int = 2, layout: Layout = .movie, metadataBytes: Int64 = 0) {
        (self.trackCount, self.layout, self.metadataBytes) = (trackCount, layout, metadataBytes)
        finalMetadataBytes = metadataBytes
        tracks = Array(repeating: Track(), count: trackCount)
    }

    /// About how many bytes the file has when it is complete; never fewer.
    package var byteCount: Int64 {
        let headers = Self.headerBytes + Int64(trackCount) * Self.headerTrackBytes + formatBytes
        return sampleBytes + headers + metadataBytes + finalMetadataBytes + partBytes
    }

    /// What fragments or chunks take.
    private var partBytes: Int64 {
        let tracks = Int64(trackCount)
        switch layout {
        case .plain: return 0
        case .movie:
            let count = Self.partCount(latest.seconds * 2) + 2 + sampleBytes >> 20
            return count * tracks * Self.chunkBytes
        case .fragments(let interval, let first):
            guard interval > .zero else { return 0 }
            // The first one, those that are whole, the last one, and one that the length of the last sample may begin.
            let whole = Self.partCount((latest - first).seconds / interval.seconds)
            let count = whole + 3 + sampleBytes / Self.largestFragment
            return count * (Self.fragmentBytes + tracks * Self.fragmentTrackBytes)
        }
    }

    /// How many parts a time has, whatever clients say that it is.
    private static func partCount(_ number: Double) -> Int64 { min(max(0, Int64(pinning: number)), mostParts) }

    /// No sample has been taken.
    package var isEmpty: Bool { sampleBytes == 0 }

    /// The formats of a track are known: what they say of codecs is in each header.
    package mutating func knows(_ formats: [CMFormatDescription]) {
        let bytes: Int64 = formats.flatMap { $0.atoms.values }.reduce(0) { $0 + Int64($1.count) }
        formatBytes += layout == .plain ? bytes : 2 * bytes
    }

    /// Whether there is room for a sample of a track, which is then counted. Once one is left out, so are all behind it.
    package mutating func takes(_ sample: SinkSample, of track: Int) -> Bool {
        guard let limit else {
            count(sample, of: track)
            return true
        }
        guard !endedTracks.contains(track) else { return false }
        var filled = self
        filled.count(sample, of: track)
        let room = fullTime == nil ? limit - reserve(behind: sample, of: track) : limit
        guard sample.decodeTime < fullTime ?? .positiveInfinity, filled.byteCount <= room else {
            endedTracks.insert(track)
            fullTime = CMTimeMinimum(fullTime ?? .positiveInfinity, sample.decodeTime)
            return false
        }
        self = filled
        return true
    }

    /// Whether there is room for other metadata at the end, which is then counted.
    package mutating func takes(finalMetadataBytes bytes: Int64) -> Bool {
        if let limit, byteCount - finalMetadataBytes + bytes > limit { return false }
        finalMetadataBytes = bytes
        return true
    }

    /// What is kept for the samples of other tracks that come later and belong before a sample, at their pace so far. Of tracks that
    /// take more than its own nothing is: what has to be left out for them is little.
    private func reserve(behind sample: SinkSample, of track: Int) -> Int64 {
        let time = sample.decodeTime.seconds + 0.1
        guard let limit, time.isFinite, tracks.indices.contains(track) else { return 0 }
        let (own, most) = (tracks[track], Double(limit / 16))
        let bytes = tracks.indices.reduce(0.0) { sum, index in
            let other = tracks[index]
            guard index != track else { return sum }
            guard let last = other.decodeTime else { return sum + min(max(0, time) * Self.usualRate, most) }
            guard own.sampleCount == 0 || other.rate <= own.rate else { return sum }
            return sum + max(0, time - last.seconds) * other.rate
        }
        return min(max(0, Int64(pinning: bytes)), max(0, limit))
    }

    private mutating func count(_ sample: SinkSample, of track: Int) {
        // A file of which nobody counts anything may have any tracks.
        if track >= tracks.count { tracks += Array(repeating: Track(), count: track + 1 - tracks.count) }
        let bytes = Int64(sample.data.endIndex) + tableBytes(of: sample, after: tracks[track])
        sampleBytes += bytes
        tracks[track].byteCount += bytes
        tracks[track].sampleCount += 1
        tracks[track].hasOffsets = tracks[track].hasOffsets || sample.hasOffset
        if let last = tracks[track].decodeTime { tracks[track].step = sample.decodeTime - last }
        tracks[track].decodeTime = sample.decodeTime
        if sample.decodeTime.isNumeric, sample.decodeTime > latest { latest = sample.decodeTime }
    }

    /// What a sample takes in tables besides its own bytes. Frames of uncompressed sound, which are all alike, take nothing.
    private func tableBytes(of sample: SinkSample, after track: Track) -> Int64 {
        guard sample.count == 1 else { return 0 }
        guard layout != .plain else { return 8 }
        let isFragmented = layout != .movie
        // Its size in the index and in the fragment, and what depends on it.
        var bytes: Int64 = 5
        if isFragmented { bytes += 4 }
        if !sample.isAlone {
            // Its length and its kind in the fragment.
            if isFragmented { bytes += 8 }
            if sample.isSync || sample.isPartialSync { bytes += 8 }
        }
        if let last = track.decodeTime, sample.decodeTime - last != track.step {
            // A run of equal lengths ends, and a fragment of packets has their lengths too.
            bytes += 8
            if isFragmented, sample.isAlone { bytes += 4 * min(track.sampleCount, Self.packetCount) }
        }
        guard sample.hasOffset || track.hasOffsets else { return bytes }
        bytes += isFragmented ? 12 : 8
        // Those before have one too from now on.
        if !track.hasOffsets { bytes += 16 + (isFragmented ? 4 * track.sampleCount : 0) }
        return bytes
    }
}

extension SinkSample {
    /// It is not shown when it is decoded.
    fileprivate var hasOffset: Bool { presentationTime.isNumeric && presentationTime != decodeTime }

    /// A packet of sound: none of its track has to do with others.
    fileprivate var isAlone: Bool { isSync && dependsOnOthers != true && othersDependOnIt == nil }
}

extension MetadataEntry {
    /// About how many bytes some take in a file; never fewer than they do. Outside of movies texts may be in units of two bytes.
    package static func byteCount(of entries: [MetadataEntry], isMovie: Bool) -> Int64 {
        entries.reduce(0) { sum, entry in
            let size: Int64 =
                switch entry.value {
                case .text(let text): (isMovie ? 1 : 2) * Int64(text.utf8.count)
                case .data(let bytes): Int64(bytes.count)
                case .stored(let range): Int64(range.count)
                case .integer, .number: 16
                }
            return sum + size + Int64(entry.key.utf8.count) + 160
        }
    }
}
