internal import AssetKitAssets
public import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
public import Foundation

/// Writes a new file: samples that are encoded, or stored as they come, from any number of inputs.
///
/// ```swift
/// let writer = try AVAssetWriter(url: URL(filePath: "film.mp4"), fileType: .mp4)
/// let input = AVAssetWriterInput(mediaType: .video, outputSettings: [
///     AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 640, AVVideoHeightKey: 360,
/// ])
/// let pictures = writer.inputPixelBufferReceiver(for: input, pixelBufferAttributes: nil)
/// try writer.start()
/// writer.startSession(atSourceTime: .zero)
/// for number in 0..<50 {
///     guard let pool = pictures.pixelBufferPool else { break }
///     var picture: CVPixelBuffer?
///     guard CVPixelBufferPoolCreatePixelBuffer(nil, pool, &picture) == kCVReturnSuccess, let picture else { break }
///     // Draw here.
///     let time = CMTime(value: CMTimeValue(number), timescale: 25)
///     try await pictures.append(CVReadOnlyPixelBuffer(unsafeBuffer: picture), with: time)
/// }
/// pictures.finish()
/// await writer.finishWriting()
/// guard writer.status == .completed else { throw writer.error ?? AVError(.unknown) }
/// ```
///
/// Add inputs, start, begin a session, append to the inputs, and finish. A writer writes one file. The file appears under its
/// name when it is complete; with a ``movieFragmentInterval`` it is there from the beginning, and what is in it survives even
/// a crash. Inputs may be fed in any order and each from a thread of its own: receivers from tasks, and
/// `requestMediaDataWhenReady` from queues. <doc:WritingFiles> shows both.
///
/// What goes wrong makes the writer fail: appending is false or throws then, ``status`` is failed, and ``error`` says
/// why, in a sentence. What only a mistake in the program can cause, such as to append before the session, stops the
/// program.
///
/// Other than in AVFoundation: a file is never replaced unless ``akReplacesExistingFile`` is set, which is an addition;
/// there are no temporary files besides the new one; and more types of files can be made, such as
/// ``AVFileType/akMatroska``.
///
/// SAFETY: everything that changes is behind locks.
open class AVAssetWriter: NSObject, @unchecked Sendable {
    /// What a writer is at.
    public enum Status: Int, Sendable {
        /// It has not started.
        case unknown = 0
        /// It takes samples.
        case writing = 1
        /// The file is complete.
        case completed = 2
        /// Something went wrong: ``AVAssetWriter/error`` says what.
        case failed = 3
        /// The client gave up, and the file is gone.
        case cancelled = 4
    }

    /// Where the file appears. A writer of segments has none: the address says nothing then.
    public let outputURL: URL
    /// What kind of file it becomes.
    public let outputFileType: AVFileType
    /// Whether segments are handed out instead of a file.
    let isSegmented: Bool
    let setup = Lock(Setup())
    let state = Lock(WriterState())
    let live = Lock(Live())
    let segments = SegmentControl()

    /// What can be set before the start.
    struct Setup: Sendable {
        var inputs: [AVAssetWriterInput] = []
        var groups: [AVAssetWriterInputGroup] = []
        var metadata: [AVMetadataItem] = []
        /// What is said about the file when it is complete; nil for what was said at the start.
        var finalMetadata: [AVMetadataItem]?
        /// How many bytes the file may have; nil for any number.
        var byteLimit: Int64?
        var shouldOptimizeForNetworkUse = false
        var replacesExistingFile = false
        var movieFragmentInterval = CMTime.invalid
        var initialMovieFragmentInterval = CMTime.invalid
        var initialMovieFragmentSequenceNumber = 1
        var producesCombinableFragments = false
        var movieTimeScale: CMTimeScale = 0
        var overallDurationHint = CMTime.invalid
        var directoryForTemporaryFiles: URL?
        var preferredOutputSegmentInterval = CMTime.invalid
        var initialSegmentStartTime = CMTime.invalid
        var outputFileTypeProfile: AVFileTypeProfile?
        weak var delegate: (any AVAssetWriterDelegate)?
        /// Opens the sink. Tests put sinks of their own in its place.
        var opener: @Sendable (SinkPlan, any ByteSink) throws -> any MediaSink = {
            try MediaSinks.sink(for: $0, into: $1)
        }
    }

