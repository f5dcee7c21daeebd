import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

/// What happens while a player plays, as text that people can read and compare: what it is told, what it tells, which pictures
/// show, and which sound is heard when. Times are seconds of the host clock since the beginning.
final class PlaybackDump: @unchecked Sendable {
    // SAFETY: everything is called on the thread of the test.
    private let stage: Stage
    private var lines: [(hostTime: Int64, text: String)] = []
    private var tokens: [Any] = []
    private var names: [ObjectIdentifier: String] = [:]

    init(_ stage: Stage) {
        self.stage = stage
        let player = stage.player
        tokens.append(
            player.observe(\.rate, options: [.old, .new]) { [unowned self] _, change in
                note("  rate \(change.oldValue ?? -99) -> \(change.newValue ?? -99)")
            }
        )
        tokens.append(
            player.observe(\.timeControlStatus) { [unowned self] player, _ in
                let reason = player.reasonForWaitingToPlay.map { ": \($0.rawValue)" } ?? ""
                note("  control \(player.timeControlStatus)\(reason)")
            }
        )
        tokens.append(
            player.observe(\.currentItem) { [unowned self] player, _ in
                note("  item \(player.currentItem.map { name($0) } ?? "none")")
            }
        )
    }

    deinit { for case let token as any NSObjectProtocol in tokens { NotificationCenter.default.removeObserver(token) } }

    /// Has what happens to an item among the lines, by a name.
    func follow(_ item: AVPlayerItem, as name: String) {
        names[ObjectIdentifier(item)] = name
        tokens.append(item.observe(\.status) { [unowned self] item, _ in note("  \(name) is \(item.status)") })
        let notices = [
            AVPlayerItem.didPlayToEndTimeNotification, AVPlayerItem.timeJumpedNotification,
            AVPlayerItem.playbackStalledNotification, AVPlayerItem.failedToPlayToEndTimeNotification,
        ]
        for notice in notices {
            tokens.append(
                NotificationCenter.default.addObserver(forName: notice, object: item, queue: nil) {
                    [unowned self] note in
                    self.note("  \(name): \(note.name.rawValue)")
                }
            )
        }
    }

    private func name(_ item: AVPlayerItem) -> String { names[ObjectIdentifier(item)] ?? "another one" }

    /// A line, now.
    func note(_ text: String) { lines.append((stage.host.now, text)) }

    /// Does something, and says what.
    func tell(_ command: String, _ body: (AVPlayer) -> Void) {
        note("> \(command)")
        body(stage.player)
        stage.run(0)
        note("  time \(Self.words(stage.player.currentTime()))")
    }

    /// All of it, in order.
    var text: String {
        var all = lines
        for shown in stage.screen.presented {
            all.append((shown.presentedAt, "  shows \(Self.words(shown.itemTime))"))
        }
        var place = 0
        let samples = stage.speaker.heard
        for run in stage.speaker.heardRuns {
            let sound = Array(samples[place..<(place + run.frameCount * 2)])
            place += run.frameCount * 2
            all.append((run.hostTime, "  hears \(run.frameCount) frames\(Self.words(sound))"))
        }
        // What happens at one moment stays in the order in which it was noted.
        let sorted = all.enumerated().sorted { ($0.element.hostTime, $0.offset) < ($1.element.hostTime, $1.offset) }
        return sorted.map { entry in
            let moment = String(format: "%9.6f", stage.moment(entry.element.hostTime))
            return "\(moment) \(entry.element.text)\n"
        }.joined()
    }

    private static func words(_ time: CMTime) -> String { String(format: "%.6f", time.seconds) }

    /// Sound that counts says which frames it has, stretch by stretch; other sound has none to tell.
    private static func words(_ samples: [Float]) -> String {
        let numbers = CounterSound.numbers(samples)
        guard let first = numbers.first, numbers.count > 1, numbers.dropFirst().prefix(8).contains(first + 1) else {
            return ""
        }
        var stretches: [(first: Int, last: Int)] = []
        for number in numbers {
            if let last = stretches.last?.last, number == last + 1 {
                stretches[stretches.count - 1].last = number
            } else {
                stretches.append((number, number))
            }
        }
        return ": " + stretches.map { "\($0.first)...\($0.last)" }.joined(separator: ", ")
    }

    /// Holds it against the one that is stored, line by line. With `ASSETKIT_RECORD=1` it is stored, and the test fails.
    func expectStored(_ name: String, _ location: SourceLocation = #_sourceLocation) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Goldens/\(name).txt")
        let text = text
        if ProcessInfo.processInfo.environment["ASSETKIT_RECORD"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record(
                "\(name) was recorded; look at it, and run the test without ASSETKIT_RECORD",
                sourceLocation: location
            )
            return
        }
        let stored = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let lines = text.split(separator: "\n")
        for (number, pair) in zip(stored, lines).enumerated() where pair.0 != pair.1 {
            Issue.record("\(name), line \(number + 1): '\(pair.1)' instead of '\(pair.0)'", sourceLocation: location)
            return
        }
        #expect(lines.count == stored.count, "\(name) has another number of lines", sourceLocation: location)
    }
}
