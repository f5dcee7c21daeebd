import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation

/// A client with outputs of all kinds and a preview, which does something at random and is slow at random, and another session that wants
/// the same camera or screen.
final class RandomClient {
    /// Where its pictures come from.
    enum Source {
        /// With a code that is to be seen now and then, where it says so.
        case camera(AKSyntheticCamera, showsCode: Bool)
        case screen(AKSyntheticScreen)

        var script: [AKSyntheticEvent] {
            switch self {
            case .camera(let camera, _): camera.script
            case .screen(let screen): screen.script
            }
        }
    }

    /// A recording that it has asked for.
    struct Recorded {
        let log: RecordingLog
        let url: URL
        /// The session ran when it was asked for.
        let isPossible: Bool
        /// When it had ended, on the host clock; nil until then.
        let end: Protected<Int64?>
    }

    /// What the code says.
    static let code = "4006381333931"

    let studio = Studio()
    let movies = AVCaptureMovieFileOutput()
    let (pictureLog, soundLog, otherLog) = (DataLog(), DataLog(), DataLog())
    let codeLog = CodeLog()
    let synchronizedLog = SynchronizedLog()
    let pictures = AVCaptureVideoDataOutput()
    let sounds = AVCaptureAudioDataOutput()
    let codes = AVCaptureMetadataOutput()
    private(set) var recordings: [Recorded] = []
    /// It has changed what its session is made of.
    private(set) var hasChangedSession = false
    private(set) var photoLogs: [PhotoLog] = []
    /// All that there ever were.
    private(set) var connections: [AVCaptureConnection] = []
    private(set) var preview: AVCaptureVideoPreviewLayer?
    /// When the pictures were taken that were fetched of each preview.
    private(set) var fetched: [[CMTime]] = []
    private let photos = AVCapturePhotoOutput()
    private let other: AVCaptureSession
    private let otherPictures = AVCaptureVideoDataOutput()
    private let synchronizer: AVCaptureDataOutputSynchronizer
    private let previewNaps: Naps
    private var soundInput: AVCaptureDeviceInput?
    private var registry: DeviceRegistry?

