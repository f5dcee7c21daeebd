import AssetKitInterchange
import CMTimeLib
import Testing

@Suite("Writing FCPXML")
struct FCPXMLWritingTests {
    @Test("the lowest track is the storyline, what lies over it is connected to what it hangs on")
    func storyline() throws {
        let start = EditTimecode(frameNumber: 90_000, frameRate: try #require(FrameRate(25)))
        var document = EditDocument(name: "A & B", startTimecode: start, frameRate: FrameRate(25))
        document.size = EditSize(width: 1920, height: 1080)
        let clip = EditClip.of("/m/a b.mov", from: frames(5), for: frames(50), mediaStart: seconds(10))
        document.tracks = [
            .of(.video, "", [.gap(frames(10)), .clip(clip)]),
            .of(.audio, "", [.gap(frames(12)), .clip(.of("s.wav", from: .zero, for: frames(3)))]),
        ]
        document.markers = [EditMarker(name: "C", range: range(frames(20), .zero), isChapter: true)]
        let written = try FCPXMLDocument.write(document)
        #expect(written.warnings.isEmpty)
        #expect(
            written.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE fcpxml>

                <fcpxml version="1.9">
                    <resources>
                        <format frameDuration="1/25s" height="1080" id="r1" width="1920"/>
                        <asset hasVideo="1" id="r2" start="10s">
                            <media-rep kind="original-media" src="file:///m/a%20b.mov"/>
                        </asset>
                        <asset audioSources="1" hasAudio="1" id="r3" start="0s">
                            <media-rep kind="original-media" src="s.wav"/>
                        </asset>
                    </resources>
                    <library>
                        <event name="A &amp; B">
                            <project name="A &amp; B">
                                <sequence audioLayout="stereo" audioRate="48k" duration="60/25s" format="r1" tcFormat="NDF" tcStart="3600s">
                                    <spine>
                                        <gap duration="10/25s" name="Gap" offset="3600s" start="0s"/>
                                        <asset-clip duration="2s" name="/m/a b.mov" offset="90010/25s" ref="r2" srcEnable="video" start="255/25s">
                                            <asset-clip audioRole="dialogue" duration="3/25s" lane="-1" name="s.wav" offset="257/25s" ref="r3" srcEnable="audio" start="0s"/>
                                            <chapter-marker duration="0s" start="265/25s" value="C"/>
                                        </asset-clip>
                                    </spine>
                                </sequence>
                            </project>
                        </event>
                    </library>
                </fcpxml>

                """
        )
    }

    @Test("children of a clip stand in the order of Final Cut's document type")
    func order() throws {
        var clip = EditClip.of("a", from: .zero, for: frames(50))
        clip.sourceRange = range(.zero, frames(100))
        clip.speed = [
            EditSpeedPoint(source: .zero, target: .zero), EditSpeedPoint(source: frames(100), target: frames(50)),
        ]
        clip.effects.opacity = [EditRamp(range: range(.zero, frames(10)), start: 0, end: 0.7)]
        clip.effects.transform = [.constant(EditTransform(a: 1, c: 0.5, tx: 1))]
        clip.effects.crop = [.constant(EditRectangle(x: 1, y: 1, width: 7, height: 7))]
        clip.markers = [EditMarker(name: "m", range: range(frames(4), .zero))]
        var document = EditDocument(frameRate: FrameRate(25), size: EditSize(width: 16, height: 9))
        document.tracks = [
            .of(.video, "", [.clip(clip)]), .of(.video, "", [.clip(.of("b", from: .zero, for: frames(5)))]),
        ]
        let written = try FCPXMLDocument.write(document)
        let names = [
            "<note>", "<timeMap>", "<adjust-crop ", "<adjust-blend>", "<asset-clip duration=\"5/25s\"", "<marker ",
        ]
        let places = names.map { name in written.text.firstRange(of: name)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        let warning =
            "a transform that is not made of scaling, turning and moving of the clip 'a' stands in a note that only AssetKit reads"
        #expect(written.warnings == [warning])
    }

    @Test("a ramp of volume is within 0.1 dB of the straight line wherever Final Cut looks")
    func volume() throws {
        var clip = EditClip.of("a", from: .zero, for: seconds(10))
        clip.effects.volume = [EditRamp(range: range(.zero, seconds(10)), start: 1, end: 0.1)]
        let document = EditDocument(frameRate: FrameRate(25), tracks: [.of(.audio, "", [.clip(clip)])])
        let text = try FCPXMLDocument.write(document).text
        // Without the note the key frames are all there is.
        let lines = text.split(separator: "\n").filter { !$0.contains("<note>") }
        let read = try FCPXMLDocument.read(Array(lines.joined(separator: "\n").utf8))
        let ramps = try #require(read.tracks.first?.clips.first?.effects.volume)
        #expect(ramps.count >= 8)
        for ramp in ramps {
            let middle = ramp.range.start.seconds + ramp.range.duration.seconds / 2
            #expect(abs((ramp.start + ramp.end) / 2 / (1 - 0.09 * middle) - 1) < 0.0116)
        }
    }

    @Test("effects that were changed after the note was written count")
    func changedNote() throws {
        var clip = EditClip.of("a", from: .zero, for: seconds(10))
        clip.effects.opacity = [EditRamp(range: range(.zero, seconds(10)), start: 1, end: 0.123456789)]
        let document = EditDocument(frameRate: FrameRate(25), tracks: [.of(.video, "", [.clip(clip)])])
        let text = try FCPXMLDocument.write(document).text
        #expect(try FCPXMLDocument.read(Array(text.utf8)).tracks[0].clips[0].effects == clip.effects)
        let changed = text.replacing("value=\"0.123457\"", with: "value=\"0.5\"")
        let read = try FCPXMLDocument.read(Array(changed.utf8))
        #expect(
            read.tracks[0].clips[0].effects.opacity == [EditRamp(range: range(.zero, seconds(10)), start: 1, end: 0.5)]
        )
        #expect(read.warnings.first?.hasPrefix("the effects of a clip were changed after its note was written") == true)
    }

    @Test("what does not fit is named")
    func warnings() throws {
        var clip = EditClip.of("a", from: .zero, for: seconds(1, 3))
        clip.extras.metadata["app"] = .null
        clip.extras.effects = [.null]
        let missing = EditClip(
            name: "gone",
            media: .missing,
            sourceRange: range(.zero, frames(1)),
            targetRange: range(.zero, frames(1))
        )
        var document = EditDocument(tracks: [.of(.video, "V1", [.clip(clip), .clip(missing), .unknown(.null)])])
        document.tracks[0].markers = [EditMarker(range: .zero)]
        document.tracks.append(EditTrack(name: "off", kind: .audio, isEnabled: false))
        document.markers = [
            EditMarker(name: "m", range: .zero, color: "PINK"), EditMarker(name: "n", range: range(seconds(-1), .zero)),
        ]
        let expected = [
            "the document does not say its frame rate; 25 is written",
            "the clip 'gone' is in no file, and becomes a gap",
            "things of a kind that is not known are not written to FCPXML",
            "FCPXML cannot switch off a track; its clips are switched off",
            "FCPXML has no markers of the timeline; they are put on clips", "FCPXML has no colours of markers",
            "the marker 'n' lies outside of the timeline, and is left out",
            "2 times are no whole number of frames, the first at 1/3s; Final Cut moves such times",
            "FCPXML has no names of tracks", "metadata of other programs is not written to FCPXML",
            "effects of other programs are not written to FCPXML", "FCPXML has no markers of tracks",
        ]
        let warnings = try FCPXMLDocument.write(document).warnings
        #expect(warnings == expected)
    }

    @Test("markers behind the end are left out by name, and the edit stays as long as it is", arguments: [false, true])
    func markersBehindTheEnd(hasSoundAlone: Bool) throws {
        var document = EditDocument(frameRate: FrameRate(25))
        document.tracks = [.of(hasSoundAlone ? .audio : .video, "", [.clip(.of("a", from: .zero, for: frames(50)))])]
        document.markers = [("last", frames(49)), ("at the end", frames(50)), ("late", seconds(3600))].map {
            EditMarker(name: $0.0, range: range($0.1, frames(1)), isChapter: true)
        }
        let written = try FCPXMLDocument.write(document)
        let lost = ["at the end", "late"].map { "the marker '\($0)' lies outside of the timeline, and is left out" }
        #expect(written.warnings == lost)
        let read = try FCPXMLDocument.read(Array(written.text.utf8))
        #expect(read.duration == frames(50))
        #expect(read.markers.map(\.name) == ["last"])
        #expect(written.text.contains(#"<sequence audioLayout="stereo" audioRate="48k" duration="2s""#))
    }

    @Test("a marker of a clip with a speed lies where its picture shows first", arguments: [false, true])
    func markersWithSpeed(isReversed: Bool) throws {
        var clip = EditClip.of("a", from: .zero, for: frames(50))
        clip.sourceRange = range(.zero, frames(100))
        let sources = [frames(0), frames(20), frames(100)]
        clip.speed = zip(isReversed ? sources.reversed() : sources, [frames(0), frames(10), frames(50)]).map {
            EditSpeedPoint(source: $0, target: $1)
        }
        clip.markers = [frames(10), frames(100), frames(101)].map { EditMarker(name: "m", range: range($0, .zero)) }
        let document = EditDocument(frameRate: FrameRate(25), tracks: [.of(.video, "", [.clip(clip)])])
        let written = try FCPXMLDocument.write(document)
        #expect(written.warnings == ["the marker 'm' lies where its clip shows nothing, and is left out"])
        let read = try FCPXMLDocument.read(Array(written.text.utf8)).tracks[0].clips[0]
        #expect(read.markers.map(\.range.start) == [frames(10), frames(100)])
    }

    @Test("documents that are none are refused", arguments: ["gap", "empty", "speed", "ramp", "offset"])
    func invalid(what: String) {
        var clip = EditClip.of("a", from: .zero, for: frames(10))
        var track = EditTrack(kind: .video)
        switch what {
        case "gap": clip.targetRange.start = frames(1)
        case "empty": clip.targetRange.duration = .zero
        case "speed": clip.speed = [EditSpeedPoint(source: .zero, target: .zero)]
        case "ramp": clip.effects.volume = [.constant(.nan)]
        default: track.items = [.dissolve(frames(-1), .zero)]
        }
        track.items.append(.clip(clip))
        let document = EditDocument(tracks: [track])
        #expect(throws: InterchangeError.self) { try OTIODocument.write(document) }
        #expect(throws: InterchangeError.self) { try FCPXMLDocument.write(document) }
        #expect(throws: InterchangeError.self) { try CMXDocument.write(document) }
    }
}
