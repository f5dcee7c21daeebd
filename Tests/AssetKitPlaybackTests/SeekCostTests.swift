import AssetKit
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("How much work seeks are")
struct SeekCostTests {
    /// Pictures of 180 lines are decoded eight ahead, the one that shows included.
    private let ahead = 8

    private func time(_ picture: Int) -> CMTime { CMTime(value: Int64(picture), timescale: 25) }

    private func seek(_ stage: Stage, to picture: Int) {
        stage.player.seek(to: time(picture), toleranceBefore: .zero, toleranceAfter: .zero)
        stage.run(0)
    }

    /// What was counted since the last question.
    private struct Cost {
        private let stage: Stage
        private var last: (opens: Int, decoders: Int, pictures: Int, skipped: Int) = (0, 0, 0, 0)

        init(_ stage: Stage) throws {
            self.stage = stage
            _ = try take()
        }

        mutating func take() throws -> (opens: Int, decoders: Int, pictures: Int, skipped: Int) {
            let media = try #require(stage.item.core.media)
            let now = media.session.counters.snapshot
            let counts = (now.opens, now.pictureDecoders, now.picturesDecoded, now.packetsSkipped)
            defer { last = counts }
            return (counts.0 - last.opens, counts.1 - last.decoders, counts.2 - last.pictures, counts.3 - last.skipped)
        }
    }

    @Test("a file and its decoder are opened once, however often and whichever way it is gone through")
    func openedOnce() throws {
        let stage = Stage("h264-bframes.mp4")
        stage.run(0)
        for picture in [40, 3, 70, 50, 0, 74, 20] { seek(stage, to: picture) }
        stage.player.seek(to: time(44))
        stage.run(0)
        for count in [1, -1, 5, -20] {
            stage.item.step(byCount: count)
            stage.run(0)
        }
        stage.player.rate = -1
        stage.run(0.5)
        stage.player.rate = 2
        stage.run(0.5)
        let counts = try #require(stage.item.core.media).session.counters.snapshot
        #expect(counts.opens == 1)
        #expect(counts.pictureDecoders == 1)
    }

    @Test(
        "so is a file whose samples are listed nowhere",
        arguments: ["h264.ts", "mpeg2.ts"]
    )
    func unlistedOpenedOnce(name: String) throws {
        let stage = Stage(name, hasSound: false)
        stage.run(0)
        let counters = try #require(stage.item.core.media).session.counters
        seek(stage, to: 30)
        let before = counters.snapshot
        for picture in [40, 3, 70, 50, 1, 60, 20] {
            seek(stage, to: picture)
            #expect(stage.player.currentTime() == time(picture))
        }
        let after = counters.snapshot
        #expect(after.opens == before.opens)
        #expect(after.pictureDecoders == before.pictureDecoders)
        // Its very beginning is read by a fresh reader.
        seek(stage, to: 0)
        #expect(counters.snapshot.pictureDecoders == before.pictureDecoders + 1)
    }

