internal import AssetKitISOMedia
package import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// A segment of a movie, or its initialization segment, as it is made. A plain value.
package struct ISOSegment: Sendable {
    package enum Kind: Sendable {
        /// The header, which comes once and before all others.
        case initialization
        /// Samples, which can be played behind the header alone.
        case media
    }

    /// What a segment has of one track.
    package struct TrackReport: Sendable {
        /// The place of the track in the plan.
        package let track: Int
        package let mediaType: AVMediaType
        /// When the first of its samples is shown, and how long all of them are together.
        package let earliestPresentationTime: CMTime
        package let duration: CMTime
        /// The first sample in decode order: when it is shown, and where in the segment its bytes are.
        package let firstSampleTime: CMTime
        package let firstSampleOffset: Int
        package let firstSampleLength: Int
        package let firstSampleIsSync: Bool
    }

    package let kind: Kind
    package let bytes: [UInt8]
    /// Counted from 1; 0 for the header.
    package let number: Int
    package let tracks: [TrackReport]

    /// When its first sample is shown.
    var start: CMTime { tracks.map(\.earliestPresentationTime).min() ?? .zero }
    /// From its first sample to the end of its last one, by the pictures where there are any.
    package var duration: CMTime {
        let pictures = tracks.filter { $0.mediaType == .video }
        let counted = pictures.isEmpty ? tracks : pictures
        let start = counted.map(\.earliestPresentationTime).min() ?? .zero
        return (counted.map { $0.earliestPresentationTime + $0.duration }.max() ?? start) - start
    }
}

