internal import AssetKitBase
internal import AssetKitDevices
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A camera or a microphone: one of the machine's, or a synthetic one.
///
/// ```swift
/// for device in AVCaptureDevice.devices(for: .video) {
///     print(device.localizedName, device.uniqueID, device.formats.count)
/// }
/// ```
///
/// One object stands for one device, also when it is unplugged and comes back. What can be set about it is set between
/// ``lockForConfiguration()`` and ``unlockForConfiguration()``.
///
/// Other than in AVFoundation: questions about hardware are answered by the driver's controls, and a mode exists only if its
/// control does; a monitor of what the machine plays is a microphone too; the screens of the machine are devices besides,
/// ``akScreens``.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureDevice: NSObject, AKKeyValueObserving, @unchecked Sendable {
    struct State {
        var facts: DeviceFacts
        var provider: any DeviceProvider
        var isConnected = false
        var formats: [Format]
        var activeFormat: Format?
        var minFrameDuration = CMTime.invalid
        var maxFrameDuration = CMTime.invalid
        var lockCount = 0
        var lockFile: DeviceLockFile?
        var handle: (any DeviceHandle)?
        var userCount = 0
        /// The handle, as long as a stream comes from it.
        var streamed: (any DeviceHandle)?
        /// The session that it is kept for while its stream starts anew.
        var keeper: ObjectIdentifier?
        var controls: [DeviceControl]
        /// One go at focusing that has not ended.
        var focusing: Focusing?
        /// A client has said how to expose.
        var isExposedByHand = false
        /// What the control by which pictures last longer in the dark was before it was switched off.
        var darkRate: Int64?
        /// What observers have heard.
        var told: DeviceReading?
        /// Held as long as somebody is to look after the controls.
        var watch: ControlWatch?
        var flashMode = FlashMode.off
        var torchMode = TorchMode.off
        var torchLevel: Float = 1
        var isRunning = false
        var monitorsSubjectArea = false
        var zoomRamp: ZoomRamp?
        /// Which of its pictures clients have, from whichever capture.
        let loans = PictureLoans()
        /// How many times larger pictures are made here, of a camera that has no zoom.
        var digitalZoom: CGFloat = 1
        var sessions: [SessionReference] = []
    }

    /// Who observes the device's properties.
    public let akObservers: AKKeyValueObservers
    let kind: DeviceKind
    weak let registry: DeviceRegistry?
    let state: Protected<State>

    init(_ facts: DeviceFacts, _ provider: any DeviceProvider, _ registry: DeviceRegistry) {
        (kind, self.registry) = (facts.kind, registry)
        let formats = facts.formats.compactMap { Format($0, of: facts) }
        var first = State(facts: facts, provider: provider, formats: formats, controls: facts.controls)
        first.told = DeviceReading(first)
        state = Protected(first)
        akObservers = AKKeyValueObservers()
        super.init()
    }

    /// Another object of the same device, equal to it and with all it has.
    init(sharing device: AVCaptureDevice) {
        (kind, registry, state, akObservers) = (device.kind, device.registry, device.state, device.akObservers)
        super.init()
    }

    /// Objects of one device are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVCaptureDevice)?.state === state }

    /// Objects of one device are equal.
    open override var hash: Int { ObjectIdentifier(state).hashValue }

    // MARK: What it is

    var facts: DeviceFacts { state.withLock { $0.facts } }

    /// Identifies it, and the same device after a restart or when it is plugged in again.
    open var uniqueID: String { facts.id }
    /// What people call it.
    open var localizedName: String { facts.name }
    /// What kind of product it is.
    open var modelID: String { facts.model }
    /// Who made it.
    open var manufacturer: String { facts.manufacturer }
    /// Where it looks.
    open var position: Position {
        switch facts.position {
        case .unspecified: .unspecified
        case .back: .back
        case .front: .front
        }
    }
    /// What it is.
    open var deviceType: DeviceType { kind == .microphone ? .microphone : .external }
    /// It is there.
    open var isConnected: Bool { state.withLock { $0.isConnected } }
    /// Nobody knows before it is tried.
    open var isInUseByAnotherApplication: Bool { false }
    /// It hears what the machine plays. An addition to AVFoundation.
    open var akIsSystemSound: Bool { facts.isSystemSound }
    /// Which provider knows it: `v4l2`, `pulse`, `alsa`, `x11`, `portal`, `synthetic`. An addition to AVFoundation.
    open var akProvider: String { state.withLock { $0.provider.name } }
    /// Why it cannot be opened although it is there, as half a sentence; nil where nothing is in the way. An addition to AVFoundation.
    open var akObstacle: String? { facts.obstacle }
    /// The controls of its driver, with their values. An addition to AVFoundation.
    open var akControls: [AKDeviceControl] { currentControls.map(AKDeviceControl.init) }

    /// Whether it delivers media of a type.
    open func hasMediaType(_ mediaType: AVMediaType) -> Bool {
        mediaType == (kind == .microphone ? .audio : .video)
    }

    /// Whether a session of this device alone can have a preset.
    open func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        kind != .camera || FormatChoice.choose(formats, preset, rate: nil, isScalable: false) != nil
    }

    /// The device in words.
    open override var description: String { "<AVCaptureDevice: \(localizedName) (\(uniqueID))>" }

    // MARK: Formats

    /// The ways in which it can deliver.
    open var formats: [Format] { state.withLock { $0.formats } }

    /// How it delivers, or would. Setting it makes the session leave it at that: its preset becomes `.inputPriority`. Stops the
    /// program where the device is not locked, and with a format of another device.
    open var activeFormat: Format {
        get {
            let (active, formats) = state.withLock { ($0.activeFormat, $0.formats) }
            if let active = active ?? FormatChoice.choose(formats, .high, rate: nil, isScalable: true) ?? formats.first
            {
                return active
            }
            programmerError("AVCaptureDevice.activeFormat: '\(localizedName)' has no formats")
        }
        set {
            requireLock("activeFormat")
            let own = formats.first { $0 === newValue || $0.format == newValue.format }
            guard let own else { programmerError("AVCaptureDevice.activeFormat: it is one of another device") }
            announcing(\.activeFormat) {
                state.withLock { state in
                    state.activeFormat = own
                    (state.minFrameDuration, state.maxFrameDuration) = (.invalid, .invalid)
                }
            }
            settleDarkRate()
            sessions.forEach { $0.deviceSettled(self, byClient: true) }
        }
    }

    /// How long pictures last at least. Invalid sets the format's own. One that lies between those of the format, or is longer than all
    /// of them, is had from the next faster one, of which so many pictures are left out; those that stay keep their times. Stops the
    /// program where the device is not locked, or the format has nothing as fast.
    open var activeVideoMinFrameDuration: CMTime {
        get { frameDuration(\.minFrameDuration) ?? activeFormat.format.pictures?.rates.nearest(.invalid) ?? .invalid }
        set { setFrameDuration("activeVideoMinFrameDuration", \.minFrameDuration, newValue, \.maxFrameDuration) }
    }

    /// How long pictures last at most. Invalid sets the format's own. Where it is the least too, automatic exposure does not make
    /// pictures last longer in the dark. Where the least would be more than this, the one that is set later is both. Stops the
    /// program where the device is not locked, or the format has nothing as fast.
    open var activeVideoMaxFrameDuration: CMTime {
        get { frameDuration(\.maxFrameDuration) ?? activeVideoMinFrameDuration }
        set { setFrameDuration("activeVideoMaxFrameDuration", \.maxFrameDuration, newValue, \.minFrameDuration) }
    }

    private func frameDuration(_ path: KeyPath<State, CMTime>) -> CMTime? {
        let duration = state.withLock { $0[keyPath: path] }
        return duration.isValid ? duration : nil
    }

    private func setFrameDuration(
        _ name: String,
        _ path: WritableKeyPath<State, CMTime>,
        _ duration: CMTime,
        _ other: WritableKeyPath<State, CMTime>
    ) {
        requireLock(name)
        if duration.isValid {
            let shortest = activeFormat.videoSupportedFrameRateRanges.map(\.minFrameDuration).min()
            let isHad = duration.isNumeric && shortest.map { duration >= $0 } ?? false
            require(isHad, "AVCaptureDevice.\(name): the active format has no such rate")
        }
        announcing(\.activeVideoMinFrameDuration) {
            announcing(\.activeVideoMaxFrameDuration) {
                state.withLock { state in
                    state[keyPath: path] = duration
                    let areBoth = state.minFrameDuration.isValid && state.maxFrameDuration.isValid
                    if areBoth, state.minFrameDuration > state.maxFrameDuration { state[keyPath: other] = duration }
                }
            }
        }
        settleDarkRate()
        sessions.forEach { $0.deviceSettled(self, byClient: false) }
    }

    /// How long pictures are to last: what the client says, and where it says no more than how long at most, no longer than usual;
    /// nil where it says nothing.
    var wishedFrameDuration: CMTime? {
        let (shortest, longest) = state.withLock { ($0.minFrameDuration, $0.maxFrameDuration) }
        if shortest.isValid { return shortest }
        return longest.isValid ? CMTimeMinimum(longest, Self.usualFrameDuration) : nil
    }

    /// How long pictures last where nobody says so.
    static let usualFrameDuration = CMTime(value: 1, timescale: 30)

    /// What clients choose of a device, so that it can be taken back.
    struct Choice {
        let format: Format?
        let minFrameDuration: CMTime
        let maxFrameDuration: CMTime
    }

    var choice: Choice {
        state.withLock { state in
            Choice(
                format: state.activeFormat,
                minFrameDuration: state.minFrameDuration,
                maxFrameDuration: state.maxFrameDuration
            )
        }
    }

    /// Takes back what was chosen since; the answer is the format of before and that of now.
    func restore(_ choice: Choice) -> (Format?, Format?) {
        state.withLock { state in
            // One that has come back as something else has other formats.
            let format = state.formats.first { $0.format == choice.format?.format }
            defer {
                (state.minFrameDuration, state.maxFrameDuration) = (choice.minFrameDuration, choice.maxFrameDuration)
                state.activeFormat = format
            }
            return (state.activeFormat, format)
        }
    }

    // MARK: Its sessions

    /// The sessions that have inputs of it.
    var sessions: [AVCaptureSession] { state.withLock { $0.sessions }.compactMap(\.session) }

    /// One of them.
    var session: AVCaptureSession? { sessions.first }

    /// A session has an input of it.
    func join(_ session: AVCaptureSession) {
        let reference = SessionReference(session)
        state.withLock { state in
            guard !state.sessions.contains(where: { $0.id == reference.id }) else { return }
            state.sessions.append(reference)
        }
    }

    /// A session has no input of it any more.
    func leave(_ session: ObjectIdentifier) { state.withLock { $0.sessions.removeAll { $0.id == session } } }
}

/// A session that a device knows of and does not hold.
struct SessionReference {
    // To be told from others without being held for a moment, in which it could be let go of.
    let id: ObjectIdentifier
    weak var session: AVCaptureSession?

    init(_ session: AVCaptureSession) { (id, self.session) = (ObjectIdentifier(session), session) }
}
