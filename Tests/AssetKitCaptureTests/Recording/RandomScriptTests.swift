import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Random devices that fail at random, and a client that does something at random, held against the rules.
@Suite("Recordings of random scripts")
struct RandomScriptTests {
    /// More of them where `ASSETKIT_CAPTURE_SCRIPTS` says how many; FFmpeg has to decode their recordings without a word, too.
    private static let wished = ProcessInfo.processInfo.environment["ASSETKIT_CAPTURE_SCRIPTS"].flatMap(Int.init)
    private static let count = wished ?? 24

    @Test("whatever happens, the rules hold")
    func rules() async throws {
        let first =
            ProcessInfo.processInfo.environment["ASSETKIT_CAPTURE_SEED"].flatMap(UInt64.init)
            ?? UInt64.random(in: 0..<1_000_000_000)
        for number in 0..<Self.count {
            let seed = first + UInt64(number)
            try await run(seed)
        }
    }

    private func run(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let camera = AKSyntheticCamera(width: 128, height: 96, frameRates: [10], script: script(&random))
        let microphone = AKSyntheticMicrophone(
            sampleRate: 8000,
            driftPPM: Double(random.next(400)) - 200,
            script: random.next(3) == 0 ? script(&random) : []
        )
        let client = try RandomClient(camera, random.next(4) > 0 ? microphone : nil)
        client.limit(&random)
        client.studio.session.startRunning()
        for _ in 0..<16 {
            client.studio.advance(Double(random.next(600)) / 1000)
            client.act(&random)
        }
        client.movies.stopRecording()
        client.studio.advance(2)
        let before = client.deliveredCounts
        client.stop()
        let told = client.photoLogs.map(\.words)
        client.studio.advance(2)
        #expect(client.deliveredCounts == before, "seed \(seed): something came behind the end")
        #expect(client.photoLogs.map(\.words) == told, "seed \(seed): a photo came behind the end")
        // Sound is as late or early as its device says.
        let logs = microphone.script.isEmpty ? client.logs : [client.pictureLog, client.otherLog]
        for log in logs {
            let times = log.buffers.map(\.presentationTimeStamp)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed): times that do not increase")
        }
        for connection in client.connections {
            let counts = connection.akStatistics
            let sum = counts.delivered + counts.dropped + counts.unwanted
            #expect(counts.produced == sum, "seed \(seed): \(connection.output as Any): \(counts)")
        }
        for log in client.photoLogs { check(log, seed) }
        for (log, url) in client.recordings { try await check(log, url, seed) }
    }

    private func check(_ log: PhotoLog, _ seed: UInt64) {
        #expect(log.errors.count == 1, "seed \(seed): a photo ended \(log.errors.count) times")
        #expect(log.words.last == "finish", "seed \(seed): \(log.words)")
        guard log.errors == [nil] else { return }
        #expect(log.photos.count == 1 && log.photos.first?.fileDataRepresentation() != nil, "seed \(seed)")
    }

    private func check(_ log: RecordingLog, _ url: URL, _ seed: UInt64) async throws {
        #expect(log.finishCount == 1, "seed \(seed): \(url.lastPathComponent) ended \(log.finishCount) times")
        #expect(log.words.last == "finish", "seed \(seed): \(log.words)")
        let isGood = log.errors.first.map { $0.recordingSuccessfullyFinished == true } ?? true
        guard isGood else { return }
        let movie = try await RecordedMovie(url)
        let numbers = movie.numbers.compactMap { $0 }
        #expect(numbers.count == movie.numbers.count, "seed \(seed): \(url.lastPathComponent) has a broken picture")
        #expect(zip(movie.pictures, movie.pictures.dropFirst()).allSatisfy { $0.time < $1.time }, "seed \(seed)")
        if Self.wished != nil { #expect(try ffmpegSays(of: url) == "", "seed \(seed): \(url.lastPathComponent)") }
        if let size = log.errors.first(where: { $0.code == .maximumFileSizeReached })?.fileSize {
            let real = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize
            #expect(real.map(Int64.init) == size, "seed \(seed)")
        }
    }

    /// What FFmpeg has to say of a file when it decodes all of it.
    private func ffmpegSays(of url: URL) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = ["-v", "error", "-nostdin", "-i", url.path, "-f", "null", "-"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 || !text.isEmpty ? text : "it failed"
    }

    private func script(_ random: inout SeededRandom) -> [AKSyntheticEvent] {
        (0..<random.next(4)).map { _ in
            let time = Double(random.next(4000)) / 1000
            switch random.next(9) {
            case 0: return AKSyntheticEvent(at: time, .stall(Double(random.next(1500)) / 1000))
            case 1: return AKSyntheticEvent(at: time, .unplug)
            case 2, 3: return AKSyntheticEvent(at: time, .plug)
            case 4: return AKSyntheticEvent(at: time, .drop(random.next(5)))
            case 5: return AKSyntheticEvent(at: time, .error("I/O error"))
            case 6: return AKSyntheticEvent(at: time, .jump(Double(random.next(1000)) / 1000 - 0.5))
            case 7: return AKSyntheticEvent(at: time, .rate(0.5))
            default: return AKSyntheticEvent(at: time, .busy(random.next(2) == 0))
            }
        }
    }
}

