internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

/// The way from ports of an input to an output or a preview.
///
/// Sessions make them when inputs and outputs are added. Data outputs turn and mirror pixels, movies and photos say how they are
/// to be turned.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    private struct State {
        var isActive = false
        var channels: [AVCaptureAudioChannel] = []
        var statistics = AKCaptureStatistics()
    }

    /// What clients say of it.
    private struct Flags {
        var isEnabled = true
        var angle = 0
        var isMirrored = false
        var mirrorsByItself = true
        var stabilization = AVCaptureVideoStabilizationMode.off
    }

    /// The ports that it begins at.
    public let inputPorts: [AVCaptureInput.Port]
    /// The output that it leads to; nil where it leads to a preview.
    open private(set) weak var output: AVCaptureOutput?
    /// The preview that it leads to; nil where it leads to an output.
    open private(set) weak var videoPreviewLayer: AVCaptureVideoPreviewLayer?
    private let state = Protected(State())
    private let flags = CaptureSetting(Flags())

    /// Makes a connection of ports to an output, for `AVCaptureSession.addConnection(_:)`.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        (inputPorts, self.output) = (ports, output)
    }

    /// Makes a connection of a port to a preview, for `AVCaptureSession.addConnection(_:)`.
    public init(inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer) {
        (inputPorts, videoPreviewLayer) = ([port], layer)
    }

    /// What kind of media flows.
    var mediaType: AVMediaType? { inputPorts.first?.mediaType }

    /// Who takes the samples.
    var consumer: (any CaptureConsumer)? { output?.consumer ?? videoPreviewLayer?.consumer }

    private var session: AVCaptureSession? { inputPorts.lazy.compactMap { $0.holder?.session }.first }

    /// Samples flow when the session runs.
    open var isActive: Bool { state.withLock { $0.isActive } }

    /// Whether samples may flow.
    open var isEnabled: Bool {
        get { flags.edited.isEnabled }
        set { flags.set(in: session, depends: true) { $0.isEnabled = newValue } }
    }

    /// Whether samples may flow as the session is, without what is being changed.
    var letsFlow: Bool { flags.current.isEnabled }

    func setActive(_ isActive: Bool) { state.withLock { $0.isActive = isActive } }

    /// What has become of its samples. An addition to AVFoundation.
    open var akStatistics: AKCaptureStatistics { state.withLock { $0.statistics } }

    func count(_ body: (inout AKCaptureStatistics) -> Void) { state.withLock { body(&$0.statistics) } }

    // MARK: Sound

    /// Its channels of sound: none before some has come.
    open var audioChannels: [AVCaptureAudioChannel] { state.withLock { $0.channels } }

    /// Measures sound, and makes it as loud as its channels say.
    func heard(_ block: DeviceSoundBlock) -> DeviceSoundBlock {
        let count = block.format.channelCount
        let channels = state.withLock { state in
            if state.channels.count != count {
                state.channels = (0..<count).map { _ in AVCaptureAudioChannel(sampleRate: block.format.sampleRate) }
            }
            return state.channels
        }
        for (index, channel) in channels.enumerated() { channel.measure(block.samples, from: index, stride: count) }
        let gains = channels.map(\.gain)
        guard gains.contains(where: { $0 != 1 }) else { return block }
        var louder = block
        for index in louder.samples.indices { louder.samples[index] *= gains[index % count] }
        return louder
    }

    // MARK: Pictures

    private var isVideo: Bool { mediaType == .video }

    /// Whether pictures can be turned.
    open var isVideoOrientationSupported: Bool { isVideo }

    /// Which side is up: another way of saying ``videoRotationAngle``. Stops the program where pictures cannot be turned.
    open var videoOrientation: AVCaptureVideoOrientation {
        get { AVCaptureVideoOrientation(angle: flags.edited.angle) }
        set { videoRotationAngle = CGFloat(newValue.angle) }
    }

    /// Whether pictures can be turned by so many degrees: by quarters of a turn.
    open func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        isVideo && [0, 90, 180, 270].contains(videoRotationAngle)
    }

    /// By how many degrees pictures are turned clockwise. Stops the program for angles that are not supported.
    open var videoRotationAngle: CGFloat {
        get { CGFloat(flags.edited.angle) }
        set {
            require(
                isVideoRotationAngleSupported(newValue),
                "AVCaptureConnection.videoRotationAngle: pictures cannot be turned by \(newValue) degrees"
            )
            flags.set(in: session) { $0.angle = Int(newValue) }
        }
    }

    /// Whether pictures can be mirrored.
    open var isVideoMirroringSupported: Bool { isVideo }

    /// Whether left and right change places. Stops the program while ``automaticallyAdjustsVideoMirroring`` holds.
    open var isVideoMirrored: Bool {
        get { isMirrored(flags.edited) }
        set {
            require(isVideo, "AVCaptureConnection.isVideoMirrored: it has no pictures")
            require(
                !automaticallyAdjustsVideoMirroring,
                "AVCaptureConnection.isVideoMirrored: automaticallyAdjustsVideoMirroring has to be false"
            )
            flags.set(in: session) { $0.isMirrored = newValue }
        }
    }

    private func isMirrored(_ flags: Flags) -> Bool {
        guard flags.mirrorsByItself else { return flags.isMirrored }
        // As in a mirror, for whoever looks at a preview of a camera that looks at them.
        return videoPreviewLayer != nil && inputPorts.first?.sourceDevicePosition == .front
    }

    /// Whether mirroring is decided by the camera.
    open var automaticallyAdjustsVideoMirroring: Bool {
        get { flags.edited.mirrorsByItself }
        set { flags.set(in: session) { $0.mirrorsByItself = newValue } }
    }

    /// How pictures are turned and mirrored as the session is, without what is being changed.
    var turn: CaptureTurn {
        let flags = flags.current
        return CaptureTurn(angle: flags.angle, isMirrored: isMirrored(flags))
    }

    /// Nothing is steadied here.
    open var isVideoStabilizationSupported: Bool { false }
    /// How pictures are to be steadied. Kept, and without effect.
    open var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { flags.edited.stabilization }
        set { flags.set(in: session) { $0.stabilization = newValue } }
    }
    /// How pictures are steadied: not at all.
    open var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }
    /// How pictures are steadied: not at all.
    open var isVideoStabilizationEnabled: Bool { false }
    /// Whether pictures are to be steadied. Kept, and without effect.
    open var enablesVideoStabilizationWhenAvailable: Bool {
        get { preferredVideoStabilizationMode != .off }
        set { preferredVideoStabilizationMode = newValue ? .auto : .off }
    }

    /// Whether rates can be set here. They can, of the camera behind it.
    open var isVideoMinFrameDurationSupported: Bool { isVideo && camera != nil }
    /// Whether rates can be set here. They can, of the camera behind it.
    open var isVideoMaxFrameDurationSupported: Bool { isVideo && camera != nil }
    /// How long pictures of the camera last at least.
    open var videoMinFrameDuration: CMTime {
        get { camera?.activeVideoMinFrameDuration ?? .invalid }
        set { setCamera { $0.activeVideoMinFrameDuration = newValue } }
    }
    /// How long pictures of the camera last at most.
    open var videoMaxFrameDuration: CMTime {
        get { camera?.activeVideoMaxFrameDuration ?? .invalid }
        set { setCamera { $0.activeVideoMaxFrameDuration = newValue } }
    }

    private var camera: AVCaptureDevice? { (inputPorts.first?.holder as? AVCaptureDeviceInput)?.device }

    private func setCamera(_ body: (AVCaptureDevice) -> Void) {
        guard let camera, (try? camera.lockForConfiguration()) != nil else { return }
        defer { camera.unlockForConfiguration() }
        body(camera)
    }
}
