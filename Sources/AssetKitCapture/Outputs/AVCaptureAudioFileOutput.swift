public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Records sound to files.
///
/// A file is under its name from the beginning, can be played at every moment, and survives a crash but for the last second, as movies
/// do. Only a Core Audio file of compressed sound appears when it is complete: what it needs to be played comes last.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureAudioFileOutput: AVCaptureFileOutput, @unchecked Sendable {
    private struct State {
        var fileType = AVFileType.m4a
    }
    private let state = Protected(State())
    private let encoding = CaptureSetting<[String: Any]?>(nil)

    /// Makes an output that belongs to no session.
    public override init() { super.init() }

    /// The kinds of files that sound can be recorded to.
    open class func availableOutputFileTypes() -> [AVFileType] { [.m4a, .wav, .caf, .aiff, .aifc, .mov] }

    /// How sound is encoded; nil for what suits the kind of file: AAC in MPEG-4, whole numbers of 16 bits elsewhere.
    open var audioSettings: [String: Any]? {
        get { encoding.edited }
        set { encoding.set(in: session) { $0 = newValue } }
    }

    /// What is said about the recording. It may change until the recording ends.
    open var metadata: [AVMetadataItem] {
        get { recordedMetadata ?? [] }
        set { recordedMetadata = newValue }
    }

    /// Begins to record to a file of a kind. Stops the program for a kind that is not available, for an address that is not one of a
    /// file, and where no connection is active.
    open func startRecording(
        to outputFileURL: URL,
        outputFileType fileType: AVFileType,
        recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        require(
            Self.availableOutputFileTypes().contains(fileType),
            "AVCaptureAudioFileOutput.startRecording: sound cannot be recorded to files of the type '\(fileType.rawValue)'"
        )
        state.withLock { $0.fileType = fileType }
        start(outputFileURL, fileType: fileType, delegate, named: "startRecording")
    }

    override var fileType: AVFileType { state.withLock { $0.fileType } }

    override var fragmentInterval: CMTime {
        let (settings, fileType) = (encoding.current, fileType)
        let format = Number(settings?[AVFormatIDKey])?.truncated(UInt32.self) ?? kAudioFormatLinearPCM
        guard fileType != .caf || format == kAudioFormatLinearPCM else { return .invalid }
        return CMTime(value: 1, timescale: 1)
    }

    override func settings(of connection: AVCaptureConnection) -> [String: Any]? {
        let (settings, fileType) = (encoding.current, fileType)
        if let settings { return settings }
        guard fileType != .m4a, fileType != .mov else { return nil }
        let basic = connection.inputPorts.first?.formatDescription?.audioStreamBasicDescription
        return [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: basic?.mSampleRate ?? 48_000,
            AVNumberOfChannelsKey: Int(basic?.mChannelsPerFrame ?? 1), AVLinearPCMBitDepthKey: 16,
            AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: fileType == .aiff || fileType == .aifc,
            AVLinearPCMIsNonInterleaved: false,
        ]
    }

    override func slots(for mediaType: AVMediaType) -> Int { mediaType == .audio ? 1 : 0 }
}
