import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitFFmpeg
@testable import AssetKitPlayback

@Suite("Reading ahead over a network")
struct ReadingAheadTests {
    /// Four seconds of counting sound: 8 bytes a frame behind a header of 44, 48,000 frames a second.
    private let data: Data

    init() { data = CounterSound.data(1..<192_001) }

    private final class Told: @unchecked Sendable {
        // SAFETY: one thread of the crew at a time.
        var ends: [Double] = []
        var keepsUp: [Bool] = []
    }

    @Test("it is read as far ahead as is wished, and no further")
    func ahead() throws {
        let stage = try NetworkStage(data, as: "count.wav", prepare: { $0.preferredForwardBufferDuration = 1 })
        func end() throws -> Int64 { try #require(stage.file?.loadedRanges.first?.upperBound) }
        stage.run(1)
        // Decoding has come half a second further than the time, and a second is 384,000 bytes.
        #expect(try (600_000..<900_000).contains(end()))
        #expect(stage.item.isPlaybackBufferFull)
        #expect(stage.item.isPlaybackLikelyToKeepUp)
        #expect(!stage.item.isPlaybackBufferEmpty)
        stage.player.play()
        stage.run(1.5)
        #expect(try end() > 1_000_000)
        stage.item.preferredForwardBufferDuration = 0
        stage.run(0.5)
        #expect(stage.loaded == [CMTimeRange(start: .zero, duration: stage.item.duration)])
        #expect(stage.item.isPlaybackBufferFull)
    }

    @Test("what has come is what the server has sent, by the table of samples", arguments: [66_000, 90_001, 120_000])
    func exact(byte: Int) async throws {
        let url = Samples.url("h264-bframes.mov")
        let film = try Data(contentsOf: url)
        let tracks = try await AVURLAsset(url: url).load(.tracks)
        var ends: [CMTime] = []
        for track in tracks {
            let table = try await track.akLoadSampleTable()
            let missing = table.filter { Int($0.offset ?? 0) + $0.size > byte }
            ends.append(try #require(missing.map(\.presentationTime).min()))
        }
        let end = try #require(ends.min())
        let stage = try NetworkStage(film, as: "film.mov", weather: { $0.hold = byte..<131_072 })
        stage.run(1)
        #expect(stage.loaded.first == CMTimeRange(start: .zero, end: end))
        #expect(!stage.item.isPlaybackBufferFull)
        if end.seconds < 2 { #expect(!stage.item.isPlaybackLikelyToKeepUp) }
    }

    /// Waits with few bytes of a file, and plays with more of them, though no more come.
    private func expectBeginning(_ stage: NetworkStage, _ data: Data, with many: Int) {
        stage.player.play()
        stage.run(2)
        #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(stage.speaker.heard.isEmpty && !stage.item.isPlaybackLikelyToKeepUp)
        stage.server.change { $0.hold = many..<data.count - 4096 }
        stage.run(0.2)
        #expect(stage.player.timeControlStatus == .playing && !stage.speaker.heard.isEmpty)
        #expect(stage.posts.list == [])
    }

    @Test("it begins once a second of it is there")
    func beginning() throws {
        let stage = try NetworkStage(data, as: "count.wav", weather: { $0.hold = (44 + 38_400 * 8)..<1_500_000 })
        expectBeginning(stage, data, with: 44 + 60_000 * 8)
    }

    @Test("by the table of samples there is enough to begin with once a second of every track is there")
    func beginningByTable() async throws {
        let url = Samples.url("h264-bframes.mov")
        let film = try Data(contentsOf: url)
        var samples: [(end: Int, time: Double)] = []
        for track in try await AVURLAsset(url: url).load(.tracks) {
            let table = try await track.akLoadSampleTable()
            samples += table.map { (Int($0.offset ?? 0) + $0.size, $0.presentationTime.seconds) }
        }
        samples.sort { $0.end > $1.end }
        // With the bytes up to the end of a sample, the first one that is missing is the earliest of those behind it.
        var (missing, few, many) = (Double.infinity, 0, film.count)
        for (end, time) in samples {
            if missing > 1.01 { many = end }
            if missing < 0.99 {
                few = end
                break
            }
            missing = min(missing, time)
        }
        try #require(0 < few && few < many)
        let stage = try NetworkStage(film, as: "film.mov", weather: { $0.hold = few..<film.count - 4096 })
        stage.run(0.1)
        let core = stage.player.engine.core
        #expect(!core.keepsUp(try #require(core.current)))
        stage.server.change { $0.hold = many..<film.count - 4096 }
        stage.run(0.1)
        #expect(core.keepsUp(try #require(core.current)))
    }

    @Test("who does not wish to wait hears what there is", arguments: ["never", "no longer", "now"])
    func impatience(kind: String) throws {
        let stage = try NetworkStage(data, as: "count.wav", weather: { $0.hold = (44 + 38_400 * 8)..<1_500_000 })
        if kind == "never" { stage.player.automaticallyWaitsToMinimizeStalling = false }
        stage.player.play()
        stage.run(0.2)
        #expect(stage.heard.isEmpty == (kind != "never"))
        if kind == "no longer" { stage.player.automaticallyWaitsToMinimizeStalling = false }
        if kind == "now" { stage.player.playImmediately(atRate: 1) }
        stage.run(0.1)
        #expect(stage.player.timeControlStatus == .playing)
        #expect(stage.heard.first == 1)
    }

    @Test("observers hear of what comes, and of whether it will do")
    func observed() throws {
        let stage = try NetworkStage(data, as: "count.wav", weather: { $0.rate = 800_000 })
        let told = Told()
        let observations = [
            stage.item.observe(\.loadedTimeRanges, options: [.new]) { _, change in
                told.ends.append(change.newValue?.first?.timeRangeValue.end.seconds ?? -1)
            },
            stage.item.observe(\.isPlaybackLikelyToKeepUp, options: [.new]) { _, change in
                told.keepsUp.append(change.newValue ?? false)
            },
        ]
        stage.player.play()
        stage.run(5)
        #expect(told.ends.count > 4 && told.ends.last == 4)
        #expect(told.ends == told.ends.sorted())
        #expect(told.keepsUp.first == true)
        withExtendedLifetime(observations) {}
    }

    @Test("a seek into what has come asks nothing of the server")
    func seekInside() throws {
        let stage = try NetworkStage(data, as: "count.wav")
        stage.run(1)
        let requests = stage.server.requests.count
        for seconds in [3.0, 0.5, 2.0] {
            let time = CMTime(seconds: seconds, preferredTimescale: 48_000)
            stage.player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
            stage.run(0.2)
            #expect(stage.player.currentTime() == time)
        }
        #expect(stage.server.requests.count == requests)
        stage.player.play()
        stage.run(3)
        #expect(stage.heard == Array(96_001...192_000))
        #expect(stage.server.requests.count == requests)
    }

    private final class Answers: @unchecked Sendable {
        // SAFETY: one thread of the crew at a time.
        var all: [Bool] = []
    }

    @Test("a seek ends what waits for the server, and does not wait for it")
    func seekAway() throws {
        let stage = try NetworkStage(data, as: "count.wav", weather: { $0.hold = (44 + 100_000 * 8)..<1_500_000 })
        stage.player.play()
        stage.run(4)
        #expect(stage.posts.list == ["PlaybackStalled"])
        let before = stage.heard.count
        #expect((76_000...100_000).contains(before))
        let answers = Answers()
        stage.player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) {
            answers.all.append($0)
        }
        stage.run(0.5)
        #expect(answers.all == [true])
        #expect(stage.heard.count > before && stage.heard[before] == 48_001)
    }

    @Test("of seeks into what does not come the newest wins, and each is answered once")
    func manySeeks() throws {
        let stage = try NetworkStage(data, as: "count.wav", weather: { $0.hold = (44 + 100_000 * 8)..<1_500_000 })
        stage.run(1)
        let answers = Answers()
        for seconds in [2.5, 3, 3.5, 2.9] {
            stage.player.seek(
                to: CMTime(seconds: seconds, preferredTimescale: 48_000),
                toleranceBefore: .zero,
                toleranceAfter: .zero
            ) {
                answers.all.append($0)
            }
            stage.run(0.3)
        }
        #expect(answers.all == [false, false, false])
        stage.server.change { $0.hold = nil }
        stage.run(2)
        #expect(answers.all == [false, false, false, true])
        stage.player.play()
        stage.run(3)
        #expect(stage.heard == Array(139_201...192_000))
    }

    @Test("a seek into what a dead server has goes on once that is back, playing or paused", arguments: [true, false])
    func seekWhileDead(isPlaying: Bool) throws {
        let stage = try NetworkStage(data, as: "count.wav", weather: { $0.hold = (44 + 100_000 * 8)..<1_500_000 })
        if isPlaying { stage.player.play() }
        stage.run(1)
        stage.server.die()
        let answers = Answers()
        stage.player.seek(to: CMTime(value: 3, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) {
            answers.all.append($0)
        }
        stage.run(20)
        #expect(answers.all == [])
        stage.server.change { $0.hold = nil }
        try stage.server.revive()
        let before = stage.heard.count
        stage.run(10)
        #expect(answers.all == [true])
        #expect(stage.item.status == .readyToPlay)
        if !isPlaying { stage.player.play() }
        stage.run(3)
        #expect(Array(stage.heard.dropFirst(before)) == Array(144_001...192_000))
        #expect(stage.posts.list.last == "DidPlayToEndTime")
    }

    @Test("where it does not come back only the seek has failed", arguments: [true, false])
    func seekIntoNothing(isPlaying: Bool) throws {
        let stage = try NetworkStage(data, as: "count.wav", weather: { $0.hold = (44 + 100_000 * 8)..<1_500_000 })
        if isPlaying { stage.player.play() }
        stage.run(1)
        let time = stage.player.currentTime()
        stage.server.die()
        let answers = Answers()
        stage.player.seek(to: CMTime(value: 3, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) {
            answers.all.append($0)
        }
        stage.run(90)
        #expect(answers.all == [false])
        #expect(stage.item.status == .readyToPlay && stage.item.error == nil)
        #expect(abs((stage.player.currentTime() - time).seconds) < 0.1)
        #expect(stage.player.rate == 0)
        let reason = "cannot play 'count.wav': its server cannot be reached: Connection refused"
        #expect(stage.posts.list.last == (isPlaying ? "FailedToPlayToEndTime" : nil))
        #expect(stage.posts.reason == (isPlaying ? reason : nil))
        // What is there plays without it, and all does once it is back.
        let before = stage.heard.count
        stage.server.change { $0.hold = nil }
        try stage.server.revive()
        if isPlaying {
            stage.player.seek(to: CMTime(value: 2, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in
            }
        }
        stage.player.play()
        stage.run(6)
        #expect(Array(stage.heard.dropFirst(before)) == Array((isPlaying ? 96_001 : 1)...192_000))
        #expect(stage.posts.list.last == "DidPlayToEndTime")
    }

    @Test("a seek that is given up leaves it where it was")
    func cancelledSeek() throws {
        let stage = try NetworkStage(data, as: "count.wav", weather: { $0.hold = (44 + 100_000 * 8)..<1_500_000 })
        stage.player.play()
        stage.run(4)
        let answers = Answers()
        stage.player.seek(to: CMTime(value: 3, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) {
            answers.all.append($0)
        }
        stage.item.cancelPendingSeeks()
        stage.run(1)
        stage.server.change { $0.hold = nil }
        stage.run(5)
        #expect(answers.all == [false])
        #expect(CounterSound.breaks(stage.heard) == [])
        #expect(stage.heard.count == 192_000)
    }

    @Test("no more of it is kept than the budget, and every sample plays")
    func budget() throws {
        let budget = 256 << 10
        let stage = try NetworkStage(data, as: "count.wav", options: { $0.byteBudget = budget })
        stage.player.play()
        var most: Int64 = 0
        for _ in 0..<50 {
            stage.run(0.1)
            most = max(most, stage.file?.loadedRanges.reduce(0) { $0 + Int64($1.count) } ?? 0)
        }
        #expect(most <= Int64(budget) && most > Int64(budget) / 2)
        #expect(stage.heard == Array(1...192_000))
        #expect(stage.server.requests.count < 12)
    }

    @Test("of a film all is read ahead with few requests")
    func film() throws {
        let film = try Data(contentsOf: Samples.url("h264-bframes.mov"))
        let stage = try NetworkStage(film, as: "film.mov")
        stage.run(1)
        #expect(stage.loaded == [CMTimeRange(start: .zero, duration: stage.item.duration)])
        #expect(stage.server.requests.count <= 4)
    }

    @Test("opening is tried again as reading is", arguments: ["drops", "statuses"])
    func opening(how: String) throws {
        let stage = try NetworkStage(
            data,
            as: "count.wav",
            weather: { if how == "drops" { $0.drops = 2 } else { $0.statuses = [503, 500] } },
            options: { ($0.time, $0.pauses) = (SystemNetworkTime(), [0, 1_000_000, 1_000_000]) },
            opensInFairWeather: false
        )
        stage.run(0.5)
        #expect(stage.item.status == .readyToPlay)
    }

    @Test("an address that nobody answers at fails in one sentence")
    func refused() throws {
        let stage = try NetworkStage(
            data,
            as: "count.wav",
            options: { ($0.time, $0.pauses) = (SystemNetworkTime(), [0, 1_000_000]) },
            opensInFairWeather: false
        )
        stage.server.die()
        stage.run(0.5)
        #expect(stage.item.status == .failed)
        let url = stage.server.url("count.wav").absoluteString
        #expect(
            stage.item.error?.localizedDescription
                == "cannot open '\(url)': its server cannot be reached: Connection refused"
        )
    }

    @Test("a playlist is refused in one sentence")
    func playlist() throws {
        let part = try Data(contentsOf: Samples.url("mpeg2.ts"))
        let parts = try WeatherServer(part) { SystemNetworkTime().now }
        defer { parts.stop() }
        let address = parts.url("a.ts").absoluteString
        let list = Data("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(address)\n#EXT-X-ENDLIST\n".utf8)
        let stage = try NetworkStage(
            list,
            as: "list.m3u8",
            options: { $0.time = SystemNetworkTime() },
            opensInFairWeather: false
        )
        stage.run(1)
        #expect(stage.item.status == .failed)
        let reason = (stage.item.error as? AVError)?.localizedDescription ?? ""
        let sentence = "streams of HTTP Live Streaming cannot be played yet; one of its files can"
        #expect(reason == "cannot play 'list.m3u8': \(sentence)")
    }
}
