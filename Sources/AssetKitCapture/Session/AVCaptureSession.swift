internal import AssetKitBase
public import AssetKitClocks
internal import AssetKitDevices
public import AssetKitMedia
public import Foundation

/// Brings media from devices to files, to your code and to previews.
///
/// ```swift
/// let session = AVCaptureSession()
/// guard let camera = AVCaptureDevice.default(for: .video) else { throw AVError(.deviceNotConnected) }
/// session.beginConfiguration()
/// session.addInput(try AVCaptureDeviceInput(device: camera))
/// session.addOutput(AVCaptureMovieFileOutput())
/// session.sessionPreset = .medium
/// session.commitConfiguration()
/// session.startRunning()
/// session.stopRunning()
/// ```
///
/// Changes between ``beginConfiguration()`` and ``commitConfiguration()`` are made together, all or nothing: where they fail, the
/// session is as it was before, and posts ``runtimeErrorNotification``. That goes for its parts, too: what connections, ports and
/// screen inputs are told, and the settings of outputs, hold from the commit on, and read as they were set until then. What changes
/// leave alone keeps running. Notifications come on the main queue.
///
/// A change fails for what it brings, and for nothing that was in the way already. An input whose device has come back without what the
/// preset needs, or cannot be started, delivers nothing and its connections are inactive, which ``runtimeErrorNotification`` tells
/// once; all else goes on and can be changed, and the input is tried again with each change and when its device comes back once more.
/// A session does not start with such an input.
///
/// Other than in AVFoundation, a session goes on when one of its devices is lost as long as another delivers, and takes the device
/// back when it returns; and it is interrupted while another program has a device, also when it starts, and when a sound server
/// starts anew. A camera delivers to one session at a time: the second one that starts is interrupted as if another program had it,
/// until the first one stops, or has the camera no more; changes of the first one that have the camera start anew do not give it away.
/// Microphones and screens deliver to several. A change that adds a device which is taken fails.
///
/// SAFETY: what changes is behind locks.
open class AVCaptureSession: NSObject, AKKeyValueObserving, @unchecked Sendable {
    struct State {
        var layout = CaptureLayout()
        /// What is being edited between begin and commit.
        var edited: CaptureLayout?
        /// What has been set of parts meanwhile.
        var pending: [any PendingSetting] = []
        var depth = 0
        var isRunning = false
        var isInterrupted = false
        var streams: [CaptureStream] = []
        /// Inputs whose devices are to be tried again.
        var waiting: [Waiting] = []
        /// Inputs that nothing comes of, and of which that was told.
        var troubled: [AVCaptureInput] = []
        /// How clients had set up the devices when all of them delivered last.
        var choices: [(device: AVCaptureDevice, choice: AVCaptureDevice.Choice)] = []
        var alarm: HostAlarm?
    }

    /// Who observes the session's properties.
    public let akObservers = AKKeyValueObservers()
    let environment: HostEnvironment
    let state = Protected(State())
    /// One change at a time. Clients are never called with it held.
    let control = Protected(false)
    /// What clients are to hear of changes.
    let effects = EffectLine()
    let worker: any SerialWorker

    /// Makes a session without inputs and outputs.
    public override convenience init() { self.init(environment: .system) }

    /// Makes a session that lives in a time of its own.
    package init(environment: HostEnvironment) {
        self.environment = environment
        worker = environment.worker("assetkit.capture.session")
        super.init()
    }

    /// Whoever lets go of a session that runs stops it: what is recorded then is completed all the same.
    deinit {
        let (streams, layout, edited) = state.withLock { ($0.streams, $0.layout, $0.edited) }
        streams.forEach { $0.stop() }
        for input in layout.inputs + (edited?.inputs ?? []) { input.source?.leave(ObjectIdentifier(self)) }
        for connection in layout.connections {
            connection.setActive(false)
            connection.consumer?.ended(connection, because: .stopped)
        }
        layout.outputs.forEach { $0.sessionMayHaveChanged() }
    }

    // MARK: What it is made of

    /// What it is made of as clients see it: with what they are changing.
    var layout: CaptureLayout { state.withLock { $0.edited ?? $0.layout } }

