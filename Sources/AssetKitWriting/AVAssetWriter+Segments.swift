internal import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
internal import AssetKitSinks
public import CMTimeLib
internal import Dispatch
internal import Foundation

// Writing segments instead of a file.
extension AVAssetWriter {
    /// Takes the segments. The writer does not hold it.
    public var delegate: (any AVAssetWriterDelegate)? {
        get { value(\.delegate) }
        set { set("delegate", \.delegate, newValue) }
    }

    /// How long segments are to be: each begins with a sync sample of the pictures, or of the sound where there are none, at
    /// a multiple of this or after it. What is encoded has a sync sample there; what is stored as it comes may have one only
    /// later. Indefinite cuts only at ``flushSegment()``. Where nothing is said, segments are of six seconds.
    public var preferredOutputSegmentInterval: CMTime {
        get { value(\.preferredOutputSegmentInterval) }
        set {
            require(
                newValue.isIndefinite || (newValue.isNumeric && newValue > .zero),
                "AVAssetWriter.preferredOutputSegmentInterval: \(newValue) is no interval"
            )
            set("preferredOutputSegmentInterval", \.preferredOutputSegmentInterval, newValue)
        }
    }

    /// The source time that intervals of segments count from; the first picture's where it is invalid.
    ///
    /// Segments keep the times of the source: those of the session are not counted from zero as they are in a file. Only
    /// with the profile ``AVFileTypeProfile/mpeg4AppleHLS``, which has no edits, all tracks are later together where a
    /// session begins so close to zero that sound has something to store before it; the reports say so.
    public var initialSegmentStartTime: CMTime {
        get { value(\.initialSegmentStartTime) }
        set {
            require(newValue.isNumeric, "AVAssetWriter.initialSegmentStartTime: \(newValue) is no time")
            set("initialSegmentStartTime", \.initialSegmentStartTime, newValue)
        }
    }

    /// What segments have to comply with beyond their file type.
    public var outputFileTypeProfile: AVFileTypeProfile? {
        get { value(\.outputFileTypeProfile) }
        set { set("outputFileTypeProfile", \.outputFileTypeProfile, newValue) }
    }

    /// Ends the segment: what is appended from now on belongs to the next one, from its next sync sample on. Only for
    /// writers whose interval is indefinite.
    public func flushSegment() {
        require(isSegmented, "AVAssetWriter.flushSegment: the writer makes no segments")
        require(
            preferredOutputSegmentInterval.isIndefinite,
            "AVAssetWriter.flushSegment: segments end by their interval, which is not indefinite"
        )
        require(status != .unknown, "AVAssetWriter.flushSegment: the writer has not started")
        segments.flush()
    }

    /// The file is of use at every moment.
    var isCrashSafe: Bool {
        let setup = setup.withLock { $0 }
        return setup.movieFragmentInterval.isNumeric
            && WriterRules.canGrow(outputFileType, setup.inputs.map(\.outputSettings))
    }

    /// Where the result goes.
    func destination() throws -> WritingSession.Destination {
        let setup = setup.withLock { $0 }
        guard isSegmented else {
            // What is to survive a crash has its name from the beginning, or as soon as it replaces what had it.
            return .file(
                outputURL.path,
                isCrashSafe ? .atOnce : .whenPublished,
                replaces: setup.replacesExistingFile,
                open: setup.opener
            )
        }
        guard setup.delegate != nil else {
            throw MediaProblem(code: .incorrectlyConfigured, reason: "a writer of segments needs a delegate")
        }
        return .sink { [weak self, segments] plan in
            try SegmentingSink(plan, setup, zero: self?.sessionStart ?? .zero, segments) {
                [weak self] data, type, report in
                guard let self else { return }
                self.delegate?.assetWriter(self, didOutputSegmentData: data, segmentType: type, segmentReport: report)
            }
        }
    }
}

/// What a writer of segments and the thread that makes them tell each other.
final class SegmentControl: Sendable {
    private struct Flushes {
        var isAskedFor = false
        /// When what was appended after each of them is shown, on the movie's clock.
        var times: [CMTime] = []
    }

