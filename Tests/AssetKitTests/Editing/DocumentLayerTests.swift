import AssetKitInterchange
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitEditing

@Suite("AKEditDocument, with transitions and effects")
struct DocumentLayerTests {
    private let folder = TemporaryFolder()
    private static let points = [(8, 8), (24, 8), (100, 90), (250, 150)]

    private func clip(
        _ name: String,
        _ start: Int64,
        _ end: Int64,
        _ effects: EditEffects = EditEffects()
    ) -> EditItem {
        var media = EditMedia.file(SampleMedia.url(name).absoluteString)
        media.size = EditSize(width: 320, height: 180)
        let target = CMTimeRange(start: .zero, duration: frames(end - start))
        let source = frameRange(start, end)
        return .clip(EditClip(name: name, media: media, sourceRange: source, targetRange: target, effects: effects))
    }

    private func gap(_ count: Int64) -> EditItem {
        .gap(EditGap(targetRange: CMTimeRange(start: .zero, duration: frames(count))))
    }

    private func dissolve(_ before: Int64, _ behind: Int64) -> EditItem {
        .transition(EditTransition(name: "soft", inOffset: frames(before), outOffset: frames(behind)))
    }

    private func track(_ items: EditItem..., kind: EditTrack.Kind = .video) -> EditTrack {
        var track = EditTrack(kind: kind)
        for item in items { track.append(item) }
        return track
    }

    /// The edit as a document says it that has been written and read.
    private func opened(_ ending: String = "otio", _ tracks: EditTrack...) async throws -> AKEditDocument.OpenedEdit {
        var document = EditDocument(name: "Layers", tracks: tracks)
        document.frameRate = FrameRate(25)
        document.size = EditSize(width: 320, height: 180)
        let url = URL(filePath: folder.path("\(UUID()).\(ending)"))
        try AKEditDocument(document, folder: folder.path("")).write(to: url)
        return try await AKEditDocument(contentsOf: url).composition(allowsReferences: true)
    }

