internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Writes what is captured to files. Use ``AVCaptureMovieFileOutput`` or ``AVCaptureAudioFileOutput``.
///
/// A recording begins with the first moment at which all its connections have something, or with the picture with which another one
/// ends that it takes over from, and every one of them gets exactly one call of
/// `fileOutput(_:didFinishRecordingTo:from:error:)`, whatever happens. The delegate and the output are held until then, so
/// that the file of whoever lets go of them, or of the session, is completed all the same. The delegate is called on a queue of the
/// output's.
///
/// Half a second of pictures and five seconds of sound may wait to be encoded and written. Of more, pictures are left out and sound is
/// silent for as long; ``AVCaptureConnection/akStatistics`` counts them as late.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureFileOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
        /// The recording that a client means when it says "the recording".
        var current: Recording?
        /// It, and those before it that are not complete yet.
        var live: [Recording] = []
        /// What those do not hear that are about to be among them.
        var missed = MissedEnds()
        /// Up to when they have been handed samples, some of which say that they are of a moment to come.
        var newest = Int64.min
        var lastFigures = Recording.Figures()
        var maxRecordedDuration = CMTime.invalid
        var maxRecordedFileSize: Int64 = 0
        var minFreeDiskSpaceLimit: Int64 = 0
        var diskSpace = DiskSpace.system
        var replacesExistingFile = false
        var metadata: [AVMetadataItem]?
        /// What connections have said last: it holds when a recording begins.
        var said: [(connection: AVCaptureConnection, group: AVTimedMetadataGroup, time: Int64)] = []

        /// When a recording begins that somebody asks for: behind all that another one has been handed. Devices may be as far
        /// ahead as `DeviceTimes` lets them be.
        func moment(of now: Int64) -> Int64 {
            live.isEmpty ? now : max(now, min(newest, now.addingClamped(5_000_000_000)))
        }
    }

    private let state = Protected(State())
    private let gate = SampleGate()
    /// Where delegates are called.
    let callbacks = DispatchQueue(label: "assetkit.capture.file")

    override init() { super.init() }

    // MARK: What is recorded

    /// A recording is on, paused or not.
    open var isRecording: Bool { state.withLock { $0.current != nil } }
    /// The recording is paused.
    open var isRecordingPaused: Bool { state.withLock { $0.current?.current.isPaused ?? false } }
    /// Where it is recorded; nil while nothing is.
    open var outputFileURL: URL? { state.withLock { $0.current?.plan.url } }
    /// How long the recording is, or the last one was.
    open var recordedDuration: CMTime { state.withLock { ($0.current?.current ?? $0.lastFigures).duration } }
    /// How many bytes the recording takes, or the last one took.
    open var recordedFileSize: Int64 { state.withLock { ($0.current?.current ?? $0.lastFigures).byteCount } }

    /// Sees samples before they are recorded, and says at which of them recordings begin and end. It is not held.
    open var delegate: (any AVCaptureFileOutputDelegate)? {
        get { gate.delegate }
        set {
            let isExact = newValue?.fileOutputShouldProvideSampleAccurateRecordingStart(self)
            gate.setDelegate(newValue, isExact: isExact ?? false)
        }
    }

    // MARK: Limits

    /// How long recordings may become; invalid for any length. Those that are as long end with `.maximumDurationReached`.
    open var maxRecordedDuration: CMTime {
        get { state.withLock { $0.maxRecordedDuration } }
        set { state.withLock { $0.maxRecordedDuration = newValue } }
    }

    /// How many bytes recordings may take, metadata included; 0 for any number. Those that take as many end with
    /// `.maximumFileSizeReached`, also where something else would have ended them just then, and their file is never larger. Metadata that is set when there is no room for it any more is left
    /// out, and what was set before stays.
    open var maxRecordedFileSize: Int64 {
        get { state.withLock { $0.maxRecordedFileSize } }
        set { state.withLock { $0.maxRecordedFileSize = newValue } }
    }

    /// How many bytes have to be left on the disk; 0 for any number. Recordings end with `.diskFull` before there are fewer: what their
    /// files still need to be complete is counted. What other programs write is seen once a second, or as often as there are
    /// fragments. Nothing is recorded where there are not 16 MiB more at the beginning.
    open var minFreeDiskSpaceLimit: Int64 {
        get { state.withLock { $0.minFreeDiskSpaceLimit } }
        set { state.withLock { $0.minFreeDiskSpaceLimit = newValue } }
    }

    /// Says how much is left on the disk, for recordings that begin from now on.
    package var diskSpace: DiskSpace {
        get { state.withLock { $0.diskSpace } }
        set { state.withLock { $0.diskSpace = newValue } }
    }

    /// Whether a recording takes the place of a file that has its name: as soon as a first part of it is on the disk, so that the file
    /// stays where nothing is recorded. One that is still being written is never replaced. False unless set: then the recording ends
    /// at once with `.fileAlreadyExists`. An addition to AVFoundation.
    open var akReplacesExistingFile: Bool {
        get { state.withLock { $0.replacesExistingFile } }
        set { state.withLock { $0.replacesExistingFile = newValue } }
    }

    var recordedMetadata: [AVMetadataItem]? {
        get { state.withLock { $0.metadata } }
        set {
            let current = state.withLock { state in
                state.metadata = newValue
                return state.current
            }
            current?.setMetadata(newValue ?? [])
        }
    }

    // MARK: Recording

    /// Begins to record to a file. Where a recording is on, that ends with the last sample before the first one of the new one, and goes
    /// on where the new one is refused: a file has its name already, or there is no room on the disk.
    ///
    /// Stops the program for an address that is not one of a file, and where no connection is active.
    open func startRecording(
        to outputFileURL: URL,
        recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        start(outputFileURL, fileType: fileType, delegate, named: "startRecording")
    }

    /// What files are unless somebody says otherwise.
    var fileType: AVFileType { .mov }

    /// How often what is written is made to last; invalid for not at all.
    var fragmentInterval: CMTime { .invalid }

    /// The pixels that are encoded with the least ado; nil for whatever the device has.
    func pixelFormat(suiting connection: AVCaptureConnection) -> OSType? { nil }

    /// How the samples of a connection are encoded; nil for what suits them.
    func settings(of connection: AVCaptureConnection) -> [String: Any]? { nil }

    func start(
        _ url: URL,
        fileType: AVFileType,
        _ delegate: any AVCaptureFileOutputRecordingDelegate,
        named name: String
    ) {
        require(url.isFileURL, "\(Self.self).\(name): '\(url)' is no address of a file")
        let session = session
        let mark = state.withLock { $0.missed.startBegins() }
        let active = session.map { session in session.connections.filter { $0.output === self && $0.isActive } } ?? []
        let hasMedia = active.contains { $0.mediaType != .metadata }
        guard let session, hasMedia else { programmerError("\(Self.self).\(name): no connection is active") }
        let environment = session.environment
        let plan = plan(url, fileType, active, session)
        let client = RecordingClient(delegate, of: self, url, in: environment)
        let exact = gate.exactTime
        let worker = environment.worker("assetkit.recording")
        let make = { (beginning: RecordingCourse.Beginning, asked: Int64) in
            Recording(plan, beginning, asked: asked, in: environment, on: worker, client.events)
        }
        // What cannot begin takes nobody's place.
        if let obstacle = obstacle(to: plan, session) {
            _ = state.withLock { $0.missed.startEnds(since: mark) }
            return make(.together, environment.host.now).refuse(obstacle)
        }
        let recording = enlist(at: exact, on: environment.host, since: mark, make)
        for (connection, group, time) in state.withLock({ $0.said }) {
            recording.receive(group, at: time, connection, nil)
        }
        guard let exact else { return }
        // They were counted when they passed.
        for (sample, connection) in gate.recent(since: exact) { recording.receive(sample, connection, nil) }
    }

    /// Makes a recording that has all that comes from now on, in place of the one that is on. `mark`: from where on it has missed ends.
    private func enlist(
        at exact: Int64?,
        on host: any HostClock,
        since mark: Int,
        _ make: (RecordingCourse.Beginning, _ asked: Int64) -> Recording
    ) -> Recording {
        let (recording, before, missed) = state.withLock { state in
            // What others have been handed by now was there before, and the new one is handed all that comes later: each picture is in
            // one of them, and none is in both.
            let asked = exact ?? state.moment(of: host.now)
            let goesOn = exact == nil && state.current?.handOver(at: asked) == true
            let recording = make(exact != nil ? .exactly : goesOn ? .withPicture : .together, asked)
            defer { state.current = recording }
            state.live.append(recording)
            return (recording, state.current, state.missed.startEnds(since: mark))
        }
        before?.stop(at: recording.asked, isHandover: exact == nil)
        for (connection, error) in missed { recording.ended(connection, because: error) }
        return recording
    }

    private func plan(
        _ url: URL,
        _ fileType: AVFileType,
        _ connections: [AVCaptureConnection],
        _ session: AVCaptureSession
    ) -> RecordingPlan {
        let tracks = connections.compactMap { connection -> RecordingPlan.Track? in
            guard let mediaType = connection.mediaType, mediaType == .video || mediaType == .audio else { return nil }
            return RecordingPlan.Track(
                connection: connection,
                mediaType: mediaType,
                settings: self.settings(of: connection),
                turn: connection.turn,
                period: session.period(of: connection)
            )
        }
        let state = self.state.withLock { $0 }
        var plan = RecordingPlan(url: url, fileType: fileType, tracks: tracks, preset: session.sessionPreset)
        plan.fragmentInterval = fragmentInterval
        plan.metadata = state.metadata ?? []
        let limit = state.maxRecordedDuration
        if limit.isNumeric, limit > .zero {
            let nanoseconds = CMTimeConvertScale(limit, timescale: 1_000_000_000, method: .roundHalfAwayFromZero)
            // What is too long for a clock to count is no limit.
            if nanoseconds.isNumeric { plan.maximumDuration = nanoseconds.value }
        }
        plan.maximumSize = state.maxRecordedFileSize > 0 ? state.maxRecordedFileSize : nil
        plan.minimumFreeSpace = max(0, state.minFreeDiskSpaceLimit)
        plan.diskSpace = state.diskSpace
        plan.replacesExistingFile = state.replacesExistingFile
        plan.isWatched = gate.isExact
        plan.timed = connections.compactMap { connection in
            let format = connection.inputPorts.first?.formatDescription
            return connection.mediaType == .metadata ? format.map { (connection, $0) } : nil
        }
        return plan
    }

    /// Why a recording cannot even begin; nil where it can.
    private func obstacle(to plan: RecordingPlan, _ session: AVCaptureSession) -> AVError? {
        let path = plan.url.path(percentEncoded: false)
        guard session.isRunning else {
            return AVError(.sessionNotRunning, "cannot record '\(path)': the session does not run")
        }
        if !plan.replacesExistingFile, DiskSpace.size(of: plan.url) != nil {
            return AVError(.fileAlreadyExists, "cannot record '\(path)': it exists already")
        }
        if plan.minimumFreeSpace > 0, let space = plan.diskSpace.free(at: plan.url),
            space - plan.minimumFreeSpace < 16 << 20
        {
            return AVError(.diskFull, "cannot record '\(path)': there are \(space) bytes left on the disk")
        }
        return nil
    }

    /// Ends the recording with what was captured until now. Does nothing while nothing is recorded.
    open func stopRecording() {
        guard let current = state.withLock({ $0.current }) else { return }
        current.stop(at: gate.exactTime ?? current.environment.host.now)
    }

    /// Pauses the recording, with the next picture where it has pictures. Nothing of the pause is left when it goes on.
    open func pauseRecording() {
        guard let current = state.withLock({ $0.current }) else { return }
        let exact = gate.exactTime
        current.pause(at: exact ?? current.environment.host.now, isExact: exact != nil)
    }

    /// Goes on with a recording that is paused.
    open func resumeRecording() {
        guard let current = state.withLock({ $0.current }) else { return }
        let exact = gate.exactTime
        current.resume(at: exact ?? current.environment.host.now, isExact: exact != nil)
    }

    // MARK: What comes

    override var consumer: (any CaptureConsumer)? { FileConsumer(self) }

    fileprivate func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        guard gate.isInUse else { return record(sample, connection) }
        gate.pass(sample, connection, of: self) { [weak self] in self?.record(sample, connection) }
    }

    fileprivate func receive(_ group: AVTimedMetadataGroup, at hostTime: Int64, _ connection: AVCaptureConnection) {
        let live = state.withLock { state in
            state.said = state.said.filter { $0.connection !== connection } + [(connection, group, hostTime)]
            return state.live
        }
        let fate = SampleFate(connection)
        for recording in live { recording.receive(group, at: hostTime, connection, fate) }
    }

    private func record(_ sample: CapturedSample, _ connection: AVCaptureConnection) {
        let end = sample.sample.hostTime.addingClamped(sample.sound?.nanoseconds ?? 1)
        let live = state.withLock { state in
            state.newest = max(state.newest, end)
            return state.live
        }
        let fate = SampleFate(connection)
        for recording in live { recording.receive(sample, connection, fate) }
    }

    fileprivate func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) {
        let error: AVError? =
            switch reason {
            case .stopped: nil
            case .disconnected: Self.disconnection(of: connection)
            case .withdrawn(let failure): Self.withdrawal(failure, of: connection)
            case .interrupted(let reason): AVError(.sessionWasInterrupted, reason)
            case .reconfigured: AVError(.sessionConfigurationChanged, "the session was changed")
            }
        let live = state.withLock { state in
            state.missed.note(connection, because: error)
            return state.live
        }
        for recording in live { recording.ended(connection, because: error) }
    }

    private static func disconnection(of connection: AVCaptureConnection) -> AVError {
        guard let device = connection.inputPorts.first?.holder?.source else {
            return AVError(.deviceWasDisconnected, "the device was disconnected")
        }
        let sentence = "'\(device.localizedName)' was disconnected"
        return AVError(.deviceWasDisconnected, sentence, userInfo: [AVErrorDeviceKey: device])
    }

    private static func withdrawal(_ failure: DeviceFailure, of connection: AVCaptureConnection) -> AVError {
        guard let device = connection.inputPorts.first?.holder?.source else { return disconnection(of: connection) }
        return failure.error(of: device)
    }

    /// A recording is over: its file is as it stays.
    func ended(_ recording: Recording) {
        state.withLock { state in
            // One that was refused was none of them, and leaves no figures.
            guard state.live.contains(where: { $0 === recording }) else { return }
            state.live.removeAll { $0 === recording }
            if state.live.isEmpty { state.newest = .min }
            state.lastFigures = recording.current
            if state.current === recording { state.current = nil }
        }
    }
}

/// Hands samples to an output without holding it.
private final class FileConsumer: CaptureConsumer {
    private weak let output: AVCaptureFileOutput?

    init(_ output: AVCaptureFileOutput) { self.output = output }

    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection) { output?.receive(sample, connection) }

    func receive(_ group: AVTimedMetadataGroup, at hostTime: Int64, _ connection: AVCaptureConnection) {
        output?.receive(group, at: hostTime, connection)
    }

    func wish(_ connection: AVCaptureConnection) -> OSType? { output?.pixelFormat(suiting: connection) }

    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd) {
        output?.ended(connection, because: reason)
    }
}

extension AVCaptureSession {
    /// How long a picture of a connection lasts, in nanoseconds.
    func period(of connection: AVCaptureConnection) -> Int64 {
        let streams = state.withLock { $0.streams }
        let stream = streams.first { stream in connection.inputPorts.contains { $0.holder === stream.plan.input } }
        guard let duration = stream?.frameDuration, duration.isNumeric, duration > .zero else {
            return 33_333_333
        }
        return CMTimeConvertScale(duration, timescale: 1_000_000_000, method: .roundHalfAwayFromZero).value
    }
}