    private let flushes = Lock(Flushes())
    /// For segments on their way to the delegate: a few wait there, and then the writer waits for the delegate.
    let places = Room(SegmentControl.placeCount)
    private static let placeCount = 4

    /// Asks for the end of a segment.
    func flush() { flushes.withLock { $0.isAskedFor = true } }

    /// Notes the time of a sample that is appended; true for the first one after somebody asked.
    func begins(at time: CMTime) -> Bool {
        flushes.withLock { flushes in
            guard flushes.isAskedFor else { return false }
            flushes.isAskedFor = false
            flushes.times.append(time)
            return true
        }
    }

    /// Whether a sample of such a time was appended after somebody asked, and no segment has ended there.
    func takeFlush(at time: CMTime) -> Bool {
        flushes.withLock { flushes in
            guard let first = flushes.times.first, first <= time else { return false }
            flushes.times.removeAll { $0 <= time }
            return true
        }
    }

    /// Returns when the delegate has all segments, or nobody cares any more.
    func waitForDelegate() {
        for _ in 0..<Self.placeCount { places.enter() }
        places.open()
    }
}

extension AVAssetWriter.Setup {
    /// The interval of segments that counts.
    var segmentInterval: CMTime {
        preferredOutputSegmentInterval.isValid ? preferredOutputSegmentInterval : SegmentWish.usualInterval
    }
}

/// Makes segments and reports them, on a queue of their own, so that a delegate may do with the writer what it likes.
private final class SegmentingSink: MediaSink {
    typealias Taker = @Sendable (Data, AVAssetSegmentType, AVAssetSegmentReport) -> Void

    private let sink: ISOSegmentSink
    private let control: SegmentControl
    private let leader: Int

    init(
        _ plan: SinkPlan,
        _ setup: AVAssetWriter.Setup,
        zero: CMTime,
        _ control: SegmentControl,
        take: @escaping Taker
    ) throws {
        self.control = control
        leader = plan.tracks.firstIndex { $0.mediaType == .video } ?? 0
        let profile: ISOSegmentSink.Profile =
            switch setup.outputFileTypeProfile {
            case .mpeg4AppleHLS?: .hls
            case .mpeg4CMAFCompliant?: .cmaf
            default: .plain
            }
        let first = setup.initialSegmentStartTime
        let queue = DispatchQueue(label: "assetkit.writer.segments")
        sink = try ISOSegmentSink(
            plan,
            profile: profile,
            interval: setup.segmentInterval,
            origin: first.isNumeric ? first - zero : nil,
            zero: zero
        ) { segment in
            control.places.enter()
            queue.async {
                let type: AVAssetSegmentType = segment.kind == .initialization ? .initialization : .separable
                take(Data(segment.bytes), type, AVAssetSegmentReport(segment, type))
                control.places.leave()
            }
        }
    }

    func write(_ sample: SinkSample, to track: Int) throws {
        if track == leader, control.takeFlush(at: sample.presentationTime) { sink.flush() }
        try sink.write(sample, to: track)
    }

    func finish(_ ending: SinkEnding) throws {
        try sink.finish(ending)
        control.waitForDelegate()
    }
}

extension AVAssetSegmentReport {
    fileprivate convenience init(_ segment: ISOSegment, _ type: AVAssetSegmentType) {
        self.init(
            type,
            segment.tracks.map { track in
                let information = AVAssetSegmentReportSampleInformation(
                    presentationTimeStamp: track.firstSampleTime,
                    offset: track.firstSampleOffset,
                    length: track.firstSampleLength,
                    isSyncSample: track.firstSampleIsSync
                )
                return AVAssetSegmentTrackReport(
                    trackID: CMPersistentTrackID(track.track + 1),
                    mediaType: track.mediaType,
                    earliestPresentationTimeStamp: track.earliestPresentationTime,
                    duration: track.duration,
                    firstVideoSampleInformation: track.mediaType == .video ? information : nil
                )
            }
        )
    }
}
