internal import CMTimeLib
internal import Foundation

/// A piece of a movie in segments, as it is made. A plain value.
struct ISOSegment: Sendable {
    enum Kind: Sendable {
        /// The header, which comes once and before all others.
        case initialization
        /// Samples, which can be played behind the header alone.
        case media
    }

    /// What a segment has of one track.
    struct TrackReport: Sendable {
        /// The place of the track in the plan.
        let track: Int
        let mediaType: AVMediaType
        /// When the first of its samples is shown, and how long all of them are together.
        let earliestPresentationTime: CMTime
        let duration: CMTime
        /// The first sample in decode order: when it is shown, and where in the segment its bytes are.
        let firstSampleTime: CMTime
        let firstSampleOffset: Int
        let firstSampleLength: Int
        let firstSampleIsSync: Bool
    }

    let kind: Kind
    let bytes: [UInt8]
    /// Counted from 1; 0 for the header.
    let number: Int
    let tracks: [TrackReport]

    /// When its first sample is shown.
    var start: CMTime { tracks.map(\.earliestPresentationTime).min() ?? .zero }
    /// From its first sample to the end of its last one, by the pictures where there are any.
    var duration: CMTime {
        let pictures = tracks.filter { $0.mediaType == .video }
        let counted = pictures.isEmpty ? tracks : pictures
        let start = counted.map(\.earliestPresentationTime).min() ?? .zero
        return (counted.map { $0.earliestPresentationTime + $0.duration }.max() ?? start) - start
    }
}

/// Makes segments for streaming: a header, and pieces of media that begin with a sync sample.
///
/// A segment ends at the first sync sample of the leading track (the first one with pictures, else the first) that is shown
/// at a multiple of the interval or after it, and wherever ``flush()`` says. Not Sendable: one stage owns it.
final class ISOSegmentSink: MediaSink {
    /// What the segments promise to players.
    enum Profile: Sendable, Hashable {
        /// Any player of fragments.
        case plain
        case cmaf
        case hls
    }

    private let assembly: ISOMovieAssembly
    private let profile: Profile
    private let interval: CMTime
    private let onSegment: (ISOSegment) throws -> Void
    private var queue: ISOFragmentQueue
    private let leader: Int
    /// From where the intervals count.
    private var origin: CMTime?
    private var wantsFlush = false
    private var mark: CMTime?
    private var number = 0

    /// Hands the header over at once. `interval` that is not numeric ends segments only where ``flush()`` says; `origin`
    /// is the time that intervals count from, the first sample's where there is none.
    init(
        _ plan: SinkPlan,
        profile: Profile = .plain,
        interval: CMTime,
        origin: CMTime? = nil,
        onSegment: @escaping (ISOSegment) throws -> Void
    ) throws {
        guard !interval.isNumeric || interval > .zero else {
            throw ISOWritingError.time("segments must have a length")
        }
        assembly = ISOMovieAssembly(plan)
        self.profile = profile
        self.interval = interval
        self.origin = origin
        self.onSegment = onSegment
        queue = ISOFragmentQueue(try assembly.tracks())
        leader = queue.tracks.firstIndex { $0.handler == "vide" } ?? 0
        let header = try ISOMovieWriter(content: try assembly.fragmentedContent(queue)).bytes()
        let bytes = Self.brands(profile, assembly).bytes() + header
        try onSegment(ISOSegment(kind: .initialization, bytes: bytes, number: 0, tracks: []))
    }

    private static func brands(_ profile: Profile, _ assembly: ISOMovieAssembly) -> ISOBrands {
        switch profile {
        case .plain: assembly.brands(isFragmented: true)
        case .cmaf: ISOBrands(major: "iso6", compatible: ["iso6", "isom", "cmfc", "mp41"])
        case .hls: ISOBrands(major: "iso6", minorVersion: 1, compatible: ["iso6", "isom", "mp41", "hlsf"])
        }
    }

    /// Ends the segment at the next sync sample of the leading track.
    func flush() { wantsFlush = true }

    func write(_ sample: SinkSample, to track: Int) throws {
        if track == leader { try endSegment(before: sample) }
        try queue.append(sample, to: track)
        try cutIfComplete()
    }

    /// Decides whether a sample of the leading track begins a segment.
    private func endSegment(before sample: SinkSample) throws {
        let start = origin ?? sample.presentationTime
        origin = start
        guard mark == nil, sample.isSync, queue.isWaiting(leader) else { return }
        let isDue = interval.isNumeric && sample.presentationTime >= start + interval
        guard isDue || wantsFlush else { return }
        wantsFlush = false
        mark = sample.decodeTime.isNumeric ? sample.decodeTime : sample.presentationTime
        guard isDue else { return }
        // The next one ends where it would have if this one had been on time.
        var next = start
        while next + interval <= sample.presentationTime { next = next + interval }
        origin = next
    }

    /// Hands a segment over once the other tracks have come as far as its end, or will not for long.
    private func cutIfComplete() throws {
        guard let mark else { return }
        let lead = queue.ends[leader] ?? .zero
        let patience = interval.isNumeric ? interval : CMTime(value: 10, timescale: 1)
        let isComplete = queue.tracks.indices.allSatisfy { track in
            guard track != leader, ["vide", "soun"].contains(queue.tracks[track].handler) else { return true }
            let end = queue.ends[track] ?? .zero
            return end >= mark || lead - end > patience
        }
        guard isComplete else { return }
        self.mark = nil
        try emit(before: mark)
    }

    private func emit(before time: CMTime?) throws {
        guard let fragment = try queue.take(before: time) else { return }
        number += 1
        let head = profile == .plain ? [] : Self.brands(profile, assembly).bytes("styp")
        let reports = fragment.parts.reduce(into: [Int: ISOSegment.TrackReport]()) { reports, part in
            guard reports[part.track] == nil else { return }
            let all = fragment.parts.filter { $0.track == part.track }
            reports[part.track] = report(all, offset: head.count)
        }
        let tracks = reports.sorted { $0.key < $1.key }.map(\.value)
        try onSegment(ISOSegment(kind: .media, bytes: head + fragment.bytes, number: number, tracks: tracks))
    }

    private func report(_ parts: [ISOFragmentQueue.Part], offset: Int) -> ISOSegment.TrackReport {
        let track = parts[0].track
        let timescale = queue.tracks[track].timescale
        let rows = parts.flatMap(\.rows)
        let starts = rows.map { $0.decodeTicks + Int64($0.compositionOffset) }
        let length = rows.reduce(0) { $0 + Int64($1.duration) * Int64($1.count) }
        func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: timescale) }
        return ISOSegment.TrackReport(
            track: track,
            mediaType: queue.tracks[track].plan.mediaType,
            earliestPresentationTime: time(starts.min() ?? 0),
            duration: time(length),
            firstSampleTime: time(starts.first ?? 0),
            firstSampleOffset: offset + parts[0].offset,
            firstSampleLength: Int(rows.first?.size ?? 0),
            firstSampleIsSync: rows.first?.isSync ?? true
        )
    }

    /// Hands over what is left. Edits cannot be told any more, and metadata and chapters were told in the header.
    func finish(_ ending: SinkEnding) throws {
        if let mark {
            self.mark = nil
            try emit(before: mark)
        }
        try emit(before: nil)
    }
}