    private func pictures(_ edit: AKEditDocument.OpenedEdit) async throws -> RenderedPictures {
        try await RenderedPictures(edit.composition, try #require(edit.videoComposition))
    }

    private func pictures(of name: String) async throws -> RenderedPictures {
        var alone = AKSequence(parts: [AKSequence.Part(AVURLAsset(url: SampleMedia.url(name)))])
        alone.backgroundColor = CGColor.black
        let edit = try await alone.edit()
        return try await RenderedPictures(edit.composition, try #require(edit.videoComposition))
    }

    @Test("a transition mixes more of both clips, picture k of N with the weight k/N", arguments: ["otio", "fcpxml"])
    func dissolves(ending: String) async throws {
        let items = [clip("h264-bframes.mp4", 0, 30), dissolve(5, 5), clip("hevc.mp4", 40, 70)]
        let sound = track(items[0], items[1], items[2], kind: .audio)
        let edit = try await opened(ending, track(items[0], items[1], items[2]), sound)
        #expect(edit.warnings == [])
        #expect(edit.composition.duration == frames(60))
        #expect(edit.composition.tracks.map(\.mediaType) == [.video, .video, .audio, .audio])
        let made = try await pictures(edit)
        #expect(made.times == (0..<60).map { frames($0) })
        #expect(Array(made.indices()[..<25]) == Array(0..<25))
        #expect(Array(made.indices()[35...]) == Array(45..<70))
        let (first, second) = (try await pictures(of: "h264-bframes.mp4"), try await pictures(of: "hevc.mp4"))
        for (x, y) in Self.points {
            let (codes, before, after) = (made.luma(x, y), first.luma(x, y), second.luma(x, y))
            for number in 25..<35 {
                let weight = Double(number - 25) / 10
                let wanted: Double = Double(before[number]) * (1 - weight) + Double(after[number + 10]) * weight
                #expect(abs(Double(codes[number]) - wanted) <= 1, "picture \(number) at \(x),\(y)")
            }
        }
        let volumes = try #require(edit.audioMix).inputParameters
        for (volume, ends) in zip(volumes, [(Float(1), Float(0)), (0, 1)]) {
            var (start, end, range) = (Float(0), Float(0), CMTimeRange.invalid)
            #expect(volume.getVolumeRamp(for: frames(30), startVolume: &start, endVolume: &end, timeRange: &range))
            #expect((start, end) == ends)
            #expect(range == frameRange(25, 35))
        }
    }

    @Test("an upper clip is placed, opaque and cropped as it is to be", arguments: ["otio", "fcpxml"])
    func places(ending: String) async throws {
        var effects = EditEffects()
        effects.transform = [.constant(EditTransform(a: 0.5, d: 0.5, tx: 160, ty: 90))]
        var half = effects
        half.opacity = [.constant(0.5)]
        half.crop = [.constant(EditRectangle(x: 0, y: 0, width: 160, height: 180))]
        let lower = track(clip("h264-bframes.mp4", 0, 20))
        let upper = track(clip("hevc.mp4", 40, 50, effects), clip("hevc.mp4", 50, 60, half))
        let edit = try await opened(ending, lower, upper)
        #expect(edit.warnings == [])
        let made = try await pictures(edit)
        #expect(made.indices() == Array(0..<20))
        #expect(Array(made.indices(block: 8, x: 160, y: 90)[..<10]) == Array(40..<50))
        let (below, above) = (try await pictures(of: "h264-bframes.mp4"), try await pictures(of: "hevc.mp4"))
        // What has been cropped away shows what is below it; and half of it shines through the rest.
        #expect(Array(made.luma(300, 150)[10...]) == Array(below.luma(300, 150)[10..<20]))
        for number in 10..<20 {
            let wanted: Double = 0.5 * Double(below.luma(164, 94)[number]) + 0.5 * Double(above.luma(8, 8)[number + 40])
            #expect(abs(Double(made.luma(164, 94)[number]) - wanted) <= 1.5)
        }
    }

    @Test("Final Cut's transforms move what is fitted into the frame, in percents of its height from the middle up")
    func finalCut() async throws {
        let url = URL(filePath: folder.path("edit.fcpxml"))
        let source = SampleMedia.url("hevc.mp4").absoluteString
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE fcpxml>
            <fcpxml version="1.9"><resources>
            <format id="r1" frameDuration="1/25s" width="640" height="360"/>
            <asset id="r2" start="0s" duration="3s" hasVideo="1"><media-rep kind="original-media" src="\(source)"/></asset>
            </resources><library><event><project><sequence format="r1" duration="1s"><spine>
            <asset-clip ref="r2" offset="0s" start="1s" duration="1s">
            <adjust-transform position="44.44444444 -25" scale="0.5 0.5"/></asset-clip>
            </spine></sequence></project></event></library></fcpxml>
            """.utf8
        ).write(to: url)
        let edit = try await AKEditDocument(contentsOf: url).composition(allowsReferences: true)
        #expect(edit.videoComposition?.renderSize == CGSize(width: 640, height: 360))
        let made = try await pictures(edit)
        // In a frame twice as large the picture is as large as it was, in the lower right.
        #expect(made.indices(x: 320, y: 180) == Array(25..<50))
        #expect(made.luma(100, 300).allSatisfy { $0 == 16 })
    }

    @Test("ramps of opacity and of a transform go evenly over the clip")
    func ramps() async throws {
        var effects = EditEffects()
        effects.opacity = [EditRamp(range: frameRange(0, 10), start: 0, end: 1)]
        let still = EditTransform(tx: 0, ty: 90)
        effects.transform = [EditRamp(range: frameRange(10, 20), start: .identity, end: still)]
        let made = try await pictures(opened("otio", track(clip("hevc.mp4", 0, 30, effects))))
        let own = try await pictures(of: "hevc.mp4")
        for (number, code) in made.luma(250, 100).enumerated().prefix(10) {
            let wanted: Double = 16 + Double(own.luma(250, 100)[number] - 16) * Double(number) / 10
            #expect(abs(Double(code) - wanted) <= 1)
        }
        #expect(made.indices()[10] == 10)
        #expect(Array(made.indices(y: 90)[20...]) == Array(20..<30))
        #expect(made.luma(100, 40)[20...].allSatisfy { $0 == 16 })
    }

    @Test("a document with cuts alone has no video composition, on several tracks too", arguments: ["otio", "fcpxml"])
    func cuts(ending: String) async throws {
        let lower = track(clip("h264-bframes.mp4", 0, 30), gap(5), clip("hevc.mp4", 0, 10))
        let edit = try await opened(ending, lower, track(gap(10), clip("hevc.mp4", 0, 10)))
        #expect(edit.videoComposition == nil)
        #expect(edit.composition.tracks.count == 1)
        #expect(edit.composition.duration == frames(45))
        #expect(edit.audioMix == nil)
    }

    @Test("clips with cuts between them that are turned in several ways stand upright", arguments: ["otio", "fcpxml"])
    func turns(ending: String) async throws {
        let clips = [clip("h264-bframes.mp4", 0, 20), clip("mirrored.mp4", 20, 40), clip("rotated-90.mp4", 0, 10)]
        let edit = try await opened(ending, track(clips[0], clips[1], clips[2]))
        #expect(edit.warnings == [])
        #expect(edit.composition.tracks.count == 1)
        let made = try await pictures(edit)
        #expect(made.times.count == 50)
        #expect(Array(made.indices().prefix(20)) == Array(0..<20))
        // From the right to the left.
        #expect(Array(made.indices(block: -16, x: 320, y: 16)[20..<40]) == Array(20..<40))
        #expect(made.luma(100, 90).suffix(10).allSatisfy { $0 == 16 })
        #expect(made.luma(120, 90).suffix(10).contains { $0 > 30 })
    }

    @Test("clips that are turned alike are cut, and their track has the turn")
    func sameTurn() async throws {
        let edit = try await opened("otio", track(clip("rotated-90.mp4", 0, 20), clip("rotated-90.mp4", 40, 60)))
        #expect(edit.videoComposition == nil)
        let turns = edit.composition.tracks.map(\.preferredTransform)
        #expect(turns == [CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0)])
    }

    @Test("an upper picture of another shape does not hide what is beside it")
    func shapes() async throws {
        let upper = track(clip("rotated-90.mp4", 0, 10))
        let edit = try await opened("otio", track(clip("h264-bframes.mp4", 0, 10)), upper)
        let made = try await pictures(edit)
        #expect(made.luma(8, 8) == Array(try await pictures(of: "h264-bframes.mp4").luma(8, 8)[..<10]))
        #expect(made.luma(150, 90) != Array(try await pictures(of: "h264-bframes.mp4").luma(150, 90)[..<10]))
    }

    @Test("a transition is as long as there are media beside it, and one beside nothing comes from nothing")
    func limits() async throws {
        // There is nothing before the second clip's first picture, and three pictures behind the first one's last.
        let edit = try await opened(
            "otio",
            track(
                clip("h264-bframes.mp4", 50, 72),
                dissolve(5, 5),
                clip("hevc.mp4", 0, 20),
                gap(10),
                dissolve(4, 4),
                clip("hevc.mp4", 20, 40)
            )
        )
        let sentence = "the transition 'soft' at 0.88 s lasts only 0.12 s: there are no more media beside it"
        #expect(edit.warnings == [sentence])
        let made = try await pictures(edit)
        let (first, second) = (try await pictures(of: "h264-bframes.mp4"), try await pictures(of: "hevc.mp4"))
        let (x, y) = (250, 150)
        for number in 22..<25 {
            let weight = Double(number - 22) / 3
            let wanted: Double =
                Double(first.luma(x, y)[number + 50]) * (1 - weight) + Double(second.luma(x, y)[number - 22]) * weight
            #expect(abs(Double(made.luma(x, y)[number]) - wanted) <= 1)
        }
        for number in 48..<56 {
            let wanted: Double = 16 + Double(second.luma(x, y)[number - 32] - 16) * Double(number - 48) / 8
            #expect(abs(Double(made.luma(x, y)[number]) - wanted) <= 1, "picture \(number)")
        }
    }

    @Test("frames begin with the pictures of clips that follow each other, also late", arguments: ["otio", "fcpxml"])
    func lateClips(ending: String) async throws {
        // Its pictures begin 21 ms late. The other's begin with the frames of the document.
        let clips = [clip("h264-bframes.mkv", 0, 40), dissolve(5, 5), clip("h264-no-bframes.mp4", 20, 60)]
        let edit = try await opened(ending, track(clips[0], clips[1], clips[2]))
        #expect(edit.warnings == [])
        let made = try await pictures(edit)
        let late = (0..<44).map { CMTime(value: 21 + 40 * $0, timescale: 1000) }
        #expect(made.times == [.zero] + late + (45..<80).map { frames($0) })
        #expect(Array(made.indices().prefix(36)) == [0] + Array(0..<35))
        // With a gap between them they begin at the multiples.
        let apart = try await pictures(opened(ending, track(clips[0], gap(5), dissolve(0, 5), clips[2])))
        #expect(apart.times == (0..<85).map { frames($0) })
    }

    @Test("a transition for which less than a picture is missing is as long as it is to be, and the last one shows on")
    func missingMoments() async throws {
        // It ends after 75.5 pictures.
        let items = [clip("h264-bframes.mkv", 50, 73), dissolve(2, 3), clip("hevc.mp4", 10, 40)]
        let edit = try await opened("otio", track(items[0], items[1], items[2]))
        #expect(edit.warnings == [])
        let targets = edit.composition.tracks.map { $0.segments.last?.timeMapping.target.end }
        #expect(targets == [frames(26), frames(53)])
        #expect(edit.composition.tracks[0].segments.allSatisfy { !$0.isEmpty })
    }

    struct End: Sendable {
        /// The first of the 30 pictures that the last clip has of 75.
        var start: Int64
        var gap: Int64 = 0
        var soundEnd: Int64
        /// How long the edit is, and how many of its pictures are black at the end.
        var length: Int64
        var black: Int
    }

    @Test(
        "layers are black below sound that lasts longer, and behind the last clip until the edit ends",
        arguments: [
            End(start: 45, soundEnd: 60, length: 60, black: 0), End(start: 45, soundEnd: 75, length: 75, black: 15),
            End(start: 47, soundEnd: 60, length: 60, black: 2),
            End(start: 45, gap: 10, soundEnd: 60, length: 70, black: 10),
        ]
    )
    func blackEnd(row: End) async throws {
        var lower = track(clip("h264-bframes.mp4", 0, 30), dissolve(5, 5), clip("hevc.mp4", row.start, row.start + 30))
        if row.gap > 0 { lower.append(gap(row.gap)) }
        let sound = track(clip("h264-bframes.mp4", 0, row.soundEnd), kind: .audio)
        let edit = try await opened("otio", lower, sound)
        let made = try await pictures(edit)
        #expect(edit.composition.duration == frames(row.length))
        #expect(made.times == (0..<row.length).map { frames($0) })
        #expect(made.luma(100, 90).suffix(row.black).allSatisfy { $0 == 16 })
        let last = Int(row.length) - row.black - 1
        #expect(made.indices()[last] == 74)
    }

    @Test("a clip at another speed goes on at that speed in its transitions")
    func speeds() async throws {
        guard case .clip(var fast) = clip("hevc.mp4", 20, 60) else { return }
        fast.targetRange.duration = frames(20)
        fast.speed = [
            EditSpeedPoint(source: frames(20), target: .zero), EditSpeedPoint(source: frames(60), target: frames(20)),
        ]
        let edit = try await opened("otio", track(clip("h264-bframes.mp4", 0, 20), dissolve(4, 4), .clip(fast)))
        let made = try await pictures(edit)
        #expect(Array(made.indices()[24...]) == stride(from: 28, to: 60, by: 2).map { $0 })
        let mapping = edit.composition.tracks[1].segments.last?.timeMapping
        #expect(mapping?.source == frameRange(12, 60))
        #expect(mapping?.target == frameRange(16, 40))
    }

    @Test("another kind of transition is shown as a dissolve, which is one warning")
    func otherKinds() async throws {
        let wipe = EditTransition(kind: .other("Star_Wipe"), inOffset: frames(5), outOffset: frames(5))
        let items = [clip("h264-bframes.mp4", 0, 30), .transition(wipe), clip("hevc.mp4", 40, 70)]
        let edit = try await opened("otio", track(items[0], items[1], items[2]))
        let place = "tracks.children[0].children[1]"
        #expect(edit.warnings == ["the transition 'Star_Wipe' is shown as a dissolve (\(place))"])
        #expect(edit.composition.tracks.count == 2)
    }
}

extension RenderedPictures {
    /// Which picture of the samples each is, by a barcode whose blocks are so wide, and which begins at a place.
    fileprivate func indices(block: Int = 16, x: Int = 0, y: Int = 0) -> [Int] {
        let bits = (0..<16).map { luma(x + block * $0 + block / 2, y + block / 2) }
        return times.indices.map { number in
            bits.enumerated().reduce(0) { $0 | ($1.element[number] > 126 ? 1 << $1.offset : 0) }
        }
    }
}
