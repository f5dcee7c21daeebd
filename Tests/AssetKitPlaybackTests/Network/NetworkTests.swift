import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Playing from a server whose connections break")
struct NetworkTests {
    /// Four seconds of counting sound: 8 bytes a frame behind a header of 44.
    private let data: Data

    init() { data = CounterSound.data(1..<192_001) }

    /// The bytes from a frame on, but for the last ones, which are looked at to find out what the file is.
    private func bytes(from frame: Int) -> Range<Int> { (44 + (frame - 1) * 8)..<1_500_000 }

    /// Sound is decoded in pieces of some tenths of a second: what is there of the last one is not heard.
    private func isAll(_ heard: [Int], before frame: Int) -> Bool {
        heard == Array(1..<heard.count + 1) && (frame - 24_000..<frame).contains(heard.count)
    }

    private func stage(
        _ weather: (inout WeatherServer.Weather) -> Void = { _ in },
        atOpening: (inout WeatherServer.Weather) -> Void = { _ in }
    ) throws -> NetworkStage {
        try NetworkStage(data, as: "count.wav", weather: weather, atOpening: atOpening)
    }

    private func expectAll(_ stage: NetworkStage, stalls: Int) {
        #expect(CounterSound.breaks(stage.heard) == [])
        #expect(stage.heard.first == 1 && stage.heard.count == 192_000)
        #expect(stage.posts.list == Array(repeating: "PlaybackStalled", count: stalls) + ["DidPlayToEndTime"])
        #expect(stage.player.currentTime() == stage.item.duration)
        #expect(stage.player.rate == 0)
    }

    @Test("over a connection that holds every sample plays")
    func fair() throws {
        let stage = try stage()
        stage.player.play()
        stage.run(5)
        expectAll(stage, stalls: 0)
    }

    @Test("a connection that is cut is made again, and nobody hears of it as long as what had come lasts")
    func cut() throws {
        let stage = try stage { $0.cut = bytes(from: 100_001) }
        stage.player.play()
        stage.run(1)
        stage.server.change { $0.cut = nil }
        stage.run(5)
        expectAll(stage, stalls: 0)
        #expect(stage.server.requests.dropFirst().contains { $0.first == 44 + 100_000 * 8 })
    }

    @Test("where that takes longer a stall is told, and every sample plays", arguments: [2.5, 4, 7])
    func longCut(until moment: Double) throws {
        let stage = try stage { $0.cut = bytes(from: 100_001) }
        stage.player.play()
        stage.run(moment)
        #expect(stage.posts.list == ["PlaybackStalled"])
        #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(stage.player.reasonForWaitingToPlay == .toMinimizeStalls)
        stage.server.change { $0.cut = nil }
        stage.run(10)
        expectAll(stage, stalls: 1)
    }

    @Test("a server that dies and comes back is a stall, and every sample plays")
    func dead() throws {
        let stage = try stage { $0.hold = bytes(from: 100_001) }
        stage.player.play()
        stage.run(1)
        stage.server.die()
        stage.run(3)
        #expect(stage.posts.list == ["PlaybackStalled"])
        stage.server.change { $0.hold = nil }
        try stage.server.revive()
        stage.run(10)
        expectAll(stage, stalls: 1)
    }

    @Test("a server that falls silent is a stall, and every sample plays once it goes on", arguments: [5, 20])
    func silent(seconds: Double) throws {
        let stage = try stage { $0.hold = bytes(from: 60_001) }
        stage.player.play()
        stage.run(seconds)
        #expect(stage.posts.list == ["PlaybackStalled"])
        stage.server.change { $0.hold = nil }
        stage.run(20)
        expectAll(stage, stalls: 1)
    }

    @Test("a server that is too slow stalls it, and every sample plays")
    func slow() throws {
        let stage = try stage { $0.rate = 200_000 }
        stage.player.play()
        stage.run(40)
        #expect(CounterSound.breaks(stage.heard) == [])
        #expect(stage.heard.count == 192_000)
        #expect(stage.posts.list.last == "DidPlayToEndTime")
        #expect(stage.posts.list.dropLast().allSatisfy { $0 == "PlaybackStalled" })
    }

    @Test(
        "where no connection goes further, what there is plays, and that is told",
        arguments: ["cut", "silent", "dead"]
    )
    func gone(how: String) throws {
        let stage = try stage {
            if how == "cut" { $0.cut = bytes(from: 100_001) } else { $0.hold = bytes(from: 100_001) }
        }
        stage.player.play()
        stage.run(1)
        if how == "dead" { stage.server.die() }
        stage.run(120)
        #expect(isAll(stage.heard, before: 100_001), "\(stage.heard.count)")
        #expect(stage.posts.list == ["PlaybackStalled", "FailedToPlayToEndTime"])
        #expect(stage.player.rate == 0)
        let reason =
            switch how {
            case "cut": "its server ended the connection after \(44 + 100_000 * 8) of \(data.count) bytes"
            case "silent": "the server did not answer in time"
            default: "its server cannot be reached: Connection refused"
            }
        #expect(stage.posts.reason == "cannot play 'count.wav': \(reason)")
    }

