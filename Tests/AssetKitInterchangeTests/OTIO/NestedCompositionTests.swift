import AssetKitInterchange
import CMTimeLib
import Testing

@Suite("Compositions within compositions")
struct NestedCompositionTests {
    typealias Text = OTIOText

    private func ten(_ name: String) -> String { Text.clip(name, Text.range(100, 10)) }

    @Test("the lowest track of the same kind goes in its place, the others beside it")
    func stackInTrack() throws {
        let inner = Text.stack(
            Text.track("Video", ten("low"), ten("low 2")),
            Text.track("Video", Text.gap(5), ten("high")),
            Text.track("Audio", ten("sound"))
        )
        let document = try OTIODocument.read(Text.timeline(Text.track("Video", ten("a"), inner, ten("b"))))
        #expect(document.tracks.map(\.kind) == [.video, .video, .audio])
        #expect(document.tracks[0].clips.map(\.name) == ["a", "low", "low 2", "b"])
        #expect(document.tracks[0].duration == frames(40))
        #expect(document.tracks[1].clips.first?.targetRange == range(frames(15), frames(10)))
        #expect(document.tracks[2].clips.first?.targetRange == range(frames(10), frames(10)))
    }

    @Test("a source range cuts what is shown of it, and goes on with a gap where there is nothing")
    func cut() throws {
        let inner = Text.stack(
            Text.track("Video", ten("x"), ten("y")),
            more: #", "source_range": \#(Text.range(5, 20))"#
        )
        let track = try OTIODocument.read(Text.timeline(Text.track("Video", inner, ten("b")))).tracks[0]
        #expect(track.clips.map(\.name) == ["x", "y", "b"])
        #expect(track.clips[0].sourceRange == range(frames(105), frames(5)))
        #expect(track.clips[2].targetRange.start == frames(20))
        #expect(track.items.count == 4)
    }

    @Test("two that follow each other share the tracks they need, and overlapping ones do not")
    func sharing() throws {
        let inner = Text.stack(Text.track("Video", ten("l")), Text.track("Video", ten("h")))
        let document = try OTIODocument.read(Text.timeline(Text.track("Video", inner, inner)))
        #expect(document.tracks.map { $0.clips.map(\.name) } == [["l", "l"], ["h", "h"]])
    }

    @Test("a track within a track is part of it, and what is off stays off")
    func trackInTrack() throws {
        let inner = Text.track("Video", ten("x"), more: #", "enabled": false"#)
        let track = try OTIODocument.read(Text.timeline(Text.track("Video", inner, ten("b")))).tracks[0]
        #expect(track.isEnabled)
        #expect(track.clips.map(\.isEnabled) == [false, true])
    }

    @Test("tracks and timelines are cut to their source ranges too")
    func outerRanges() throws {
        let track = Text.track("Video", ten("x"), ten("y"), more: #", "source_range": \#(Text.range(3, 10))"#)
        let stack = Text.stack(track, more: #", "source_range": \#(Text.range(2, 4))"#)
        let document = try OTIODocument.read(Text.object("Timeline.1", #""tracks": \#(stack)"#))
        #expect(document.duration == frames(4))
        #expect(document.tracks[0].clips.map(\.sourceRange) == [range(frames(105), frames(4))])
    }

    @Test("a dissolve is kept where its cut is within what is shown")
    func dissolves() throws {
        let dissolve = Text.object(
            "Transition.1",
            #""transition_type": "SMPTE_Dissolve", "in_offset": \#(Text.time(2))"#
        )
        let inner = Text.stack(
            Text.track("Video", ten("x"), dissolve, ten("y"), dissolve, ten("z")),
            more: #", "source_range": \#(Text.range(5, 15))"#
        )
        let items = try OTIODocument.read(Text.timeline(Text.track("Video", inner))).tracks[0].items
        #expect(items.count == 3)
    }

    @Test("what a composition within says of itself is named where it is left out")
    func warnings() throws {
        let effect = Text.object("LinearTimeWarp.1", #""effect_name": "Fast", "time_scalar": 2.0"#)
        let more = #", "name": "n", "effects": [\#(effect)], "metadata": {"a": 1}"#
        let document = try OTIODocument.read(
            Text.timeline(Text.track("Video", Text.stack(Text.track("Video", ten("x")), more: more)))
        )
        let expected = [
            "the effect 'Fast' of the nested composition 'n' is left out",
            "the metadata of the nested composition 'n' is left out",
        ]
        #expect(document.warnings == expected)
    }

    @Test("ramps and speeds of a clip are cut with it")
    func rampsAndSpeeds() throws {
        var clip = EditClip.of("a", from: frames(0), for: frames(40))
        clip.effects.volume = [
            EditRamp(range: range(.zero, frames(10)), start: 0, end: 1),
            EditRamp(range: range(frames(20), frames(20)), start: 1, end: 0),
        ]
        clip.effects.opacity = [EditRamp(range: range(.zero, frames(4)), start: 0, end: 0.5)]
        clip.sourceRange = range(.zero, frames(80))
        clip.speed = [
            EditSpeedPoint(source: .zero, target: .zero), EditSpeedPoint(source: frames(80), target: frames(40)),
        ]
        let document = EditDocument(frameRate: FrameRate(25), tracks: [.of(.video, "", [.clip(clip)])])
        let text = try OTIODocument.write(document).text
        // The track is cut as another program would cut it: of its members the last one is its range.
        let member = "            \"source_range\": null\n"
        #expect(text.contains(member))
        let cut = text.replacing(member, with: "\"source_range\": \(Text.range(5, 25))\n", maxReplacements: 1)
        let trimmed = try OTIODocument.read(cut).tracks[0].clips[0]
        #expect(trimmed.speed.map(\.source) == [frames(10), frames(60)])
        #expect(trimmed.sourceRange == range(frames(10), frames(50)))
        #expect(trimmed.effects.opacity == [.constant(0.5)])
        let expected = [
            EditRamp(range: range(.zero, frames(5)), start: 0.5, end: 1),
            EditRamp(range: range(frames(15), frames(20)), start: 1, end: 0),
        ]
        #expect(trimmed.effects.volume == expected)
    }

    @Test("clips without a track, tracks without a timeline and timelines in collections are read")
    func roots() throws {
        #expect(try OTIODocument.read(ten("x")).tracks[0].clips.map(\.name) == ["x"])
        #expect(try OTIODocument.read(Text.track("Audio", ten("x"))).tracks.map(\.kind) == [.audio])
        #expect(try OTIODocument.read(Text.stack(ten("x"), Text.gap(3))).tracks.count == 2)
        let timelines = #""children": [\#(Text.timeline(Text.track("Video", ten("x")))), \#(Text.timeline())]"#
        let document = try OTIODocument.read(Text.object("SerializableCollection.1", timelines))
        #expect(document.tracks.count == 1)
        #expect(document.warnings == ["the collection has 2 things in it; only the first timeline is read"])
    }

    @Test("tracks of other kinds are left out by name")
    func otherKinds() throws {
        let document = try OTIODocument.read(Text.timeline(Text.track("Subtitle", ten("x"))))
        #expect(document.tracks.isEmpty)
        #expect(document.warnings == ["the track '' is neither of pictures nor of sound ('Subtitle'); it is left out"])
    }
}
