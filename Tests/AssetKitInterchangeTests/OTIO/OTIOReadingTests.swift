import AssetKitInterchange
import CMTimeLib
import Testing

@Suite("Reading OTIO")
struct OTIOReadingTests {
    typealias Text = OTIOText

    private func onlyClip(_ text: String) throws -> EditClip {
        try #require(try OTIODocument.read(Text.timeline(Text.track("Video", text))).tracks.first?.clips.first)
    }

    @Test("a timeline has a name, a start and tracks, the bottom one first")
    func timeline() throws {
        let text = Text.timeline(
            Text.track("Video", Text.clip("low", Text.range(0, 10))),
            Text.track("Video", Text.clip("high", Text.range(5, 20))),
            Text.track("Audio", Text.clip("sound", Text.range(0, 48_000, 48_000))),
            start: Text.time(90_000)
        )
        let document = try OTIODocument.read(text)
        #expect(document.name == "edit")
        #expect(document.startTimecode == EditTimecode(frameNumber: 90_000, frameRate: try #require(FrameRate(25))))
        #expect(document.startTimecode?.timecode?.description == "01:00:00:00")
        #expect(document.frameRate == FrameRate(25))
        #expect(document.tracks.map(\.kind) == [.video, .video, .audio])
        #expect(document.tracks.map { $0.clips.first?.name } == ["low", "high", "sound"])
        #expect(document.tracks[1].clips[0].sourceRange == range(frames(5), frames(20)))
        #expect(document.duration == seconds(1))
        #expect(document.warnings.isEmpty)
    }

    @Test("clips of the first version have one reference")
    func firstVersion() throws {
        let text = Text.object(
            "Clip.1",
            #""name": "old""#,
            #""source_range": \#(Text.range(0, 10))"#,
            #""media_reference": \#(Text.file("old.mov"))"#
        )
        #expect(try onlyClip(text).media == .file("old.mov"))
    }

    @Test("of several references the active one counts, and the others are written back")
    func activeReference() throws {
        let references = #"{"full": \#(Text.file("full.mov")), "proxy": \#(Text.file("proxy.mov"))}"#
        let text = Text.object(
            "Clip.2",
            #""source_range": \#(Text.range(0, 10))"#,
            #""media_references": \#(references), "active_media_reference_key": "proxy""#
        )
        let document = try OTIODocument.read(Text.timeline(Text.track("Video", text)))
        #expect(document.tracks[0].clips[0].media.url == "proxy.mov")
        let written = try OTIODocument.write(document).text
        #expect(written.contains("full.mov"))
        #expect(try OTIODocument.read(written) == document)
    }

    @Test("the timecode that media starts with is subtracted")
    func mediaStart() throws {
        let media = Text.file("a.mov", available: Text.range(90_000, 500))
        let clip = try onlyClip(Text.clip("a", Text.range(90_050, 100), media: media))
        #expect(clip.sourceRange == range(frames(50), frames(100)))
        #expect(clip.media.start == seconds(3600))
        #expect(clip.media.duration == seconds(20))
    }

    @Test("without a source range all that is available is used")
    func availableRange() throws {
        let media = Text.file("a.mov", available: Text.range(90_000, 500))
        let clip = try onlyClip(Text.clip("a", "null", media: media))
        #expect(clip.sourceRange == range(.zero, seconds(20)))
        #expect(clip.targetRange == range(.zero, seconds(20)))
    }

    @Test("a clip whose length is not known is an error that names it")
    func unknownLength() {
        let error = #expect(throws: InterchangeError.self) { try onlyClip(Text.clip("a", "null")) }
        #expect(error?.place == "tracks.children[0].children[0]")
        #expect(error?.reason.contains("the clip 'a' has neither") == true)
    }

