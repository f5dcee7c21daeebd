/// Adds the samples of one `moof` after the other to the tables of the tracks.
struct ISOFragmentReader {
    private let context: ISOReadingContext
    /// Where the `moof` starts.
    private var start: Int64 = 0
    /// Tracks whose samples ended with a failure.
    private var endedTracks: Set<UInt32> = []
    /// Where the data of the last track fragment ended, from which the next one counts if it says nothing else.
    private var dataEnd: Int64 = 0

    init(_ context: ISOReadingContext) { self.context = context }

    /// Reads all track fragments of the `moof` that starts at `start`. A damaged one ends the samples of its track.
    mutating func read(_ content: ISOFields, at start: Int64, into tracks: inout [ISOTrack]) throws {
        self.start = start
        dataEnd = start
        var fields = content
        while let (type, content) = fields.nextBox() {
            try context.countBox()
            guard type == "traf" else { continue }
            _ = try context.attempt("the fragment at \(start)") { try readTrackFragment(content, into: &tracks) }
        }
    }

    private mutating func readTrackFragment(_ content: ISOFields, into tracks: inout [ISOTrack]) throws {
        guard let head = content.firstBox("tfhd") else {
            throw ISOMediaError.damaged("a track fragment without a header is left out")
        }
        let header = try ISOTrackFragmentHeader(head)
        // What cannot be counted any more ended this track; nothing may follow it.
        guard !endedTracks.contains(header.trackID) else { return }
        guard let place = tracks.firstIndex(where: { $0.id == header.trackID }) else {
            throw ISOMediaError.damaged("it has samples of track \(header.trackID), which the movie has not")
        }
        // A fragment of a track that the movie announces none for is read all the same.
        let defaults = header.defaults(tracks[place].fragmentDefaults)
        let base = header.baseOffset ?? (header.isBaseFragment ? start : dataEnd)
        do {
            try readSamples(content, of: header.trackID, base: base, defaults: defaults, into: &tracks[place].samples)
        } catch {
            endedTracks.insert(header.trackID)
            throw error
        }
    }

    private mutating func readSamples(
        _ content: ISOFields,
        of trackID: UInt32,
        base: Int64,
        defaults: ISOTrackFragmentHeader.Defaults,
        into samples: inout ISOSampleTable
    ) throws {
        if let time = Self.decodeTime(content) {
            if time < samples.times.end, samples.times.count > 0 {
                context.warn("track \(trackID): a fragment starts before the one in front of it ends")
            }
            samples.times.jump(to: time)
        }
        try readRuns(content, base: base, defaults: defaults, into: &samples)
    }

    /// `tfdt`, or what Smooth Streaming has instead of it.
    private static func decodeTime(_ content: ISOFields) -> Int64? {
        var walk = content
        while let box = walk.nextBox() {
            var fields = box.content
            guard box.type == "tfdt" || (box.type == "uuid" && fields.userType == smoothTime) else { continue }
            guard let version = try? fields.versionAndFlags().version,
                let time = try? fields.unsigned(isWide: version == 1)
            else { continue }
            return Int64(min(time, UInt64(ISODecodeTimes.latest)))
        }
        return nil
    }

    private static let smoothTime: [UInt8] = [
        0x6d, 0x1d, 0x9b, 0x05, 0x42, 0xd5, 0x44, 0xe6, 0x80, 0xe2, 0x14, 0x1d, 0xaf, 0xf7, 0x57, 0xb2,
    ]

    private mutating func readRuns(
        _ content: ISOFields,
        base: Int64,
        defaults: ISOTrackFragmentHeader.Defaults,
        into samples: inout ISOSampleTable
    ) throws {
        let first = samples.chunks.count
        var groups = ISOSampleGroupReader(context: context, name: "the fragment at \(start)")
        var position = base
        defer { dataEnd = position }
        var fields = content
        while let (type, content) = fields.nextBox() {
            try context.countBox()
            switch type {
            case "trun":
                var run = ISOTrackRunReader(defaults: defaults, base: base, position: position, context: context)
                try run.read(content, into: &samples)
                position = run.position
            case "sgpd", "sbgp": try groups.read(content)
            default: break
            }
        }
        let last = samples.chunks.count
        let movieGroups = samples.movieGroups
        groups.apply(to: &samples, samples: first..<last, movieGroups: movieGroups)
    }
}