    /// What changes while writing.
    struct Live: Sendable {
        var session: WritingSession?
        /// Whom to tell that the writer has ended.
        var handlers: [@Sendable () -> Void] = []
        var hasEnded = false
        /// What the file took at the end.
        var lastBudget: ByteBudget?
    }

    /// Makes a writer of a file.
    ///
    /// Whether the file can be made is found out at the start: nothing may have its name then.
    ///
    /// - Parameters:
    ///   - outputURL: Where the file appears. Its folder has to be there.
    ///   - outputFileType: What kind of file it becomes, whatever its name.
    /// - Throws: An ``AVError`` where the address is not one of a file, and where files of the type cannot be written.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard outputURL.isFileURL else {
            let problem = MediaProblem(code: .operationNotAllowed, reason: "it is no address of a file")
            throw AVError.writing(outputURL.absoluteString, because: problem)
        }
        guard WriterRules.mediaTypes(of: outputFileType) != nil else {
            let reason = "files of the type '\(outputFileType.rawValue)' cannot be written"
            throw AVError.writing(outputURL.path, because: MediaProblem(code: .fileFormatNotRecognized, reason: reason))
        }
        self.outputURL = outputURL
        self.outputFileType = outputFileType
        isSegmented = false
        super.init()
    }

    /// Makes a writer of a file: the same as `init(outputURL:fileType:)`.
    ///
    /// - Parameters:
    ///   - outputURL: Where the file appears. Its folder has to be there.
    ///   - outputFileType: What kind of file it becomes, whatever its name.
    /// - Throws: An ``AVError`` where the address is not one of a file, and where files of the type cannot be written.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    /// Makes a writer that hands segments to its ``delegate`` instead of writing a file. Only MPEG-4 and QuickTime movies
    /// have segments: of another type, the writer has failed from the beginning.
    public init(contentType outputContentType: UTType) {
        let fileType: AVFileType? =
            switch outputContentType {
            case .mpeg4Movie: .mp4
            case .quickTimeMovie: .mov
            case .mpeg4Audio: .m4a
            default: nil
            }
        outputURL = URL(fileURLWithPath: "/dev/null")
        outputFileType = fileType ?? AVFileType(rawValue: outputContentType.identifier)
        isSegmented = true
        super.init()
        guard fileType == nil else { return }
        let reason = "segments of the type '\(outputContentType)' cannot be made"
        fail(MediaProblem(code: .fileFormatNotRecognized, reason: reason))
    }

    /// Makes a writer of a file: an older spelling.
    public static func assetWriter(url: URL, fileType: AVFileType) throws -> AVAssetWriter {
        try AVAssetWriter(outputURL: url, fileType: fileType)
    }

    deinit {
        segments.places.open()
        if status == .writing { _ = live.withLock { $0.session }?.cancel() }
        inputs.forEach { $0.writerEnded() }
    }

    /// What the writer is at.
    open var status: Status { state.withLock { $0.status } }

    /// Why writing failed; nil as long as it has not.
    open var error: (any Error)? { state.withLock { $0.error } }

    /// The inputs in the order in which they were added: that of the file's tracks.
    open var inputs: [AVAssetWriterInput] { setup.withLock { $0.inputs } }

    /// The groups of inputs whose tracks are alternatives.
    open var inputGroups: [AVAssetWriterInputGroup] { setup.withLock { $0.groups } }

    /// Whether writing has begun, however it went on. What has failed before that may be set up further, in vain.
    var hasStarted: Bool { state.withLock { $0.hasStarted } }

    /// The source time that is zero in the file; nil before the session.
    var sessionStart: CMTime? { state.withLock { $0.start } }

    /// What people know the file by.
    var name: String { isSegmented ? "segments" : outputURL.path }

    func value<Value: Sendable>(_ path: any KeyPath<Setup, Value> & Sendable) -> Value {
        setup.withLock { $0[keyPath: path] }
    }

    /// Sets what is fixed once writing has started.
    func set<Value: Sendable>(_ name: String, _ path: any WritableKeyPath<Setup, Value> & Sendable, _ value: Value) {
        require(!hasStarted, "AVAssetWriter.\(name): writing has started")
        setup.withLock { $0[keyPath: path] = value }
    }
}
