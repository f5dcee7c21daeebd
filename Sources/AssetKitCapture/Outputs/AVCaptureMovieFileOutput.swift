public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
internal import Foundation

/// Records movies.
///
/// ```swift
/// final class Recorder: NSObject, AVCaptureFileOutputRecordingDelegate {
///     func fileOutput(
///         _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
///         error: (any Error)?
///     ) {
///         print(outputFileURL.lastPathComponent, error?.localizedDescription ?? "is complete")
///     }
/// }
///
/// let session = AVCaptureSession()
/// let output = AVCaptureMovieFileOutput()
/// output.maxRecordedDuration = CMTime(value: 60, timescale: 1)
/// if session.canAddOutput(output) { session.addOutput(output) }
/// session.startRunning()
/// if output.connections.contains(where: \.isActive) {
///     output.startRecording(to: URL(filePath: "clip.mov"), recordingDelegate: Recorder())
/// }
/// ```
///
/// A recording is under its name from the beginning, and playable at every moment: after a crash it has everything but the last
/// ``movieFragmentInterval``. Complete, it is an ordinary movie. Pictures and sound of it begin together, and end together, to the
/// frame; sound of a device whose clock is off is brought into step.
///
/// Other than in AVFoundation: the interval is one second unless set, not ten; and ``akFileType`` makes MPEG-4 files too.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureMovieFileOutput: AVCaptureFileOutput, @unchecked Sendable {
    private struct State {
        var interval = CMTime(value: 1, timescale: 1)
        var fileType = AVFileType.mov
    }
    /// How the samples of a connection are encoded, as long as there is one: another one may have its place in memory later.
    private struct Encoding {
        weak var connection: AVCaptureConnection?
        let settings: [String: Any]
    }
    private let state = Protected(State())
    private let encodings = CaptureSetting<[Encoding]>([])

    /// Makes an output that belongs to no session.
    public override init() { super.init() }

    /// How often what has been recorded is made to last, from a tenth of a second on; invalid for not at all: then the file appears
    /// when it is complete. What is set now is for the next recording.
    open var movieFragmentInterval: CMTime {
        get { state.withLock { $0.interval } }
        set {
            let least = CMTime(value: 1, timescale: 10)
            state.withLock {
                $0.interval = newValue.isNumeric && newValue > .zero ? CMTimeMaximum(newValue, least) : .invalid
            }
        }
    }

    /// What is said about the recording. It may change until the recording ends.
    open var metadata: [AVMetadataItem]? {
        get { recordedMetadata }
        set { recordedMetadata = newValue }
    }

    /// What kind of files recordings are: QuickTime movies, unless set. An addition to AVFoundation. Stops the program for what is
    /// no movie of boxes.
    open var akFileType: AVFileType {
        get { state.withLock { $0.fileType } }
        set {
            require(
                [.mov, .mp4, .m4v].contains(newValue),
                "AVCaptureMovieFileOutput.akFileType: recordings cannot be of the type '\(newValue.rawValue)'"
            )
            state.withLock { $0.fileType = newValue }
        }
    }

    /// The codecs that pictures can have.
    open var availableVideoCodecTypes: [AVVideoCodecType] { RecordingSettings.codecs(in: akFileType) }

    /// The keys that settings for a connection may have.
    open func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
        connection.mediaType == .audio
            ? [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVEncoderBitRateKey, AVLinearPCMBitDepthKey]
            : [
                AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoCompressionPropertiesKey,
                AVVideoScalingModeKey,
            ]
    }

    /// The settings for a connection, as far as they were set.
    open func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
        encodings.edited.first { $0.connection === connection }?.settings ?? [:]
    }

    /// Says how the samples of a connection are encoded; nil, and an empty dictionary, for what suits the session's preset. Stops the
    /// program for keys that are not supported.
    open func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
        let known = supportedOutputSettingsKeys(for: connection)
        for key in outputSettings?.keys.sorted() ?? [] {
            let isKnown = known.contains(key) || (connection.mediaType == .audio && key.hasPrefix("AVLinearPCM"))
            require(isKnown, "AVCaptureMovieFileOutput.setOutputSettings: '\(key)' is not supported")
        }
        let settings = outputSettings.flatMap { $0.isEmpty ? nil : $0 }
        encodings.set(in: session) { all in
            all.removeAll { $0.connection == nil || $0.connection === connection }
            if let settings { all.append(Encoding(connection: connection, settings: settings)) }
        }
    }

    override var fileType: AVFileType { akFileType }

    override var fragmentInterval: CMTime { movieFragmentInterval }

    override func settings(of connection: AVCaptureConnection) -> [String: Any]? {
        encodings.current.first { $0.connection === connection }?.settings
    }

    override func slots(for mediaType: AVMediaType) -> Int {
        [.video, .audio, .metadata].contains(mediaType) ? 8 : 0
    }

    override func pixelFormat(suiting connection: AVCaptureConnection) -> OSType? {
        RecordingSettings.pixelFormat(settings(of: connection))
    }

    /// The largest pictures of a camera are for photos.
    override func canTake(_ mediaType: AVMediaType?, _ preset: AVCaptureSession.Preset) -> Bool { preset != .photo }
}
