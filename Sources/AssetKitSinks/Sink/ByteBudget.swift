package import AssetKitCore
internal import AssetKitMedia
package import CMTimeLib

/// How many bytes a new file takes with all samples that it has been given, and how many it may take. Pure.
package struct ByteBudget: Sendable, Hashable {
    /// What a sample takes in tables besides its own bytes: in a fragment and in the index. Frames of uncompressed sound, which are of
    /// one size, share that.
    private static let tableBytes: Int64 = 40
    /// What the header takes for itself and for each track, and a fragment.
    private static let (headerBytes, headerTrackBytes): (Int64, Int64) = (2 << 10, 2 << 10)
    private static let (fragmentBytes, fragmentTrackBytes): (Int64, Int64) = (200, 220)

    /// How many bytes the file may have; nil for any number.
    package var limit: Int64?
    /// How often fragments begin; nil where there are none.
    package var fragmentInterval: CMTime?
    private let trackCount: Int64
    /// What is said about the file at its beginning, and what is said at its end.
    private let metadataBytes: Int64
    private var finalMetadataBytes: Int64
    private var sampleBytes: Int64 = 0
    private var latest = CMTime.zero
    /// The first sample that did not fit: all that is decoded then or later is left out.
    package private(set) var fullTime: CMTime?
    /// Tracks of which a sample was left out: what follows may depend on it.
    private var endedTracks: Set<Int> = []

    package init(trackCount: Int = 2, metadataBytes: Int64 = 0) {
        (self.trackCount, self.metadataBytes) = (Int64(trackCount), metadataBytes)
        finalMetadataBytes = metadataBytes
    }

    /// About how many bytes the file has when it is complete; never fewer than that by more than its header.
    package var byteCount: Int64 {
        var count = sampleBytes + Self.headerBytes + trackCount * Self.headerTrackBytes
        count += metadataBytes + finalMetadataBytes
        guard let fragmentInterval, fragmentInterval > .zero, latest > .zero else { return count }
        let fragments = Int64(clamping: Int((latest.seconds / fragmentInterval.seconds).rounded(.up)) + 3)
        return count + fragments * (Self.fragmentBytes + trackCount * Self.fragmentTrackBytes)
    }

    /// No sample has been taken.
    package var isEmpty: Bool { sampleBytes == 0 }

    /// Whether there is room for a sample of a track, which is then counted. Once one is left out, so are all behind it.
    package mutating func takes(_ sample: SinkSample, of track: Int) -> Bool {
        let bytes = Int64(sample.data.endIndex) + Self.tableBytes
        guard let limit else {
            count(sample, bytes)
            return true
        }
        guard !endedTracks.contains(track) else { return false }
        let room = fullTime == nil ? limit - Self.reserve(of: limit) : limit
        guard sample.decodeTime < fullTime ?? .positiveInfinity, byteCount + bytes <= room else {
            endedTracks.insert(track)
            fullTime = CMTimeMinimum(fullTime ?? .positiveInfinity, sample.decodeTime)
            return false
        }
        count(sample, bytes)
        return true
    }

    /// Whether there is room for other metadata at the end, which is then counted.
    package mutating func takes(finalMetadataBytes bytes: Int64) -> Bool {
        if let limit, byteCount - finalMetadataBytes + bytes > limit { return false }
        finalMetadataBytes = bytes
        return true
    }

    /// What is kept for the last samples of tracks that are a little behind.
    private static func reserve(of limit: Int64) -> Int64 { min(max(limit / 16, 2 << 10), 48 << 10) }

    private mutating func count(_ sample: SinkSample, _ bytes: Int64) {
        sampleBytes += bytes
        if sample.decodeTime > latest { latest = sample.decodeTime }
    }
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
