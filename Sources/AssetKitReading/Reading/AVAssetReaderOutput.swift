internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
public import Foundation

/// Where samples of a reader come out. Use one of the subclasses: ``AVAssetReaderTrackOutput`` for one track,
/// ``AVAssetReaderAudioMixOutput`` for the sound of several in one, ``AVAssetReaderSampleReferenceOutput`` for the
/// places of samples.
///
/// An output belongs to one reader. Take samples with ``copyNextSampleBuffer()`` until it gives nil, or from
/// `outputProvider(for:)` of the reader in asynchronous code. With ``supportsRandomAccess`` it gives one range
/// after the other:
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// guard let track = try await asset.loadTracks(withMediaType: .video).first else { throw AVError(.noSourceTrack) }
/// let reader = try AVAssetReader(asset: asset)
/// let second = CMTime(value: 1, timescale: 1)
/// reader.timeRange = CMTimeRange(start: .zero, duration: second)
/// let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
/// let (samples, access) = reader.outputProviderWithRandomAccess(for: output)
/// try reader.start()
/// while let sample = try await samples.next() { print(sample.presentationTimeStamp.seconds) }
/// access.reset(forReadingTimeRanges: [CMTimeRange(start: CMTime(value: 9, timescale: 1), duration: second)])
/// while let sample = try await samples.next() { print(sample.presentationTimeStamp.seconds) }
/// access.markConfigurationAsFinal()
/// ```
///
/// SAFETY: everything that changes is behind a lock.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    /// What kind of media the samples hold.
    public let mediaType: AVMediaType
    private let state = Lock(State())

    private struct State: Sendable {
        weak var reader: AVAssetReader?
        var isAttached = false
        var hasAdaptor = false
        var alwaysCopiesSampleData = true
        var pitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
        var supportsRandomAccess = false
        /// No other ranges will be asked for.
        var isFinal = false
        var request: SampleRequest?
        /// Where samples come from; nil before the start, and when there are no more.
        var pump: Pump<CMSampleBuffer>?
    }

    init(mediaType: AVMediaType) {
        self.mediaType = mediaType
        super.init()
    }

    deinit { state.withLock { $0.pump }?.stop() }

    /// Whether the client may write into what it gets: set it to false before the start unless that is needed.
    ///
    /// Pictures that a decoder shares are copied when they are first written to, so neither way costs a copy before that.
    open var alwaysCopiesSampleData: Bool {
        get { state.withLock { $0.alwaysCopiesSampleData } }
        set {
            requireNotStarted("alwaysCopiesSampleData")
            state.withLock { $0.alwaysCopiesSampleData = newValue }
        }
    }

    /// Whether other ranges may be asked for when one has been read. False unless set before the start.
    open var supportsRandomAccess: Bool {
        get { state.withLock { $0.supportsRandomAccess } }
        set {
            requireNotStarted("supportsRandomAccess")
            state.withLock { $0.supportsRandomAccess = newValue }
        }
    }

    /// The next samples, waited for; nil when there are none, because reading is complete, failed or was cancelled: the
    /// reader's status tells. Call it from one thread.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        require(!state.withLock { $0.hasAdaptor }, "\(Self.self).copyNextSampleBuffer: an adaptor reads the output")
        return nextSample()
    }

    func nextSample() -> CMSampleBuffer? {
        let (reader, pump, isAttached) = state.withLock { ($0.reader, $0.pump, $0.isAttached) }
        require(isAttached, "\(Self.self).copyNextSampleBuffer: the output has no reader")
        guard let reader else { return nil }
        require(reader.status != .unknown, "\(Self.self).copyNextSampleBuffer: the reader has not started")
        guard let pump, reader.status == .reading else { return nil }
        do {
            if let sample = try pump.next() { return sample }
            end(pump)
        } catch is CancellationError {
            return nil
        } catch {
            reader.fail(error)
        }
        return nil
    }

    /// Asks for other ranges, which rise and do not overlap, when ``copyNextSampleBuffer()`` has given nil.
    open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
        let ranges = timeRanges.map(\.timeRangeValue)
        let (reader, current) = state.withLock { ($0.reader, $0) }
        let name = "\(Self.self).reset(forReadingTimeRanges:)"
        require(current.supportsRandomAccess, "\(name): supportsRandomAccess is not set")
        require(!current.isFinal, "\(name): the configuration is final")
        guard let reader, let request = current.request else { programmerError("\(name): reading has not started") }
        guard reader.status == .reading else { return }
        require(current.pump == nil, "\(name): there are samples left")
        let areValid = ranges.allSatisfy { $0.isValid && $0.start.isNumeric }
        let rise = zip(ranges, ranges.dropFirst()).allSatisfy { $0.end <= $1.start }
        require(areValid && rise, "\(name): ranges must rise and not overlap")
        // SAFETY: nobody else has it, and the pump's thread is the only one that uses it.
        nonisolated(unsafe) let maker = request.open(reader.session, in: ranges)
        let pump = Pump(name: "assetkit.reader", ahead: request.ahead) { try maker() }
        state.withLock { $0.pump = pump }
    }

    /// Says that no other ranges will be asked for: what the output has now is the last.
    open func markConfigurationAsFinal() {
        let (reader, isOver) = state.withLock { state in
            state.isFinal = true
            return (state.reader, state.request != nil && state.pump == nil)
        }
        if isOver { reader?.outputFinished(self) }
    }

    /// How outputs of sound make it longer or shorter.
    var pitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { state.withLock { $0.pitchAlgorithm } }
        set {
            requireNotStarted("audioTimePitchAlgorithm")
            state.withLock { $0.pitchAlgorithm = newValue }
        }
    }

    // MARK: What the reader does

    /// The tracks that samples are read from.
    var sourceTracks: [AVAssetTrack] { [] }

    /// Why the output can give nothing; nil where it can.
    var problem: MediaProblem? { nil }

    /// Stops the program where something is missing that the output cannot do without.
    func checkConfiguration() {}

    /// What the output wants. `flag`: gives up reading for what has to be known before.
    func request(of loaded: LoadedAsset, _ flag: CancellationFlag) throws -> SampleRequest {
        programmerError("\(Self.self) is no output: use one of the subclasses")
    }

    var isAttached: Bool { state.withLock { $0.isAttached } }

    func attach(to reader: AVAssetReader) {
        state.withLock { state in
            state.reader = reader
            state.isAttached = true
        }
    }

    /// From now on only an adaptor may read the output; false where one does already.
    func adopt() -> Bool {
        state.withLock { state in
            defer { state.hasAdaptor = true }
            return !state.hasAdaptor
        }
    }

    /// Opens what gives the output's samples.
    func open(_ session: ReadingSession, _ loaded: LoadedAsset, in range: CMTimeRange) throws -> SampleRequest.Maker {
        let request = try request(of: loaded, session.flag)
        state.withLock { $0.request = request }
        return try request.open(session, in: range, sharing: range.start <= .zero)
    }

    /// Starts making samples.
    func start(_ maker: sending @escaping SampleRequest.Maker) {
        let ahead = state.withLock { $0.request?.ahead } ?? 1
        let pump = Pump(name: "assetkit.reader", ahead: ahead, make: maker)
        state.withLock { $0.pump = pump }
    }

    func stop() { state.withLock { $0.pump }?.stop() }

    private func end(_ pump: Pump<CMSampleBuffer>) {
        let (reader, isOver) = state.withLock { state in
            if state.pump === pump { state.pump = nil }
            return (state.reader, !state.supportsRandomAccess || state.isFinal)
        }
        if isOver { reader?.outputFinished(self) }
    }

    func requireNotStarted(_ what: String) {
        let reader = state.withLock { $0.reader }
        require(reader.map { !$0.hasStarted } ?? true, "\(Self.self).\(what): reading has started")
    }
}
