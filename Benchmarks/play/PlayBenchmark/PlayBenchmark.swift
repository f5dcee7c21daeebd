internal import AssetKit
internal import Foundation

/// Plays a file through AVFoundation's API and says how exact that was; the sound goes to the sound server.
///
/// - `PlayBenchmark decode FILE SECONDS` plays so long with pictures that show nowhere.
/// - `PlayBenchmark observe FILE SECONDS` has a periodic observer of ten times a second, and prints how late each call was in
///   milliseconds, and how many never came: `{"late": [ms …], "lost": n}`.
/// - `PlayBenchmark rate FILE ALGORITHM` doubles the rate after two seconds, and prints when it was asked to and what the item's time
///   was when, in nanoseconds of the monotonic clock: `{"asked": ns, "times": [[ns, seconds] …]}`.
/// - `PlayBenchmark seek FILE STEP…` shows it in a window, paused, takes the steps in seconds, each to whatever place near is cheap,
///   and prints what each took: `[ms …]`.
@main
struct PlayBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 2 else { throw AVError(.unknown) }
        let run = Run(URL(filePath: arguments[1]))
        switch arguments[0] {
        case "decode": try await run.decode(for: Double(arguments[2]) ?? 20)
        case "observe": print(try await run.observe(for: Double(arguments[2]) ?? 20))
        case "rate": print(try await run.changeRate(arguments[2]))
        case "seek": print(try await run.seek(arguments.dropFirst(2).compactMap(Double.init)))
        default: throw AVError(.unknown)
        }
        await run.player.akClose()
    }
}

/// A player of one file.
struct Run {
    let player: AVPlayer
    private let item: AVPlayerItem

    init(_ url: URL) {
        item = AVPlayerItem(url: url)
        player = AVPlayer(playerItem: item)
        player.akAudioTarget = AKPulseAudioTarget(applicationName: "PlayBenchmark", streamName: url.lastPathComponent)
    }

    /// The monotonic clock, by which recordings are stamped too.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func start() async {
        player.play()
        for await status in player.values(for: \.timeControlStatus) where status == .playing { break }
    }

    func decode(for seconds: Double) async throws {
        await start()
        try await Task.sleep(for: .seconds(seconds))
    }

    func observe(for seconds: Double) async throws -> String {
        let calls = Calls()
        let queue = DispatchQueue(label: "observer")
        let token = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 10), queue: queue) {
            [item] time in
            calls.add(time, at: item.currentTime())
        }
        await start()
        try await Task.sleep(for: .seconds(seconds))
        player.removeTimeObserver(token)
        // What is told of jumps and of the beginning is told at once, whatever the time.
        let (late, lost) = queue.sync { calls.figures }
        return "{\"late\": \(list(late)), \"lost\": \(lost)}"
    }

    func changeRate(_ algorithm: String) async throws -> String {
        item.audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm(rawValue: algorithm)
        await start()
        var times: [String] = []
        var asked: Int64 = 0
        let begin = Self.now
        while Self.now < begin + 4_000_000_000 {
            if asked == 0, Self.now >= begin + 2_000_000_000 {
                asked = Self.now
                player.rate = 2
            }
            let before = Self.now
            let seconds = player.currentTime().seconds
            times.append("[\((before + Self.now) / 2), \(seconds)]")
            try await Task.sleep(for: .milliseconds(2))
        }
        return "{\"asked\": \(asked), \"times\": [\(times.joined(separator: ", "))]}"
    }

    func seek(_ steps: [Double]) async throws -> String {
        let layer = AVPlayerLayer(player: player)
        layer.akTarget = AKWindowTarget(title: "PlayBenchmark", geometry: AKWindowGeometry("1920x1080+0+0"))
        for await status in item.values(for: \.status) where status == .readyToPlay { break }
        try await Task.sleep(for: .seconds(1.5))
        var figures: [Double] = []
        for step in steps {
            try await Task.sleep(for: .milliseconds(300))
            let goal = item.currentTime() + CMTime(seconds: step, preferredTimescale: 1000)
            let begin = Self.now
            guard await player.seek(to: goal) else { throw AVError(.unknown) }
            figures.append(Double(Self.now - begin) / 1_000_000)
        }
        withExtendedLifetime(layer) {}
        return list(figures)
    }

    private func list(_ figures: [Double]) -> String {
        "[\(figures.map { String(format: "%.3f", $0) }.joined(separator: ", "))]"
    }
}

/// The calls of an observer.
///
/// SAFETY: one serial queue alone touches it.
private final class Calls: @unchecked Sendable {
    private static let interval = 0.1
    /// When each multiple of the interval was told.
    private var moments: [Int: Double] = [:]

    func add(_ time: CMTime, at now: CMTime) {
        let number = Int((time.seconds / Self.interval).rounded())
        if moments[number] == nil { moments[number] = now.seconds }
    }

    /// How late calls were, in milliseconds, but for the beginning, and how many never came.
    var figures: (late: [Double], lost: Int) {
        let numbers = moments.keys.filter { $0 > 0 }.sorted()
        guard let last = numbers.last else { return ([], 0) }
        let late = numbers.map { ((moments[$0] ?? 0) - Double($0) * Self.interval) * 1000 }
        return (late, last - numbers.count)
    }
}