    @Test(
        "what is not in a file shows nothing, and a warning says so",
        arguments: [
            ("MissingReference.1", "the media of the clip 'c' is missing", EditMedia.Kind.missing),
            ("GeneratorReference.1", "generator ('bars')", .generator("bars")),
            ("ImageSequenceReference.1", "sequence of images", .imageSequence),
            ("HologramReference.1", "'HologramReference', which is not known", .unknown("HologramReference")),
        ]
    )
    func noFile(schema: String, words: String, kind: EditMedia.Kind) throws {
        let media = Text.object(schema, #""generator_kind": "bars", "parameters": {"x": 1.50}"#)
        let text = Text.timeline(Text.track("Video", Text.clip("c", Text.range(0, 10), media: media)))
        let document = try OTIODocument.read(text)
        #expect(document.tracks[0].clips[0].media.kind == kind)
        #expect(document.warnings.count == 1)
        #expect(document.warnings.first?.contains(words) == true)
        #expect(document.warnings.first?.contains("'c'") == true)
        #expect(try OTIODocument.read(try OTIODocument.write(document).text) == document)
    }

    @Test("transitions take no time, and give clips more of their media")
    func transitions() throws {
        let dissolve = Text.object(
            "Transition.1",
            #""transition_type": "SMPTE_Dissolve", "in_offset": \#(Text.time(3)), "out_offset": \#(Text.time(5))"#
        )
        let text = Text.timeline(
            Text.track("Video", Text.clip("a", Text.range(10, 20)), dissolve, Text.clip("b", Text.range(10, 20)))
        )
        let track = try OTIODocument.read(text).tracks[0]
        #expect(track.duration == frames(40))
        #expect(track.transitionRange(at: 1) == range(frames(17), frames(8)))
        #expect(track.visibleRange(at: 0) == range(.zero, frames(25)))
        #expect(track.visibleRange(at: 2) == range(frames(17), frames(23)))
    }

    @Test("another transition is shown as a dissolve, and keeps its name")
    func otherTransition() throws {
        let wipe = Text.object("Transition.1", #""transition_type": "SMPTE_Wipe", "in_offset": \#(Text.time(3))"#)
        let document = try OTIODocument.read(Text.timeline(Text.track("Video", Text.gap(10), wipe, Text.gap(10))))
        guard case .transition(let transition) = document.tracks[0].items[1] else {
            Issue.record("no transition")
            return
        }
        #expect(transition.kind == .other("SMPTE_Wipe"))
        #expect(
            document.warnings == ["the transition 'SMPTE_Wipe' is shown as a dissolve (tracks.children[0].children[1])"]
        )
        #expect(try OTIODocument.read(try OTIODocument.write(document).text) == document)
    }

    @Test("a speed keeps the clip's length on the track, and changes what it uses of the media")
    func speed() throws {
        let warp = #""effects": [\#(Text.object("LinearTimeWarp.1", #""time_scalar": 2.0"#))]"#
        let clip = try onlyClip(Text.clip("a", Text.range(10, 20), media: Text.file("a.mov"), warp))
        #expect(clip.targetRange == range(.zero, frames(20)))
        #expect(clip.sourceRange == range(frames(10), frames(40)))
        #expect(clip.speedPoints.map(\.source) == [frames(10), frames(50)])
        #expect(clip.speedPoints.map(\.target) == [.zero, frames(20)])
    }

    @Test("a negative speed plays what the clip uses backwards")
    func reverse() throws {
        let warp = #""effects": [\#(Text.object("LinearTimeWarp.1", #""time_scalar": -0.5"#))]"#
        let clip = try onlyClip(Text.clip("a", Text.range(10, 20), media: Text.file("a.mov"), warp))
        #expect(clip.speed.map(\.source) == [frames(20), frames(10)])
        #expect(clip.sourceRange == range(frames(10), frames(10)))
    }

    @Test("a frozen clip holds one picture")
    func freeze() throws {
        let freeze = #""effects": [\#(Text.object("FreezeFrame.1", #""time_scalar": 0.0"#))]"#
        let clip = try onlyClip(Text.clip("a", Text.range(10, 20), media: Text.file("a.mov"), freeze))
        #expect(clip.speed.map(\.source) == [frames(10), frames(10)])
        #expect(clip.sourceRange == range(frames(10), .zero))
    }

    @Test("markers of clips count in the media, those of the timeline are chapters")
    func markers() throws {
        let marker = Text.object("Marker.2", #""name": "m", "color": "RED", "marked_range": \#(Text.range(90_060, 0))"#)
        let chapter = Text.object("Marker.2", #""name": "c", "comment": "one", "marked_range": \#(Text.range(15, 5))"#)
        let media = Text.file("a.mov", available: Text.range(90_000, 500))
        let clip = Text.clip("a", Text.range(90_050, 100), media: media, #""markers": [\#(marker)]"#)
        let stack = Text.stack(Text.track("Video", clip), more: #", "markers": [\#(chapter)]"#)
        let document = try OTIODocument.read(Text.object("Timeline.1", #""tracks": \#(stack)"#))
        #expect(
            document.tracks[0].clips[0].markers == [
                EditMarker(name: "m", range: range(frames(60), .zero), color: "RED")
            ]
        )
        let expected = EditMarker(name: "c", range: range(frames(15), frames(5)), isChapter: true, comment: "one")
        #expect(document.chapters == [expected])
        #expect(try OTIODocument.read(try OTIODocument.write(document).text) == document)
    }

    @Test("what is off stays, and says so")
    func disabled() throws {
        let clip = Text.clip("a", Text.range(0, 10), media: Text.file("a.mov"), #""enabled": false"#)
        let document = try OTIODocument.read(Text.timeline(Text.track("Audio", clip, more: #", "enabled": false"#)))
        #expect(!document.tracks[0].isEnabled)
        #expect(!document.tracks[0].clips[0].isEnabled)
        #expect(try OTIODocument.read(try OTIODocument.write(document).text) == document)
    }

    @Test("effects, schemas and metadata that nobody knows come back as they were, numbers to the digit")
    func unknownThings() throws {
        let effect = Text.object(
            "Effect.1",
            #""effect_name": "Blur", "metadata": {"radius": 0.10, "big": 9223372036854775807}"#
        )
        let future = Text.object("Hologram.3", #""depth": NaN"#)
        let more = #""effects": [\#(effect)], "color": {"r": 1e-3}, "metadata": {"app": {"a": [1, 1.0, null]}}"#
        let clip = Text.clip("a", Text.range(0, 10), media: Text.file("a.mov"), more)
        let text = Text.timeline(Text.track("Video", clip, future), more: #", "metadata": {"x": {"y": -0.0}}"#)
        let document = try OTIODocument.read(text)
        #expect(document.warnings.count == 2)
        #expect(document.warnings.contains("the effect 'Blur' of the clip 'a' is kept, but not applied"))
        let written = try OTIODocument.write(document).text
        for number in ["0.10", "9223372036854775807", "NaN", "1e-3", "-0.0"] {
            #expect(written.contains(": \(number)"))
        }
        #expect(try OTIODocument.read(written) == document)
    }
}
