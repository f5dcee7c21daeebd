internal import Foundation

// Writing segments instead of a file.
extension AVAssetWriter {
    /// Takes the segments. The writer does not hold it.
    public var delegate: (any AVAssetWriterDelegate)? {
        get { value(\.delegate) }
        set { set("delegate", \.delegate, newValue) }
    }

    /// How long segments are to be: each begins with a sync sample of the pictures, or of the sound where there are none, at
    /// a multiple of this or after it. Indefinite cuts only at ``flushSegment()``. It must be set before the start of a writer
    /// of segments.
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

    /// Ends the segment before the next sync sample. Only for writers whose interval is indefinite.
    public func flushSegment() {
        require(isSegmented, "AVAssetWriter.flushSegment: the writer makes no segments")
        require(
            preferredOutputSegmentInterval.isIndefinite,
            "AVAssetWriter.flushSegment: segments end by their interval, which is not indefinite"
        )
        require(status != .unknown, "AVAssetWriter.flushSegment: the writer has not started")
        segments.flush()
    }

    /// Where the result goes.
    func destination() throws -> WritingSession.Destination {
        let setup = setup.withLock { $0 }
        guard isSegmented else {
            // A movie that is to survive a crash has its name from the beginning.
            let isCrashSafe = WriterRules.isISOMedia(outputFileType) && setup.movieFragmentInterval.isNumeric
            return .file(
                outputURL.path,
                isCrashSafe ? .atOnce : .whenPublished,
                replaces: setup.replacesExistingFile,
                open: setup.opener
            )
        }
        let interval = setup.preferredOutputSegmentInterval
        guard interval.isValid else {
            throw MediaProblem(
                code: .incorrectlyConfigured,
                reason: "a writer of segments needs a preferredOutputSegmentInterval"
            )
        }
        guard setup.delegate != nil else {
            throw MediaProblem(code: .incorrectlyConfigured, reason: "a writer of segments needs a delegate")
        }
        return .sink { [weak self, segments] plan in
            try SegmentingSink(plan, setup, origin: self?.sessionStart ?? .zero, segments) {
                [weak self] data, type, report in
                guard let self else { return }
                self.delegate?.assetWriter(self, didOutputSegmentData: data, segmentType: type, segmentReport: report)
            }
        }
    }
}

/// What a writer of segments and the thread that makes them tell each other.
final class SegmentControl: Sendable {
    private let isFlushing = Lock(false)
    /// For segments on their way to the delegate: a few wait there, and then the writer waits for the delegate.
    let places = Room(SegmentControl.placeCount)
    private static let placeCount = 4

    /// Asks for the end of a segment.
    func flush() { isFlushing.withLock { $0 = true } }

    /// Whether somebody has asked, and nobody has seen it.
    func takeFlush() -> Bool {
        isFlushing.withLock { isFlushing in
            defer { isFlushing = false }
            return isFlushing
        }
    }

    /// Returns when the delegate has all segments, or nobody cares any more.
    func waitForDelegate() {
        for _ in 0..<Self.placeCount { places.enter() }
        places.open()
    }
}

/// Makes segments and reports them, on a queue of their own, so that a delegate may do with the writer what it likes.
private final class SegmentingSink: MediaSink {
    typealias Taker = @Sendable (Data, AVAssetSegmentType, AVAssetSegmentReport) -> Void

    private let sink: ISOSegmentSink
    private let control: SegmentControl

    init(
        _ plan: SinkPlan,
        _ setup: AVAssetWriter.Setup,
        origin: CMTime,
        _ control: SegmentControl,
        take: @escaping Taker
    ) throws {
        self.control = control
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
            interval: setup.preferredOutputSegmentInterval,
            origin: first.isNumeric ? first - origin : nil
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
        if control.takeFlush() { sink.flush() }
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
