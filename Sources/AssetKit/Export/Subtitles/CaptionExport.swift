internal import CMTimeLib

/// Where closed captions are that can be read.
enum CaptionKind: Sendable, Hashable {
    /// In samples of their own.
    case samples
    /// Inside pictures, which have to be decoded for them.
    case pictures

    init?(_ track: TrackFacts) {
        switch track.codec {
        case "c608".fourCharCode: self = .samples
        case "atcc".fourCharCode: self = .pictures
        default: return nil
        }
    }
}

/// Makes text of closed captions.
///
/// What shows at one time may have been sent long before; so it reads from the beginning, whatever is wanted.
struct CaptionExport {
    private let asset: AVAsset
    private let loaded: LoadedAsset
    private let settings: ExportSettings
    private let flag: CancellationFlag

    init(_ asset: AVAsset, _ loaded: LoadedAsset, _ settings: ExportSettings, _ flag: CancellationFlag) {
        (self.asset, self.loaded, self.settings, self.flag) = (asset, loaded, settings, flag)
    }

    /// What shows in a range, whose start is zero for the cues.
    func cues(of track: AVAssetTrack, _ kind: CaptionKind, in range: CMTimeRange, _ report: (CMTime) -> Void) throws
        -> [SubtitleFile.Cue]
    {
        switch kind {
        case .samples:
            let plan = ExportPlan(range: range, fileType: AVFileType.akWebVTT.rawValue, tracks: [])
            return try CopiedTrack(track.trackID, of: asset, plan, settings).captions(flag, report)
        case .pictures:
            let reader = CaptionReader(decoder: try CaptionDecoder())
            try readPictures(of: track, until: range.end, reader, report)
            let last = range.end.isNumeric ? range.end : loaded.facts.duration
            let end = last.isNumeric ? CMTimeMaximum(last, reader.latest) : reader.latest
            return try reader.finish(at: end).cut(to: range)
        }
    }

    private func readPictures(
        of track: AVAssetTrack,
        until end: CMTime,
        _ reader: CaptionReader,
        _ report: (CMTime) -> Void
    ) throws {
        let range = CMTimeRange(start: .zero, end: end)
        let carriers = loaded.tracks.filter { $0.mediaType == .video && $0.facts.hasCaptionsInside }
        let listed = loaded.tracks.filter { $0.facts.codec == "atcc".fourCharCode }
        // They are listed in the order of the pictures that carry them.
        guard let place = listed.firstIndex(where: { $0 === track }), carriers.indices.contains(place) else {
            throw MediaProblem(code: .noSourceTrack, reason: "the pictures with its captions are not there")
        }
        let source = loaded.source(of: carriers[place])
        if let obstacle = source.obstacle { throw obstacle }
        let session = ReadingSession(loaded, flag: flag)
        let (samples, origin) = try session.reader(of: source, decoding: true, false)
        let stream = PictureStream(
            try PictureSource(samples, threadCount: 0, counters: session.counters, flag: flag),
            source.stretches(in: range, origin: origin),
            startsAtBeginning: source.index == nil
        )
        let frame = Frame()
        while let time = try stream.next(into: frame) {
            try flag.check()
            try reader.read(frame.captions, at: time.start, until: time.end)
            report(time.end)
        }
    }
}

/// Collects what a decoder of captions makes of them. Not Sendable: one stage owns it.
final class CaptionReader {
    private let decoder: CaptionDecoder
    private var found: [CaptionDecoder.Caption] = []
    /// When what has been read so far ends.
    private(set) var latest = CMTime.zero

    init(decoder: CaptionDecoder) { self.decoder = decoder }

    func read(_ triplets: [UInt8], at start: CMTime, until end: CMTime) throws {
        latest = CMTimeMaximum(latest, end)
        guard !triplets.isEmpty else { return }
        let time = start.convertScale(CaptionDecoder.timescale, method: .roundHalfAwayFromZero)
        found += try decoder.decode(triplets, at: time.value)
    }

    /// Everything, where what nobody takes away shows to the end.
    func finish(at end: CMTime) throws -> [SubtitleFile.Cue] {
        found += try decoder.finish()
        func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: CaptionDecoder.timescale) }
        let cues = found.enumerated().map { number, caption in
            let next = found.indices.contains(number + 1) ? time(found[number + 1].start) : end
            let text = StyledText(substation: caption.event).trimmed
            return SubtitleFile.Cue(start: time(caption.start), end: caption.end.map(time) ?? next, text: text)
        }
        return cues.filter { $0.start < $0.end && !$0.text.isEmpty }
    }
}

/// Pairs of bytes of captions, in the form that pictures carry them: a byte that says of which field, and the pair.
enum CaptionPairs {
    /// Those of a sample of a QuickTime track: atoms with the pairs of one field each.
    static func triplets(sample bytes: [UInt8]) -> [UInt8] {
        var (rest, result): (ArraySlice<UInt8>, [UInt8]) = (bytes[...], [])
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard (8...rest.count).contains(size) else { return result }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let pairs = Array(rest.prefix(size).dropFirst(8))
            let marker: UInt8? = ["cdat": 0xFC, "cdt2": 0xFD][name]
            if let marker {
                for place in stride(from: 0, to: pairs.count - 1, by: 2) {
                    result += [marker, pairs[place], pairs[place + 1]]
                }
            }
            rest = rest.dropFirst(size)
        }
        return result
    }
}