    @Test(
        "a file that is another one by now is told, and nothing of it is heard",
        arguments: ["ETag: \"%\"", "Last-Modified: Mon, 0% Jan 2024 00:00:00 GMT", "length"]
    )
    func changed(field: String) throws {
        let stage = try stage(
            { $0.cut = bytes(from: 100_001) },
            atOpening: { weather in
                weather.fields = field == "length" ? [] : [field.replacing("%", with: "1")]
            }
        )
        stage.player.play()
        stage.run(1)
        let other = CounterSound.data(300_001..<(field == "length" ? 480_001 : 492_001))
        stage.server.change {
            ($0.data, $0.cut) = (other, nil)
            $0.fields = field == "length" ? [] : [field.replacing("%", with: "2")]
        }
        stage.run(20)
        #expect(isAll(stage.heard, before: 100_001), "\(stage.heard.count)")
        #expect(stage.posts.list.last == "FailedToPlayToEndTime")
        #expect(stage.posts.reason == "cannot play 'count.wav': it has changed on its server since it was opened")
    }

    @Test("a server without ranges is read from its beginning, also for a seek back")
    func withoutRanges() throws {
        let stage = try NetworkStage(
            data,
            as: "count.wav",
            atOpening: { $0.hasRanges = false },
            options: { $0.byteBudget = 400_000 }
        )
        stage.player.play()
        stage.run(3)
        #expect(stage.heard.count > 100_000 && CounterSound.breaks(stage.heard) == [])
        let (before, requests) = (stage.heard.count, stage.server.requests.count)
        stage.player.pause()
        stage.player.seek(to: CMTime(value: 1, timescale: 4), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        stage.run(1)
        stage.player.play()
        stage.run(6)
        let rest = stage.heard.dropFirst(before)
        #expect(CounterSound.breaks(Array(rest.drop { $0 > 12_001 })) == [])
        #expect(rest.contains(12_001) && rest.last == 192_000)
        #expect(stage.server.requests.count > requests)
        #expect(stage.posts.list.last == "DidPlayToEndTime")
    }

    @Test("a film shows every picture and plays every sample, whatever its server does", arguments: ["cut", "hold"])
    func film(how: String) throws {
        let local = Stage("h264-bframes.mov")
        local.player.play()
        local.run(5)
        let film = try Data(contentsOf: Samples.url("h264-bframes.mov"))
        let stage = try NetworkStage(film, as: "film.mov") {
            // Its header is at the end.
            if how == "cut" { $0.cut = 100_000..<131_072 } else { $0.hold = 100_000..<131_072 }
        }
        stage.player.play()
        stage.run(5)
        // A silent server may keep it from beginning at all.
        let before = stage.posts.list
        #expect(before == ["PlaybackStalled"] || how == "hold" && before == [])
        stage.server.change { ($0.cut, $0.hold) = (nil, nil) }
        stage.run(10)
        #expect(stage.screen.presented.map(\.itemTime) == local.screen.presented.map(\.itemTime))
        #expect(stage.speaker.heard.filter { $0 != 0 } == local.speaker.heard.filter { $0 != 0 })
        #expect(stage.posts.list == before + ["DidPlayToEndTime"])
    }

    @Test("any weather: every sample plays or a failure is told, and every stall ends", arguments: 0..<12)
    func anyWeather(number: Int) throws {
        let seed = UInt64(number) &* 7919 &+ UInt64(ProcessInfo.processInfo.environment["ASSETKIT_SEED"] ?? "1")!
        var random = SeededGenerator(seed: seed)
        let stage = try stage { $0.rate = 600_000 }
        stage.player.play()
        var story = ["seed \(seed)"]
        for _ in 0..<12 {
            let kind = random.below(6)
            let from = random.below(data.count)
            stage.server.change {
                ($0.cut, $0.hold, $0.rate) = (nil, nil, Double(100_000 + random.below(1_000_000)))
                switch kind {
                case 0: $0.cut = from..<Int.max
                case 1: $0.hold = from..<Int.max
                case 2: $0.drops = random.below(4)
                case 3: $0.statuses = [503, 500]
                default: break
                }
            }
            if kind == 4 { stage.server.die() }
            let seconds = Double(random.below(3000)) / 1000
            story.append("\(kind) at \(from) for \(seconds)")
            stage.run(seconds)
            if kind == 4 { try stage.server.revive() }
        }
        stage.server.change { ($0.cut, $0.hold, $0.rate, $0.drops, $0.statuses) = (nil, nil, nil, 0, []) }
        stage.run(60)
        let told = Comment(rawValue: story.joined(separator: ", "))
        #expect(CounterSound.breaks(stage.heard) == [], told)
        let end = try #require(stage.posts.list.last, told)
        #expect(end != "PlaybackStalled", told)
        #expect(stage.heard.count == 192_000 || end == "FailedToPlayToEndTime", told)
        #expect(stage.player.rate == 0, told)
    }
}