    /// Where media comes from.
    open var inputs: [AVCaptureInput] { layout.inputs }
    /// Where media goes.
    open var outputs: [AVCaptureOutput] { layout.outputs }
    /// Which ways it takes.
    open var connections: [AVCaptureConnection] { layout.connections }
    /// It delivers.
    open var isRunning: Bool { state.withLock { $0.isRunning } }
    /// It waits for a device that another program or another session has, or for a sound server.
    open var isInterrupted: Bool { state.withLock { $0.isInterrupted } }
    /// The clock of all samples: the host's.
    open var synchronizationClock: CMClock? { environment.hostClock }
    /// An older name of ``synchronizationClock``.
    open var masterClock: CMClock? { synchronizationClock }

    /// Whether several cameras may be used.
    var allowsSeveralCameras: Bool { false }

    // MARK: Presets

    /// Whether a preset can be had with the inputs that there are.
    open func canSetSessionPreset(_ preset: Preset) -> Bool { CapturePlanner.obstacle(to: preset, layout) == nil }

    /// How large and how good media are. Stops the program where ``canSetSessionPreset(_:)`` is false.
    open var sessionPreset: Preset {
        get { layout.preset }
        set {
            if let obstacle = CapturePlanner.obstacle(to: newValue, layout) {
                programmerError("AVCaptureSession.sessionPreset: \(obstacle)")
            }
            change { $0.preset = newValue }
        }
    }

    // MARK: Inputs

    /// Whether an input can be added: its device is not used already, and has pictures for the preset.
    open func canAddInput(_ input: AVCaptureInput) -> Bool { obstacle(to: input) == nil }

    private func obstacle(to input: AVCaptureInput) -> String? {
        let layout = layout
        if layout.inputs.contains(where: { $0 === input }) { return "the session has it already" }
        if input.session != nil { return "the input belongs to another session" }
        if let device = input.source {
            if layout.inputs.contains(where: { $0.source == device }) { return "the session uses the device already" }
            if !allowsSeveralCameras, device.hasMediaType(.video),
                layout.inputs.contains(where: { $0.source?.hasMediaType(.video) == true })
            {
                return "the session has a camera already; an AVCaptureMultiCamSession takes several"
            }
            // One without any formats fits no preset: the start says so.
            if !device.formats.isEmpty, let obstacle = CapturePlanner.obstacle(to: layout.preset, of: device) {
                return obstacle
            }
        }
        return nil
    }

    /// Adds an input, and connects its ports with all outputs and previews that have room for them. Stops the program where
    /// ``canAddInput(_:)`` is false.
    open func addInput(_ input: AVCaptureInput) {
        addInputWithNoConnections(input, named: "addInput") { layout in
            layout.connect(input.ports, to: layout.outputs)
            layout.connectPreviews(input.ports)
        }
    }

    /// Adds an input without connecting it.
    open func addInputWithNoConnections(_ input: AVCaptureInput) {
        addInputWithNoConnections(input, named: "addInputWithNoConnections") { _ in }
    }

    private func addInputWithNoConnections(
        _ input: AVCaptureInput,
        named name: String,
        _ connect: (inout CaptureLayout) -> Void
    ) {
        if let obstacle = obstacle(to: input) { programmerError("AVCaptureSession.\(name): \(obstacle)") }
        input.session = self
        input.source?.join(self)
        change { layout in
            layout.inputs.append(input)
            connect(&layout)
        }
    }

    /// Takes an input away, with its connections.
    open func removeInput(_ input: AVCaptureInput) {
        guard layout.inputs.contains(where: { $0 === input }) else { return }
        // Before the change: one that fails makes it the session's again.
        input.session = nil
        input.source?.leave(ObjectIdentifier(self))
        change { layout in
            layout.inputs.removeAll { $0 === input }
            layout.connections.removeAll { connection in connection.inputPorts.contains { $0.holder === input } }
        }
    }

    // MARK: Outputs

    /// Whether an output can be added.
    open func canAddOutput(_ output: AVCaptureOutput) -> Bool { obstacle(to: output) == nil }

    private func obstacle(to output: AVCaptureOutput) -> String? {
        let outputs = layout.outputs
        if outputs.contains(where: { $0 === output }) { return "the session has it already" }
        if output.session != nil { return "the output belongs to another session" }
        return output.obstacle(beside: outputs)
    }

