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
    /// More of them where `ASSETKIT_CAPTURE_SCRIPTS` says how many.
    private static let count =
        ProcessInfo.processInfo.environment["ASSETKIT_CAPTURE_SCRIPTS"].flatMap(Int.init) ?? 24

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
        let studio = Studio()
        let camera = AKSyntheticCamera(
            width: 128,
            height: 96,
            frameRates: [10],
            script: script(&random)
        )
        let microphone = AKSyntheticMicrophone(
            sampleRate: 8000,
            driftPPM: Double(random.next(400)) - 200,
            script: random.next(3) == 0 ? script(&random) : []
        )
        try studio.add(studio.camera(camera))
        if random.next(4) > 0 { try studio.add(studio.microphone(microphone)) }
        let movies = AVCaptureMovieFileOutput()
        let pictures = AVCaptureVideoDataOutput()
        let data = DataLog()
        pictures.setSampleBufferDelegate(data, queue: .main)
        studio.session.addOutput(movies)
        studio.session.addOutput(pictures)
        if random.next(4) == 0 { movies.maxRecordedDuration = CMTime(value: Int64(random.next(20)) + 1, timescale: 10) }
        if random.next(4) == 0 { movies.maxRecordedFileSize = Int64(random.next(40_000)) + 8_000 }
        studio.session.startRunning()
        var logs: [(log: RecordingLog, url: URL)] = []
        for step in 0..<12 {
            studio.advance(Double(random.next(600)) / 1000)
            switch random.next(8) {
            case 0, 1, 2:
                guard movies.connections.contains(where: \.isActive) else { break }
                let entry = (log: RecordingLog(), url: studio.url("\(step).mov"))
                logs.append(entry)
                movies.startRecording(to: entry.url, recordingDelegate: entry.log)
            case 3: movies.stopRecording()
            case 4: movies.pauseRecording()
            case 5: movies.resumeRecording()
            case 6 where random.next(4) == 0: studio.session.stopRunning()
            case 7: studio.session.startRunning()
            default: break
            }
        }
        movies.stopRecording()
        studio.advance(2)
        let delivered = data.buffers.count
        studio.session.stopRunning()
        studio.advance(2)
        #expect(data.buffers.count == delivered, "seed \(seed): a picture came behind the end")
        #expect(
            zip(data.buffers, data.buffers.dropFirst()).allSatisfy {
                $0.presentationTimeStamp < $1.presentationTimeStamp
            }
        )
        if let counts = pictures.connections.first?.akStatistics {
            #expect(counts.produced == counts.delivered + counts.dropped, "seed \(seed): \(counts)")
        }
        for counts in movies.connections.map(\.akStatistics) {
            let sum = counts.delivered + counts.dropped + counts.unwanted
            #expect(counts.produced == sum, "seed \(seed): \(counts)")
        }
        for (log, url) in logs { try await check(log, url, seed) }
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
        if let size = log.errors.first(where: { $0.code == .maximumFileSizeReached })?.fileSize {
            let real = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize
            #expect(real.map(Int64.init) == size, "seed \(seed)")
        }
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
