import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Random devices that fail at random, and a client that does something at random and is slow at random, held against the rules.
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
        var codeCount = 0
        for number in 0..<Self.count {
            let seed = first + UInt64(number)
            codeCount += try await run(seed)
        }
        // Each of so many scripts would have to be without a picture of the code.
        let isCertain = Self.count >= 24 && CodeReader.obstacle == nil
        #expect(codeCount > 0 || !isCertain, "no code was found from seed \(first) on")
    }

    /// Runs the script of a seed; how often a code was found.
    private func run(_ seed: UInt64) async throws -> Int {
        var random = SeededRandom(seed: seed)
        let source = source(seed, &random)
        let microphone = AKSyntheticMicrophone(
            sampleRate: 8000,
            driftPPM: Double(random.next(400)) - 200,
            script: random.next(3) == 0 ? script(&random) : []
        )
        let heard = random.next(4) > 0 ? microphone : nil
        let client = try RandomClient(source, heard, &random)
        client.limit(&random)
        client.studio.session.startRunning()
        for _ in 0..<16 {
            client.studio.advance(Double(random.next(600)) / 1000)
            client.act(&random)
        }
        client.movies.stopRecording()
        client.studio.advance(2)
        let before = client.callCounts
        client.stop()
        let told = client.photoLogs.map(\.words)
        client.studio.advance(2)
        #expect(client.callCounts == before, "seed \(seed): something came behind the end")
        #expect(client.photoLogs.map(\.words) == told, "seed \(seed): a photo came behind the end")
        #expect(client.preview?.akCopyPixelBuffer() == nil, "seed \(seed): a preview has a picture behind the end")
        // Sound is as late or early as its device says.
        checkTimes(of: client, withSound: microphone.script.isEmpty, seed)
        for connection in client.connections {
            let counts = connection.akStatistics
            let sum = counts.delivered + counts.dropped + counts.unwanted
            #expect(counts.produced == sum, "seed \(seed): \(connection.output as Any): \(counts)")
        }
        let codes = client.foundCodes
        #expect(codes.allSatisfy { $0.type == .ean13 && $0.stringValue == RandomClient.code }, "seed \(seed)")
        for log in client.photoLogs { check(log, seed) }
        let causes = RecordingCauses(of: client, source.script + (heard?.script ?? []))
        for recording in client.recordings {
            try await check(recording.log, recording.url, seed)
            let name = recording.url.lastPathComponent
            #expect(causes.explain(recording), "seed \(seed): \(name): \(recording.log.errors)")
        }
        return codes.count
    }

    /// A screen, a camera that sees codes, or one that sees none.
    private func source(_ seed: UInt64, _ random: inout SeededRandom) -> RandomClient.Source {
        let script = script(&random)
        guard seed % 3 > 0 else { return .screen(AKSyntheticScreen(width: 128, height: 96, script: script)) }
        let camera = AKSyntheticCamera(width: 128, height: 96, frameRates: [10], script: script)
        return .camera(camera, showsCode: seed % 3 == 1)
    }

    /// Times of all that clients are given increase, for each of them.
    private func checkTimes(of client: RandomClient, withSound: Bool, _ seed: UInt64) {
        func check(_ times: [CMTime], _ what: String) {
            let isInOrder = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
            #expect(isInOrder, "seed \(seed): times of \(what) that do not increase")
        }
        for log in [client.pictureLog, client.otherLog] {
            check(log.buffers.map(\.presentationTimeStamp), "pictures")
            checkDropped(log, seed)
        }
        if withSound { check(client.soundLog.buffers.map(\.presentationTimeStamp), "sound") }
        check(client.codeLog.all.compactMap(\.first?.time), "codes")
        for times in client.fetched { check(times, "a preview") }
        let outputs: [AVCaptureOutput] = [client.pictures, client.codes] + (withSound ? [client.sounds] : [])
        for output in outputs {
            let data = client.synchronizedLog.all.compactMap { $0[output] }
            // One that was left out may have the time of the one behind it.
            let delivered = data.filter { data in
                (data as? AVCaptureSynchronizedSampleBufferData)?.sampleBufferWasDropped != true
            }
            check(delivered.map(\.timestamp), "what \(type(of: output)) has together with others")
        }
    }

    /// What was left out is told in order: of one time are at most a loss and the picture behind it, which is left out, too.
    private func checkDropped(_ log: DataLog, _ seed: UInt64) {
        let loss = kCMSampleBufferDroppedFrameReason_Discontinuity as String
        let dropped = Array(zip(log.dropped.map(\.presentationTimeStamp), log.reasons))
        let isInOrder = zip(dropped, dropped.dropFirst()).allSatisfy { first, second in
            let isBehindLoss = first.1 == loss && second.1 != loss
            return isBehindLoss ? first.0 <= second.0 : first.0 < second.0
        }
        #expect(isInOrder, "seed \(seed): times of pictures that were left out that do not increase")
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
        // In the smallest files there may be room for some sound and for no picture: that is why they ended, whatever else did it.
        let hasPictures = !movie.pictures.isEmpty
        let isFull = log.errors.contains { $0.code == .maximumFileSizeReached }
        let isWhole = hasPictures || isFull || movie.size == .zero
        #expect(isWhole, "seed \(seed): \(url.lastPathComponent) has no picture")
        if Self.wished != nil {
            let words = try ffmpegSays(of: url, hasPictures: hasPictures)
            #expect(words == "", "seed \(seed): \(url.lastPathComponent): \(words)")
        }
        if let size = log.errors.first(where: { $0.code == .maximumFileSizeReached })?.fileSize {
            let real = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize
            #expect(real.map(Int64.init) == size, "seed \(seed)")
        }
    }

    /// What FFmpeg has to say of a file when it decodes all of it. A track without pictures is an error for it.
    private func ffmpegSays(of url: URL, hasPictures: Bool) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        // Times as the file has them. FFmpeg would round them to a frame rate that it guesses, and call pictures that are nearer to each
        // other than that, such as those behind a jump of the camera's clock, disordered.
        let timing = ["-enc_time_base:v", "-1"]
        let tracks = hasPictures ? [] : ["-map", "0:a"]
        process.arguments = ["-v", "error", "-nostdin", "-i", url.path] + tracks + timing + ["-f", "null", "-"]
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
            // By half pictures: times that catch up meet those that they catch up with.
            case 6: return AKSyntheticEvent(at: time, .jump(Double(random.next(21)) / 20 - 0.5))
            case 7: return AKSyntheticEvent(at: time, .rate(0.5))
            default: return AKSyntheticEvent(at: time, .busy(random.next(2) == 0))
            }
        }
    }
}