/// Makes segments for streaming: an initialization segment, and media segments that begin with a sync sample.
///
/// A segment ends at the first sync sample of the leading track (the first one with pictures, else the first) that is shown
/// at a multiple of the interval or after it, and wherever ``flush()`` says. Not Sendable: one stage owns it.
package final class ISOSegmentSink: MediaSink {
    /// What the segments promise to players.
    package enum Profile: Sendable, Hashable {
        /// Any player of fragments.
        case plain
        case cmaf
        case hls
    }

    private let assembly: ISOMovieAssembly
    private let profile: Profile
    private let interval: CMTime
    /// The movie's zero on the segments' clock.
    private let zero: CMTime
    private let onSegment: (ISOSegment) throws -> Void
    private var queue: ISOFragmentQueue
    private let leader: Int
    /// Where segments end; nil before the first sample of the leading track, where that says from where intervals count.
    private var grid: SegmentGrid?
    /// Which interval the segment under way began in.
    private var current: Int64?
    private var wantsFlush = false
    /// When the first sample of the next segment is decoded, on the segments' clock.
    private var mark: CMTime?
    private var number = 0
    private var hasHeader = false

    /// Hands the header over at once, or with the first pictures where an edit tells how long before zero they are
    /// decoded. `interval` that is not numeric ends segments only where ``flush()`` says; `origin` is the time that
    /// intervals count from, the first sample's where there is none; `zero` is what the segments' clock shows at the
    /// movie's beginning.
    ///
    /// Streams for Apple's players have no edits. There a clock that begins too early for what sound has before its
    /// beginning begins a little later, for all tracks.
    package init(
        _ plan: SinkPlan,
        profile: Profile = .plain,
        interval: CMTime,
        origin: CMTime? = nil,
        zero: CMTime = .zero,
        onSegment: @escaping (ISOSegment) throws -> Void
    ) throws {
        guard !interval.isNumeric || interval > .zero else {
            throw ISOWritingError.time("segments must have a length")
        }
        assembly = ISOMovieAssembly(plan)
        self.profile = profile
        self.interval = interval
        self.onSegment = onSegment
        grid = origin.map { SegmentGrid(start: $0, interval: interval) }
        let hasEdits = profile != .hls
        self.zero = hasEdits ? zero : zero + Self.lead(plan.tracks, zero)
        queue = ISOFragmentQueue(try assembly.tracks(), tellsPriming: hasEdits)
        leader = queue.tracks.firstIndex { $0.handler == "vide" } ?? 0
        if !hasEdits || queue.knowsPictures { try begin() }
    }

    /// Hands the header over, unless that has been done.
    private func begin() throws {
        guard !hasHeader else { return }
        if profile != .hls { queue.settleZeros() }
        let header = try ISOMovieWriter(content: try assembly.fragmentedContent(queue)).bytes()
        let bytes = Self.brands(profile, assembly).bytes() + header
        try onSegment(ISOSegment(kind: .initialization, bytes: bytes, number: 0, tracks: []))
        hasHeader = true
    }

    /// How much later all tracks begin so that no priming comes before the clock's zero. Pictures are decoded before they are
    /// shown, and players differ over offsets below zero: ten seconds leave room for both, and every clock can tell them.
    private static func lead(_ tracks: [SinkTrack], _ zero: CMTime) -> CMTime {
        let hasPriming = tracks.contains { $0.priming > 0 }
        let room = CMTime(value: 1, timescale: 1)
        return hasPriming && zero < room ? CMTime(value: 10, timescale: 1) : .zero
    }

    private static func brands(_ profile: Profile, _ assembly: ISOMovieAssembly) -> ISOBrands {
        switch profile {
        case .plain: assembly.brands(isFragmented: true)
        case .cmaf: ISOBrands(major: "iso6", compatible: ["iso6", "isom", "cmfc", "mp41"])
        case .hls: ISOBrands(major: "iso6", minorVersion: 1, compatible: ["iso6", "isom", "mp41", "hlsf"])
        }
    }

    /// Ends the segment at the next sync sample of the leading track.
    package func flush() { wantsFlush = true }

    package func write(_ sample: SinkSample, to track: Int) throws {
        if track == leader { try endSegment(before: sample) }
        guard let placed = placed(sample, in: track) else { return }
        try queue.append(placed, to: track)
        if queue.knowsPictures { try begin() }
        try cutIfComplete()
    }

    /// A sample on the segments' clock; nil for priming from before it, which no edit could hide.
    private func placed(_ sample: SinkSample, in track: Int) -> SinkSample? {
        var sample = sample
        sample.presentationTime = sample.presentationTime + zero
        sample.decodeTime = sample.decodeTime + zero
        let isTooEarly = profile == .hls && queue.tracks[track].handler == "soun" && sample.presentationTime < .zero
        return isTooEarly ? nil : sample
    }

    /// Decides whether a sample of the leading track begins a segment.
    private func endSegment(before sample: SinkSample) throws {
        let grid = grid ?? SegmentGrid(start: sample.presentationTime, interval: interval)
        self.grid = grid
        let number = grid.number(at: sample.presentationTime)
        guard let current, queue.isWaiting(leader) else { return self.current = number }
        guard sample.isSync, number > current || wantsFlush else { return }
        // Tracks that have not come as far as the end of the segment before are not waited for any longer.
        if let mark { try emit(before: mark) }
        wantsFlush = false
        self.current = number
        mark = (sample.decodeTime.isNumeric ? sample.decodeTime : sample.presentationTime) + zero
    }

    /// Hands a segment over once the other tracks have come as far as its end, or will not for long.
    private func cutIfComplete() throws {
        guard let mark else { return }
        let lead = queue.ends[leader] ?? zero
        let patience = interval.isNumeric ? interval : CMTime(value: 10, timescale: 1)
        let isComplete = queue.tracks.indices.allSatisfy { track in
            guard track != leader, ["vide", "soun"].contains(queue.tracks[track].handler) else { return true }
            let end = queue.ends[track] ?? zero
            return end >= mark || lead - end > patience
        }
        guard isComplete else { return }
        self.mark = nil
        try emit(before: mark)
    }

    private func emit(before time: CMTime?) throws {
        try begin()
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

    private func report(_ parts: [ISOFragmentQueue.TrackFragment], offset: Int) -> ISOSegment.TrackReport {
        let track = parts[0].track
        let timescale = queue.tracks[track].timescale
        let first = parts[0].rows.first
        let start = parts.map(\.shown.lowerBound).min() ?? 0
        let end = parts.map(\.shown.upperBound).max() ?? start
        func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: timescale) }
        return ISOSegment.TrackReport(
            track: track,
            mediaType: queue.tracks[track].plan.mediaType,
            earliestPresentationTime: time(start),
            duration: time(end - start),
            firstSampleTime: time(first.map { $0.decodeTicks + Int64($0.compositionOffset) } ?? 0),
            firstSampleOffset: offset + parts[0].offset,
            firstSampleLength: Int(first?.size ?? 0),
            firstSampleIsSync: first?.isSync ?? true
        )
    }

    /// Hands over what is left. Edits cannot be told any more, and metadata and chapters were told in the header.
    package func finish(_ ending: SinkEnding) throws {
        if let mark {
            self.mark = nil
            try emit(before: mark)
        }
        try emit(before: nil)
    }
}