    /// Adds an output, and connects it with all ports that it has room for. Stops the program where ``canAddOutput(_:)`` is false.
    open func addOutput(_ output: AVCaptureOutput) {
        add(output, named: "addOutput") { layout in
            layout.connect(layout.inputs.flatMap(\.ports), to: [output])
        }
    }

    /// Adds an output without connecting it.
    open func addOutputWithNoConnections(_ output: AVCaptureOutput) {
        add(output, named: "addOutputWithNoConnections") { _ in }
    }

    private func add(_ output: AVCaptureOutput, named name: String, _ connect: (inout CaptureLayout) -> Void) {
        if let obstacle = obstacle(to: output) { programmerError("AVCaptureSession.\(name): \(obstacle)") }
        output.session = self
        change { layout in
            layout.outputs.append(output)
            connect(&layout)
        }
    }

    /// Takes an output away, with its connections.
    open func removeOutput(_ output: AVCaptureOutput) {
        guard layout.outputs.contains(where: { $0 === output }) else { return }
        // Before the change, as for inputs.
        output.session = nil
        change { layout in
            layout.outputs.removeAll { $0 === output }
            layout.connections.removeAll { $0.output === output }
        }
    }

    // MARK: Connections

    /// Whether a connection can be added: its ports and its output are the session's, and the output has room.
    open func canAddConnection(_ connection: AVCaptureConnection) -> Bool { obstacle(to: connection) == nil }

    private func obstacle(to connection: AVCaptureConnection) -> String? {
        let layout = layout
        guard let mediaType = connection.mediaType else { return "it has no ports" }
        guard connection.inputPorts.allSatisfy({ $0.mediaType == mediaType }) else {
            return "its ports are of several kinds"
        }
        guard !layout.connections.contains(where: { $0 === connection }) else { return "the session has it already" }
        guard connection.inputPorts.allSatisfy({ port in layout.inputs.contains { $0 === port.holder } }) else {
            return "a port of it is not the session's"
        }
        guard let output = connection.output else { return layout.obstacle(toPreview: connection) }
        guard layout.outputs.contains(where: { $0 === output }) else { return "its output is not the session's" }
        return layout.hasRoom(in: output, for: mediaType) ? nil : "its output has no room for it"
    }

    /// Adds a connection. Stops the program where ``canAddConnection(_:)`` is false.
    open func addConnection(_ connection: AVCaptureConnection) {
        if let obstacle = obstacle(to: connection) { programmerError("AVCaptureSession.addConnection: \(obstacle)") }
        change { $0.connections.append(connection) }
    }

    /// Takes a connection away.
    open func removeConnection(_ connection: AVCaptureConnection) {
        change { $0.connections.removeAll { $0 === connection } }
    }

    // MARK: Running

    /// Starts all devices, and returns when they run, or cannot: ``runtimeErrorNotification`` tells why then. A device that is taken
    /// interrupts the session, which runs and waits for it. Does nothing where it runs. Stops the program between begin and commit.
    open func startRunning() {
        require(
            state.withLock { $0.depth == 0 },
            "AVCaptureSession.startRunning: commitConfiguration() has to come before"
        )
        begin()
    }

    /// Stops all devices, and returns when they are.
    open func stopRunning() { end() }

    /// Begins changes that are made together. Pairs may be nested.
    open func beginConfiguration() {
        state.withLock { state in
            state.edited = state.edited ?? state.layout
            state.depth += 1
        }
    }

    /// Makes the changes since ``beginConfiguration()``, where it is the outermost one.
    open func commitConfiguration() {
        let depth = state.withLock { state in
            defer { state.depth = max(0, state.depth - 1) }
            return state.depth
        }
        require(depth > 0, "AVCaptureSession.commitConfiguration: there was no beginConfiguration()")
        if depth == 1 { commit() }
    }
}

/// Takes several cameras at the same time.
open class AVCaptureMultiCamSession: AVCaptureSession, @unchecked Sendable {
    /// Whether there are several cameras.
    open class var isMultiCamSupported: Bool { AVCaptureDevice.devices(for: .video).count > 1 }
    /// How hard the system works. Nobody says that here: 0.
    open var systemPressureCost: Float { 0 }

    override var allowsSeveralCameras: Bool { true }
}
