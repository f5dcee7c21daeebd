import Foundation
import Testing

@testable import AssetKit

@Suite("AKSequence")
struct SequenceTests {
    private static let points = [(8, 8), (24, 8), (100, 90), (250, 150)]

    private func part(_ name: String, _ start: Int64 = 0, _ end: Int64 = 30) -> AKSequence.Part {
        AKSequence.Part(AVURLAsset(url: SampleMedia.url(name)), timeRange: frameRange(start, end))
    }

    private func pictures(_ sequence: AKSequence) async throws -> RenderedPictures {
        let edit = try await sequence.edit()
        return try await RenderedPictures(edit.composition, try #require(edit.videoComposition))
    }

    /// The pictures of a part by itself, in the same frame.
    private func pictures(_ part: AKSequence.Part) async throws -> RenderedPictures {
        var alone = AKSequence(parts: [part])
        alone.backgroundColor = CGColor.black
        return try await pictures(alone)
    }

    private func volume(_ edit: AKSequence.Edit, _ track: Int, at time: CMTime) throws -> Float {
        let trackID = edit.composition.tracks(withMediaType: .audio)[track].trackID
        let own = try #require(edit.audioMix?.inputParameters.first { $0.trackID == trackID })
        var (start, end, range) = (Float(0), Float(0), CMTimeRange.invalid)
        #expect(own.getVolumeRamp(for: time, startVolume: &start, endVolume: &end, timeRange: &range))
        return start + (end - start) * Float((time - range.start).seconds / range.duration.seconds)
    }

    @Test("a dissolve takes the end of one part and the start of the next, and picture k of N has the weight k/N")
    func dissolves() async throws {
        let parts = [part("h264-bframes.mp4"), part("hevc.mp4", 40, 70)]
        var sequence = AKSequence(parts: parts)
        sequence.dissolveDuration = frames(10)
        let made = try await pictures(sequence)
        #expect(made.times == (0..<50).map { frames($0) })
        let (first, second) = (try await pictures(parts[0]), try await pictures(parts[1]))
        #expect(made.pictures[..<20].map { PictureBarcode.index(of: $0) } == (0..<20).map { $0 })
        #expect(made.pictures[30...].map { PictureBarcode.index(of: $0) } == (50..<70).map { $0 })
        for (x, y) in Self.points {
            let (codes, before, after) = (made.luma(x, y), first.luma(x, y), second.luma(x, y))
            for number in 20..<30 {
                let weight = Double(number - 20) / 10
                let wanted: Double = Double(before[number]) * (1 - weight) + Double(after[number - 20]) * weight
                #expect(abs(Double(codes[number]) - wanted) <= 1, "picture \(number) at \(x),\(y)")
            }
        }
    }

    @Test("pictures come from the background and go to it, also while they dissolve")
    func fades() async throws {
        let parts = [part("h264-bframes.mp4"), part("hevc.mp4", 40, 70)]
        var sequence = AKSequence(parts: parts)
        (sequence.dissolveDuration, sequence.fadeInDuration) = (frames(10), frames(40))
        sequence.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        sequence.fadeOutDuration = frames(5)
        let made = try await pictures(sequence)
        let (first, second) = (try await pictures(parts[0]), try await pictures(parts[1]))
        for (x, y) in Self.points {
            let (codes, before, after) = (made.luma(x, y), first.luma(x, y), second.luma(x, y))
            for number in 0..<50 {
                let weight = min(max(Double(number - 20) / 10, 0), 1)
                var own: Double = 0
                if number < 30 { own += Double(before[number]) * (1 - weight) }
                if number >= 20 { own += Double(after[number - 20]) * weight }
                let shown = min(Double(number) / 40, 1) * min(Double(50 - number) / 5, 1)
                // Both layers are rounded once.
                let wanted: Double = own * shown + 235 * (1 - shown)
                #expect(abs(Double(codes[number]) - wanted) <= 1.5, "picture \(number) at \(x),\(y)")
            }
        }
    }

    @Test("what is beside a picture of another shape comes and goes with it")
    func shapes() async throws {
        // The second one stands upright between bars: it dissolves into a wider one.
        let parts = [part("h264-bframes.mp4"), part("rotated-90.mp4"), part("hevc.mp4")]
        var sequence = AKSequence(parts: parts)
        sequence.dissolveDuration = frames(10)
        let made = try await pictures(sequence)
        #expect(made.times.count == 70)
        let last = try await pictures(parts[2])
        var upright = AKSequence(parts: [parts[0], parts[1]])
        upright.backgroundColor = CGColor.black
        let middle = try await pictures(upright)
        for (x, y) in [(8, 8), (160, 90), (130, 20), (250, 150)] {
            let (codes, before, after) = (made.luma(x, y), middle.luma(x, y), last.luma(x, y))
            for number in 40..<50 {
                let weight = Double(number - 40) / 10
                // The part begins with picture 20 here, and with picture 30 there.
                let wanted: Double = Double(before[number + 10]) * (1 - weight) + Double(after[number - 40]) * weight
                #expect(abs(Double(codes[number]) - wanted) <= 1.5, "picture \(number) at \(x),\(y)")
            }
        }
        #expect(middle.luma(100, 90)[30...].allSatisfy { $0 == 16 })
        #expect(middle.luma(120, 90)[30...].contains { $0 > 30 })
    }

    @Test("sound goes from one part to the next, fades with the pictures, and volumes are factors of that")
    func volumes() async throws {
        var sequence = AKSequence(parts: [part("h264-bframes.mp4"), part("hevc.mp4"), part("h264-bframes.mp4")])
        sequence.dissolveDuration = frames(10)
        sequence.fadeOutDuration = frames(10)
        sequence.volume = 0.5
        sequence.music = AKSequence.Part(AVURLAsset(url: SampleMedia.url("wav-16bit.wav")))
        sequence.musicVolume = 0.25
        let edit = try await sequence.edit()
        #expect(edit.composition.duration == frames(70))
        #expect(edit.composition.tracks(withMediaType: .video).count == 2)
        #expect(edit.composition.tracks(withMediaType: .audio).count == 3)
        for (track, number, wanted) in [
            (0, 10, 0.5), (0, 25, 0.25), (1, 25, 0.25), (1, 20, 0), (1, 35, 0.5), (1, 45, 0.25), (0, 45, 0.25),
            (0, 55, 0.5), (0, 65, 0.25), (2, 20, 0.25),
        ] {
            let volume = try volume(edit, track, at: frames(Int64(number)))
            #expect(abs(Double(volume) - wanted) < 1e-6, "track \(track), picture \(number)")
        }
    }

    @Test("parts without dissolves, fades and a colour are cut, and have no video composition and no mix")
    func cuts() async throws {
        let parts = [part("h264-bframes.mp4"), part("h264-bframes.mp4", 40, 70)]
        let edit = try await AKSequence(parts: parts).edit()
        #expect(edit.videoComposition == nil)
        #expect(edit.audioMix == nil)
        #expect(edit.composition.tracks.map(\.mediaType) == [.video, .audio])
        #expect(edit.composition.duration == frames(60))
    }

    @Test("what a part lacks at its end takes its time before the next one, also where that is all of it")
    func emptyEnds() async throws {
        func pictures(_ name: String, _ first: (Int64, Int64), _ second: (Int64, Int64)) async throws -> [CMTimeRange] {
            let parts = [part(name, first.0, first.1), part(name, second.0, second.1)]
            let edit = try await AKSequence(parts: parts).edit()
            let track = try #require(edit.composition.tracks(withMediaType: .video).first)
            return track.segments.filter { !$0.isEmpty }.map(\.timeMapping.target)
        }
        // One begins with nothing for 25 pictures; the other has nothing for 12.5 behind as many.
        #expect(try await pictures("edit-leading-empty.mp4", (5, 18), (18, 40)) == [frameRange(20, 35)])
        let apart = try await pictures("edit-inner-gap.mp4", (10, 35), (40, 60))
        #expect(apart == [frameRange(0, 15), frameRange(25, 45)])
    }

    @Test("what has sound alone at the end is black, unless that is a moment")
    func blackEnd() async throws {
        let sound = AKSequence.Part(AVURLAsset(url: SampleMedia.url("wav-16bit.wav")), timeRange: frameRange(0, 20))
        let edit = try await AKSequence(parts: [part("h264-bframes.mp4"), sound]).edit()
        #expect(edit.composition.akMinimumDuration == frames(50))
        #expect(edit.composition.duration == frames(50))
        // Its sound goes on for 8 ms.
        let whole = AKSequence.Part(AVURLAsset(url: SampleMedia.url("hevc.mkv")))
        #expect(try await AKSequence(parts: [whole]).edit().composition.akMinimumDuration == .zero)
    }

    @Test("what has no sound at the end is silent there in a file of the sound alone")
    func silentEnd() async throws {
        var sequence = AKSequence(parts: [part("h264-bframes.mp4"), part("no-audio.mp4", 0, 20)])
        #expect(try await sequence.edit().composition.akMinimumDuration == frames(50))
        sequence.dissolveDuration = frames(10)
        #expect(try await sequence.edit().composition.akMinimumDuration == frames(40))
        // Music is sound too.
        sequence.music = AKSequence.Part(AVURLAsset(url: SampleMedia.url("wav-16bit.wav")))
        #expect(try await sequence.edit().composition.akMinimumDuration == .zero)
        let reversed = AKSequence(parts: sequence.parts.reversed())
        #expect(try await reversed.edit().composition.akMinimumDuration == .zero)
    }

    /// Which pictures of the samples these are, by where the middles of their barcodes' blocks are.
    private func indices(_ made: RenderedPictures, at place: (Int) -> (x: Int, y: Int)) -> [Int] {
        let bits = (0..<16).map { block in
            let (x, y) = place(block)
            return made.luma(x, y)
        }
        return made.times.indices.map { number in
            bits.enumerated().reduce(0) { $0 | ($1.element[number] > 126 ? 1 << $1.offset : 0) }
        }
    }

    @Test("a turned part behind an upright one stands upright, between bars, without dissolves too")
    func turnedBehindUpright() async throws {
        let made = try await pictures(AKSequence(parts: [part("h264-bframes.mp4"), part("rotated-90.mp4", 30, 60)]))
        let plain = indices(made) { (x: 16 * $0 + 8, y: 8) }
        // It is 102 pixels wide, with the upper edge of what is stored at the right.
        let turned = indices(made) { (x: 206, y: 9 * $0 + 4) }
        #expect(made.times == (0..<60).map { frames($0) })
        #expect(Array(plain.prefix(30)) == Array(0..<30))
        #expect(Array(turned.suffix(30)) == Array(30..<60))
        #expect(made.luma(100, 90).suffix(30).allSatisfy { $0 == 16 })
        #expect(made.luma(220, 90).suffix(30).allSatisfy { $0 == 16 })
    }

    @Test("an upright part behind a turned one stands upright, in a frame as tall as that one stands")
    func uprightBehindTurned() async throws {
        let sequence = AKSequence(parts: [part("rotated-90.mp4"), part("h264-bframes.mp4", 30, 60)])
        #expect(try await sequence.edit().videoComposition?.renderSize == CGSize(width: 180, height: 320))
        let made = try await pictures(sequence)
        let turned = indices(made) { (x: 172, y: 16 * $0 + 8) }
        let plain = indices(made) { (x: 9 * $0 + 4, y: 113) }
        #expect(Array(turned.prefix(30)) == Array(0..<30))
        #expect(Array(plain.suffix(30)) == Array(30..<60))
    }

    @Test("a mirrored part stays mirrored beside one that is not, whichever is first", arguments: [true, false])
    func mirrored(isFirst: Bool) async throws {
        let names = isFirst ? ["mirrored.mp4", "h264-bframes.mp4"] : ["h264-bframes.mp4", "mirrored.mp4"]
        let made = try await pictures(AKSequence(parts: [part(names[0]), part(names[1], 30, 60)]))
        let plain = indices(made) { (x: 16 * $0 + 8, y: 8) }
        let mirrored = indices(made) { (x: 312 - 16 * $0, y: 8) }
        #expect(Array((isFirst ? mirrored : plain).prefix(30)) == Array(0..<30))
        #expect(Array((isFirst ? plain : mirrored).suffix(30)) == Array(30..<60))
    }

    @Test(
        "parts that are turned alike are cut, and their track has the turn",
        arguments: ["rotated-90.mp4", "mirrored.mp4"]
    )
    func sameTurn(name: String) async throws {
        let first = part(name)
        let source = try #require(try await first.asset.loadTracks(withMediaType: .video).first)
        let turn = try await source.load(.preferredTransform)
        #expect(turn != .identity)
        let edit = try await AKSequence(parts: [first, part(name, 40, 70)]).edit()
        #expect(edit.videoComposition == nil)
        #expect(edit.composition.tracks(withMediaType: .video).map(\.preferredTransform) == [turn])
    }

    @Test("a moment without pictures at the ends of a part shows the first or the last one")
    func holdsPictures() async throws {
        // Its pictures begin 21 ms late.
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mkv"))
        var sequence = AKSequence(parts: [AKSequence.Part(asset)])
        sequence.backgroundColor = CGColor.black
        let made = try await pictures(sequence)
        #expect(made.times.first == .zero)
        #expect(PictureBarcode.index(of: made.pictures[0]) == 0)
        #expect(made.pictures.map { PictureBarcode.index(of: $0) }.last == 74)
    }

    @Test("frames begin with the pictures of parts that begin late, and none twice where the next part takes over")
    func lateParts() async throws {
        // Its 50 pictures begin 21 ms late.
        let range = CMTimeRange(start: .zero, end: CMTime(value: 2021, timescale: 1000))
        let late = AKSequence.Part(AVURLAsset(url: SampleMedia.url("h264-bframes.mkv")), timeRange: range)
        var sequence = AKSequence(parts: [late, part("h264-no-bframes.mp4", 0, 75)])
        sequence.dissolveDuration = frames(10)
        let made = try await pictures(sequence)
        let times = (0..<115).map { CMTime(value: CMTimeValue(21 + 40 * $0), timescale: 1000) }
        #expect(made.times == [.zero] + times)
        let indexes = made.pictures.compactMap { PictureBarcode.index(of: $0) }
        #expect(Array(indexes.prefix(41)) == [0] + Array(0..<40))
        #expect(Array(indexes.suffix(65)) == Array(10..<75))
        // Who sets a frame duration has that many.
        let edit = try await sequence.edit()
        let steady = try #require(edit.videoComposition?.mutableCopy() as? AVMutableVideoComposition)
        steady.frameDuration = frames(1)
        let even = try await RenderedPictures(edit.composition, steady)
        #expect(Array(even.times.prefix(50)) == (0..<50).map { frames($0) })
    }

    @Test("a picture that is held does not play at another speed")
    func heldSegments() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mkv"))
        var sequence = AKSequence(parts: [AKSequence.Part(asset)])
        sequence.backgroundColor = CGColor.black
        let pictures = try await sequence.edit().composition.tracks(withMediaType: .video)[0]
        let segments = try #require(pictures.segments)
        let mappings = segments.map(\.timeMapping)
        #expect(mappings.map(\.source.duration.seconds) == [0, 3])
        #expect(mappings.map(\.target.duration.seconds) == [0.021, 3])
    }