    init(_ source: Source, _ microphone: AKSyntheticMicrophone?, _ random: inout SeededRandom) throws {
        other = AVCaptureSession(environment: studio.environment)
        synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [pictures, sounds, codes])
        previewNaps = Self.naps(of: studio, &random)
        let device = try device(of: source)
        session.addInput(try Self.input(of: device, source))
        soundInput = try microphone.map { try studio.add(studio.microphone($0)) }
        for output: AVCaptureOutput in [movies, pictures, sounds, photos, codes] { session.addOutput(output) }
        other.addInput(try Self.input(of: device, source))
        other.addOutput(otherPictures)
        pictures.alwaysDiscardsLateVideoFrames = random.next(2) == 0
        if case .camera(_, let showsCode) = source, showsCode {
            codes.metadataObjectTypes = codes.availableMetadataObjectTypes.filter { $0 == .ean13 }
        }
        listen(&random)
        noteConnections()
    }

    private func device(of source: Source) throws -> AVCaptureDevice {
        switch source {
        case .screen(let screen): return try studio.screen(screen)
        case .camera(let camera, let showsCode):
            guard showsCode else { return try studio.camera(camera) }
            studio.provider.add(.camera(camera))
            let (provider, registry) = studio.troubled()
            let code = DrawnCode.ean13(Self.code.compactMap(\.wholeNumberValue))
            provider.change { sample in
                // It comes and goes.
                guard sample.hostTime / 700_000_000 % 2 == 0, case .picture(let picture) = sample.content else {
                    return
                }
                code.drawBars(over: picture)
            }
            let environment = studio.environment
            provider.hand { Self.hand(on: $0, in: environment) }
            registry.refresh()
            self.registry = registry
            guard let device = registry.device(camera.id) else { throw AVError(.deviceNotConnected) }
            return device
        }
    }

    /// Hands a picture to all outputs before a client hears of it, as a camera's thread does that never waits for clients. Where a client
    /// is slow, time passes while it is called, and the next pictures would overtake this one on its way to the other outputs.
    private static func hand(on body: @escaping @Sendable () -> Void, in environment: HostEnvironment) {
        let isDue = Protected(true)
        let turn: @Sendable () -> Void = {
            let isFirst = isDue.withLock { isDue in
                defer { isDue = false }
                return isDue
            }
            if isFirst { body() }
        }
        // As what clients hear, so that this waits. If a client is being called, it waits behind that, and the camera does not.
        environment.notice(turn)
        turn()
    }

    private static func input(of device: AVCaptureDevice, _ source: Source) throws -> AVCaptureInput {
        guard case .screen = source else { return try AVCaptureDeviceInput(device: device) }
        let input = AVCaptureScreenInput(akScreen: device)
        input.minFrameDuration = CMTime(value: 1, timescale: 10)
        return input
    }

    private static func naps(of studio: Studio, _ random: inout SeededRandom, among calls: Int = 8) -> Naps {
        let (count, interval) = (random.next(3), random.next(calls) + 1)
        return Naps(studio.host, count: count, after: interval, length: Int64(random.next(350)) * 1_000_000)
    }

    private func listen(_ random: inout SeededRandom) {
        for log in [pictureLog, otherLog] {
            let naps = Self.naps(of: studio, &random)
            log.meanwhile = { _ in naps.take() }
        }
        // Of sound there are more calls.
        let soundNaps = Self.naps(of: studio, &random, among: 100)
        soundLog.meanwhile = { _ in soundNaps.take() }
        let codeNaps = Self.naps(of: studio, &random)
        codeLog.meanwhile = { codeNaps.take() }
        let synchronizedNaps = Self.naps(of: studio, &random, among: 100)
        synchronizedLog.meanwhile = { _ in synchronizedNaps.take() }
        pictures.setSampleBufferDelegate(pictureLog, queue: .main)
        sounds.setSampleBufferDelegate(soundLog, queue: .main)
        otherPictures.setSampleBufferDelegate(otherLog, queue: .main)
        codes.setMetadataObjectsDelegate(codeLog, queue: .main)
    }

    private var session: AVCaptureSession { studio.session }
    var logs: [DataLog] { [pictureLog, soundLog, otherLog] }
    /// How often anybody was called with media.
    var callCounts: [Int] {
        logs.flatMap { [$0.buffers.count, $0.dropped.count] } + [codeLog.all.count, synchronizedLog.all.count]
    }
    /// All codes that anybody was told of.
    var foundCodes: [AVMetadataMachineReadableCodeObject] {
        let together = synchronizedLog.all.compactMap { $0[codes] as? AVCaptureSynchronizedMetadataObjectData }
        let objects = together.flatMap(\.metadataObjects)
        return codeLog.codes + objects.compactMap { $0 as? AVMetadataMachineReadableCodeObject }
    }

    func limit(_ random: inout SeededRandom) {
        if random.next(4) == 0 { movies.maxRecordedDuration = CMTime(value: Int64(random.next(20)) + 1, timescale: 10) }
        if random.next(4) == 0 { movies.maxRecordedFileSize = Int64(random.next(40_000)) + 8_000 }
    }

    func act(_ random: inout SeededRandom) {
        switch random.next(16) {
        case 0, 1, 2: record()
        case 3: movies.stopRecording()
        case 4: movies.pauseRecording()
        case 5: movies.resumeRecording()
        case 6 where random.next(4) == 0: session.stopRunning()
        case 7: session.startRunning()
        case 8: takePhoto()
        case 9 where other.isRunning: other.stopRunning()
        case 9: other.startRunning()
        case 10: change(isOfSound: random.next(2) == 0)
        case 11: changePreview(isDrawn: random.next(2) == 0)
        case 12, 13: fetchPicture()
        case 14: changeSynchronizer()
        default: break
        }
        noteConnections()
    }

    /// The other one first: what waits for a camera would get it.
    func stop() {
        other.stopRunning()
        session.stopRunning()
    }

    private func record() {
        guard movies.connections.contains(where: \.isActive) else { return }
        let (log, url, end) = (RecordingLog(), studio.url("\(recordings.count).mov"), Protected<Int64?>(nil))
        log.finally = { [host = studio.host] in end.withLock { $0 = host.now } }
        recordings.append(Recorded(log: log, url: url, isPossible: session.isRunning, end: end))
        movies.startRecording(to: url, recordingDelegate: log)
    }

    private func takePhoto() {
        let log = PhotoLog()
        photoLogs.append(log)
        photos.capturePhoto(with: AVCapturePhotoSettings(), delegate: log)
    }

    /// Several changes at once: an output, how a connection delivers, and perhaps the microphone.
    private func change(isOfSound: Bool) {
        hasChangedSession = true
        session.beginConfiguration()
        if session.outputs.contains(where: { $0 === sounds }) {
            session.removeOutput(sounds)
        } else if session.canAddOutput(sounds) {
            session.addOutput(sounds)
        }
        if let connection = pictures.connection(with: .video) {
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored.toggle()
        }
        if isOfSound, let soundInput {
            if session.inputs.contains(where: { $0 === soundInput }) {
                session.removeInput(soundInput)
            } else if session.canAddInput(soundInput) {
                session.addInput(soundInput)
            }
        }
        session.commitConfiguration()
    }

    /// Lets go of the preview, or makes one: for pictures that are fetched of it, or drawn by somebody besides.
    private func changePreview(isDrawn: Bool) {
        hasChangedSession = true
        guard preview == nil else {
            preview = nil
            return
        }
        let layer = AVCaptureVideoPreviewLayer(session: session)
        if isDrawn {
            layer.akTarget = AKVirtualVideoTarget(host: studio.host, hashesPixels: false) { [previewNaps] _, _ in
                previewNaps.take()
            }
        }
        preview = layer
        fetched.append([])
    }

    private func fetchPicture() {
        guard let preview, let last = fetched.indices.last else { return }
        var time = CMTime.invalid
        let before = fetched[last].last ?? .invalid
        if preview.akCopyPixelBuffer(after: before, time: &time) != nil { fetched[last].append(time) }
    }

    private func changeSynchronizer() {
        if synchronizer.delegate == nil {
            synchronizer.setDelegate(synchronizedLog, queue: .main)
        } else {
            synchronizer.setDelegate(nil, queue: nil)
        }
    }

    private func noteConnections() {
        for connection in session.connections + other.connections
        where !connections.contains(where: { $0 === connection }) {
            connections.append(connection)
        }
    }
}
