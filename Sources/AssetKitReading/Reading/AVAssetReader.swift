public import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
public import Foundation

/// Reads the samples of an asset: decoded, or as they are stored.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "talk.m4a"))
/// guard let track = try await asset.loadTracks(withMediaType: .audio).first else { throw AVError(.noSourceTrack) }
/// let reader = try AVAssetReader(asset: asset)
/// reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))
/// let sound = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
/// let samples = reader.outputProvider(for: sound)
/// try reader.start()
/// for try await sample in samples { print(sample.presentationTimeStamp.seconds, sample.duration.seconds) }
/// ```
///
/// Add outputs, start, and take samples from every output until it has none. A reader is used once. Outputs may be read in
/// any order and each from a thread of its own: decoding runs ahead by a few samples on threads of the reader's.
///
/// Samples that cannot be decoded are left out; a track of nothing else, or a file that ends early, makes reading fail.
/// A nil sample means the end or a failure: ``status`` and ``error`` tell which. Providers throw instead.
///
/// Times are those of the asset, whatever edit lists do, and the first and the last buffer of decoded sound are cut to
/// the range, to the sample. What the encoder put around the sound is not heard.
///
/// A composition is read like a file: source by source, as it was when the reader was made.
///
/// Other than in AVFoundation: mistakes of the program stop it, where Objective-C would raise an exception, and
/// settings that cannot be fulfilled make the reader fail.
///
/// SAFETY: the asset is fixed; everything else is behind locks.
open class AVAssetReader: NSObject, @unchecked Sendable {
    /// What a reader is at.
    public enum Status: Int, Sendable {
        /// It has not started.
        case unknown = 0
        /// There may be more samples.
        case reading = 1
        /// All samples were given.
        case completed = 2
        /// Something went wrong: ``AVAssetReader/error`` says what.
        case failed = 3
        /// The client gave up.
        case cancelled = 4
    }

    /// The asset that is read.
    public let asset: AVAsset
    let session: ReadingSession
    private let loaded: LoadedAsset
    private let state = Lock(ReaderState())
    private let setup = Lock(Setup())

    private struct Setup {
        var outputs: [AVAssetReaderOutput] = []
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    }

    /// Makes a reader, and loads the asset where that has not happened. Load it before, with `load`, so that no thread
    /// has to wait here.
    ///
    /// - Parameter asset: The asset to read; the reader holds it.
    /// - Throws: The ``AVError`` that loading the asset failed with.
    public init(asset: AVAsset) throws {
        self.asset = asset
        let loaded = try asset.requireLoaded()
        self.loaded = loaded
        session = ReadingSession(loaded.input)
        super.init()
    }

    deinit {
        session.flag.cancel()
        outputs.forEach { $0.stop() }
    }

    /// What the reader is at.
    open var status: Status { state.withLock { $0.status } }

    /// Why reading failed; nil as long as it has not.
    open var error: (any Error)? { state.withLock { $0.error } }

    /// The outputs in the order in which they were added.
    open var outputs: [AVAssetReaderOutput] { setup.withLock { $0.outputs } }

    /// The part of the asset's timeline to read: from zero to the end unless something else is set before the start.
    open var timeRange: CMTimeRange {
        get { setup.withLock { $0.timeRange } }
        set {
            require(!hasStarted, "AVAssetReader.timeRange: reading has started")
            setup.withLock { $0.timeRange = newValue }
        }
    }

    /// Whether an output can be added: it has no reader yet, its tracks are the asset's, reading has not started, and what it
    /// asks for can be made.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        status == .unknown && misuse(of: output) == nil && output.problem == nil
    }

    /// Adds an output, before the start, which has no reader yet, of tracks of the asset: anything else stops the program.
    ///
    /// What cannot be made as the output asks, which ``canAdd(_:)`` tells, makes the reader fail: ``error`` says why, and
    /// starting answers false.
    open func add(_ output: AVAssetReaderOutput) {
        if let misuse = misuse(of: output) { programmerError("AVAssetReader.add: \(misuse)") }
        output.attach(to: self)
        setup.withLock { $0.outputs.append(output) }
        if let problem = output.problem { fail(problem) }
    }

    /// Whether reading has begun, however it went on.
    var hasStarted: Bool { state.withLock { $0.hasStarted } }

    private func misuse(of output: AVAssetReaderOutput) -> String? {
        guard !hasStarted else { return "reading has started" }
        guard !output.isAttached else { return "the output has a reader" }
        guard output.sourceTracks.allSatisfy({ $0.asset === asset }) else { return "a track belongs to another asset" }
        return nil
    }

    /// Starts reading; false when something is wrong, which ``error`` tells then.
    @discardableResult
    open func startReading() -> Bool {
        let (outputs, range) = setup.withLock { ($0.outputs, $0.timeRange) }
        guard state.withLock({ $0.start(outputs.map(ObjectIdentifier.init)) }) else {
            require(!hasStarted, "AVAssetReader.startReading: used twice")
            return false
        }
        do {
            guard range.isValid, range.start.isNumeric else {
                throw MediaProblem(code: .unknown, reason: "the time range has no beginning")
            }
            outputs.forEach { $0.checkConfiguration() }
            // None starts before all are there: those that share a demuxer must not miss what another one comes across.
            let makers = try outputs.map { try $0.open(session, loaded, in: range) }
            session.stopSharing()
            for (output, maker) in zip(outputs, makers) {
                // SAFETY: nobody else has it, and the output's thread is the only one that uses it.
                nonisolated(unsafe) let maker = maker
                output.start(maker)
            }
            return true
        } catch {
            fail(error)
            return false
        }
    }

    /// Gives up. Whoever waits for a sample gets none. May be called from any thread at any time.
    open func cancelReading() {
        guard state.withLock({ $0.cancel() }) else { return }
        stop()
    }

    func fail(_ cause: any Error) {
        let error = AVError.reading(session.name, because: cause)
        guard state.withLock({ $0.fail(error) }) else { return }
        stop()
    }

    func outputFinished(_ output: AVAssetReaderOutput) { state.withLock { $0.finish(ObjectIdentifier(output)) } }

    private func stop() {
        session.flag.cancel()
        outputs.forEach { $0.stop() }
    }
}