    @Test("a part beside one without pictures comes from the background")
    func missingPictures() async throws {
        let sound = AKSequence.Part(AVURLAsset(url: SampleMedia.url("wav-16bit.wav")), timeRange: frameRange(0, 20))
        var sequence = AKSequence(parts: [sound, part("h264-bframes.mp4")])
        sequence.dissolveDuration = frames(10)
        let made = try await pictures(sequence)
        #expect(made.luma(24, 8)[..<11].allSatisfy { $0 == 16 })
        let own = try await pictures(part("h264-bframes.mp4")).luma(100, 90)
        let codes = made.luma(100, 90)
        for number in 0..<10 {
            let wanted = 16 + Double(own[number] - 16) * Double(number) / 10
            #expect(abs(Double(codes[10 + number]) - wanted) <= 1)
        }
    }

    @Test("a dissolve is of whole pictures: the nearest number of them, or fewer where a part has no more")
    func wholePictures() async throws {
        let film = AKSequence.Part(AVURLAsset(url: SampleMedia.url("ntsc-29.97.mp4")))
        var sequence = AKSequence(parts: [film, film, film])
        sequence.dissolveDuration = CMTime(value: 1, timescale: 2)
        var edit = try await sequence.edit()
        #expect(edit.dissolveDuration == CMTime(value: 15 * 1001, timescale: 30_000))
        #expect(edit.composition.duration == CMTime(value: 240 * 1001, timescale: 30_000))
        let half = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
        let short = AKSequence.Part(AVURLAsset(url: SampleMedia.url("h264-bframes.mp4")), timeRange: half)
        sequence.parts = [short, short]
        edit = try await sequence.edit()
        #expect(edit.dissolveDuration == frames(12))
        sequence.dissolveDuration = .zero
        sequence.fadeOutDuration = frames(5)
        #expect(try await sequence.edit().dissolveDuration == .zero)
    }

    @Test("a part that is shorter than the dissolves beside it, and a fade longer than all, are refused")
    func refuses() async throws {
        let film = part("h264-bframes.mp4")
        var sequence = AKSequence(parts: [film, part("hevc.mp4", 0, 15), film])
        sequence.dissolveDuration = frames(10)
        let sentence = "hevc.mp4': it is 0.6 s long, and each of the two dissolves beside it is 0.4 s long"
        await #expect { try await sequence.edit() } throws: {
            $0.localizedDescription.hasPrefix("cannot take '") && $0.localizedDescription.hasSuffix(sentence)
        }
        sequence.dissolveDuration = .zero
        sequence.fadeInDuration = frames(100)
        await #expect { try await sequence.edit() } throws: {
            $0.localizedDescription == "cannot fade for 4.0 s: all of it is 3.0 s long"
        }
    }
}