    @Test("parts of one file in a composition share a decoder")
    func composition() async throws {
        let asset = AVURLAsset(url: Samples.url("no-audio.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let composition = AVMutableComposition()
        let target = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
        for start in [20, 0, 40] {
            let range = CMTimeRange(start: time(start), duration: time(10))
            try target.insertTimeRange(range, of: track, at: target.timeRange.end)
        }
        let stage = Stage([AVPlayerItem(asset: composition)])
        stage.run(0)
        stage.player.play()
        stage.run(2)
        for picture in [25, 3, 12] { seek(stage, to: picture) }
        let counts = try #require(stage.item.core.media).session.counters.snapshot
        #expect(stage.player.currentTime() == time(12))
        #expect(counts.pictureDecoders == 1)
    }

    @Test("an exact seek decodes each picture before it once or not at all, and none behind it that is not needed soon")
    func noMoreThanNeeded() throws {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        seek(stage, to: 60)
        var cost = try Cost(stage)
        seek(stage, to: 40)
        let counts = try cost.take()
        // Nothing refers to most of the pictures.
        #expect(counts.skipped > 40 / 3)
        #expect(counts.pictures + counts.skipped == 40 + ahead)
    }

    @Test("a seek to a later picture of the same group goes on from where decoding stands")
    func goesOn() throws {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        var cost = try Cost(stage)
        seek(stage, to: 30)
        let counts = try cost.take()
        #expect(counts.pictures + counts.skipped == 30)
        // Back again it starts with the group.
        seek(stage, to: 20)
        let back = try cost.take()
        #expect(back.pictures + back.skipped == 20 + ahead)
        #expect(stage.screen.presented.last?.itemTime == time(20))
    }

    @Test("where a key picture is nearer, decoding begins there")
    func keyIsNearer() throws {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        var cost = try Cost(stage)
        seek(stage, to: 50)
        let counts = try cost.take()
        #expect(counts.pictures + counts.skipped == 2 + ahead)
    }

    @Test("pictures that have been decoded ahead are not decoded again")
    func decodedAhead() throws {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        var cost = try Cost(stage)
        seek(stage, to: 3)
        let counts = try cost.take()
        #expect((counts.pictures, counts.skipped) == (3, 0))
        #expect(stage.screen.presented.last?.itemTime == time(3))
        stage.item.step(byCount: 2)
        stage.run(0)
        let stepped = try cost.take()
        #expect((stepped.pictures, stepped.skipped) == (2, 0))
        #expect(stage.player.currentTime() == time(5))
        #expect(stage.screen.presented.last?.itemTime == time(5))
    }

    @Test("a step back decodes its group once, and the container tells where it goes")
    func stepBack() throws {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        seek(stage, to: 40)
        var cost = try Cost(stage)
        stage.item.step(byCount: -1)
        stage.run(0)
        let counts = try cost.take()
        #expect(stage.player.currentTime() == time(39))
        #expect(counts.pictures + counts.skipped == 39 + ahead)
    }

    @Test("other tracks and another end do not play what was read for the ones before")
    func otherEnd() throws {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        stage.item.forwardPlaybackEndTime = time(5)
        stage.player.play()
        stage.run(1)
        #expect(stage.player.currentTime() == time(5))
        stage.item.forwardPlaybackEndTime = .invalid
        seek(stage, to: 3)
        stage.player.play()
        stage.run(1)
        #expect(abs(stage.player.currentTime().seconds - 1.12) < 0.01)
    }

    @Test(
        "wherever seeks have been, the picture is the one of a player that went there at once",
        arguments: [
            "h264-bframes.mp4", "h264-open-gop.mp4", "hevc-open-gop.mp4", "h264-bframes.mkv", "vp9.mp4",
            "edit-cut-inside-picture.mp4", "vfr.mp4", "h264.ts", "edit-leading-empty.mp4",
            "hevc.ts", "mpeg2.ts", "clock-wrap.ts", "h264-broken-start.ts",
        ]
    )
    func samePictures(name: String) throws {
        let seed = UInt64.random(in: 0..<1000)
        var random = SeededGenerator(seed: seed)
        let stage = Stage(name, hasSound: false)
        stage.run(0)
        let length = stage.item.duration.seconds
        for _ in 0..<24 {
            // Every eighth to the very beginning, where a track may have no picture yet.
            let part = random.below(8) == 0 ? 20 : 1000
            let goal = CMTime(seconds: Double(random.below(part)) / 1000 * length, preferredTimescale: 90_000)
            switch random.below(4) {
            case 0: stage.item.step(byCount: random.below(7) - 3)
            case 1:
                stage.player.play()
                stage.run(Double(random.below(300)) / 1000)
                stage.player.pause()
            default: stage.player.seek(to: goal, toleranceBefore: .zero, toleranceAfter: .zero)
            }
            stage.run(0)
            let shown = try #require(stage.screen.presented.last)
            let fresh = Stage(name, hasSound: false)
            fresh.run(0)
            fresh.player.seek(to: stage.player.currentTime(), toleranceBefore: .zero, toleranceAfter: .zero)
            fresh.run(0)
            let expected = try #require(fresh.screen.presented.last)
            // Without a list of samples a picture that began earlier counts from the seek on, so times differ.
            #expect(shown.hash == expected.hash, "seed \(seed), at \(stage.player.currentTime().seconds)")
        }
    }

    @Test(
        "wherever seeks have been, the sound is the one of a player that went there at once",
        arguments: [
            "h264-bframes.mp4", "aac.m4a", "mp3-xing.mp3", "vorbis.ogg", "opus.ogg", "h264.ts", "mpeg2.ts", "aac.aac",
        ]
    )
    func sameSound(name: String) throws {
        let seed = UInt64.random(in: 0..<1000)
        var random = SeededGenerator(seed: seed)
        let stage = Stage(name)
        stage.run(0)
        let length = stage.item.duration.seconds
        for _ in 0..<8 {
            let seconds = Double(random.below(900)) / 1000 * length
            let goal = CMTime(seconds: seconds, preferredTimescale: 90_000)
            let fresh = Stage(name)
            fresh.run(0)
            let heard = [stage, fresh].map { stage in
                stage.player.seek(to: goal, toleranceBefore: .zero, toleranceAfter: .zero)
                stage.run(0)
                let before = stage.speaker.heard.count
                stage.player.play()
                stage.run(0.2)
                stage.player.pause()
                stage.run(0.2)
                return Array(stage.speaker.heard.dropFirst(before).drop { $0 == 0 }.prefix(8000))
            }
            // Not as one expression, which would print all samples.
            let isSame = heard[0] == heard[1]
            #expect(isSame, "seed \(seed), at \(goal.seconds)")
            let isHeard = heard[0].contains { $0 != 0 }
            #expect(isHeard)
        }
    }
}