/// A client with outputs of several kinds, which does something at random, and another session that wants the same camera.
private final class RandomClient {
    let studio: Studio
    let movies = AVCaptureMovieFileOutput()
    let (pictureLog, soundLog, otherLog) = (DataLog(), DataLog(), DataLog())
    private(set) var recordings: [(log: RecordingLog, url: URL)] = []
    private(set) var photoLogs: [PhotoLog] = []
    /// All that there ever were.
    private(set) var connections: [AVCaptureConnection] = []
    private let pictures = AVCaptureVideoDataOutput()
    private let sounds = AVCaptureAudioDataOutput()
    private let photos = AVCapturePhotoOutput()
    private let other: AVCaptureSession
    private let soundInput: AVCaptureDeviceInput?

    init(_ camera: AKSyntheticCamera, _ microphone: AKSyntheticMicrophone?) throws {
        let studio = Studio()
        self.studio = studio
        other = AVCaptureSession(environment: studio.environment)
        let device = try studio.camera(camera)
        try studio.add(device)
        soundInput = try microphone.map { try studio.add(studio.microphone($0)) }
        pictures.setSampleBufferDelegate(pictureLog, queue: .main)
        sounds.setSampleBufferDelegate(soundLog, queue: .main)
        for output: AVCaptureOutput in [movies, pictures, sounds, photos] { studio.session.addOutput(output) }
        other.addInput(try AVCaptureDeviceInput(device: device))
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(otherLog, queue: .main)
        other.addOutput(output)
        noteConnections()
    }

    private var session: AVCaptureSession { studio.session }
    var logs: [DataLog] { [pictureLog, soundLog, otherLog] }
    var deliveredCounts: [Int] { logs.map(\.buffers.count) }

    func limit(_ random: inout SeededRandom) {
        if random.next(4) == 0 { movies.maxRecordedDuration = CMTime(value: Int64(random.next(20)) + 1, timescale: 10) }
        if random.next(4) == 0 { movies.maxRecordedFileSize = Int64(random.next(40_000)) + 8_000 }
    }

    func act(_ random: inout SeededRandom) {
        switch random.next(12) {
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
        let entry = (log: RecordingLog(), url: studio.url("\(recordings.count).mov"))
        recordings.append(entry)
        movies.startRecording(to: entry.url, recordingDelegate: entry.log)
    }

    private func takePhoto() {
        let log = PhotoLog()
        photoLogs.append(log)
        photos.capturePhoto(with: AVCapturePhotoSettings(), delegate: log)
    }

    /// Several changes at once: an output, how a connection delivers, and perhaps the microphone.
    private func change(isOfSound: Bool) {
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

    private func noteConnections() {
        for connection in session.connections + other.connections
        where !connections.contains(where: { $0 === connection }) {
            connections.append(connection)
        }
    }
}

/// Numbers that a seed gives.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, count)))
    }
}
