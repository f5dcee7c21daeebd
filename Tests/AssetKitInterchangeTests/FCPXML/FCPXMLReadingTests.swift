import AssetKitInterchange
import CMTimeLib
import Foundation
import Testing

@Suite("Reading FCPXML")
struct FCPXMLReadingTests {
    static let resources = """
        <format id="r1" frameDuration="1001/30000s" width="1920" height="1080"/>
        <format id="r9" width="1280" height="720"/>
        <asset id="a" name="A" start="3600s" duration="100s" hasVideo="1" hasAudio="1" format="r1">
          <media-rep kind="proxy-media" src="file:///proxy.mov"/>
          <media-rep kind="original-media" src="file:///a.mov"/>
        </asset>
        <asset id="b" name="B" src="file:///b.mov" duration="50s" hasVideo="1" format="r9"/>
        <asset id="s" name="S" src="file:///s.wav" hasAudio="1"/>
        <effect id="e" name="Bars"/>
        """

    static func document(
        _ spine: String,
        sequence: String = #"format="r1" tcStart="0s""#,
        more: String = "",
        version: String = "1.9"
    ) throws -> EditDocument {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE fcpxml>
            <fcpxml version="\(version)"><resources>\(resources)\(more)</resources>
            <library><event><project name="P"><sequence \(sequence)><spine>\(spine)</spine></sequence></project></event></library>
            </fcpxml>
            """
        return try FCPXMLDocument.read(Array(text.utf8))
    }

    @Test("a project has a name, a format and a drop-frame start")
    func project() throws {
        let sequence = #"format="r1" tcStart="107999892/30000s" tcFormat="DF""#
        let spine = #"<asset-clip ref="b" offset="107999892/30000s" duration="1001/1000s"/>"#
        let document = try Self.document(spine, sequence: sequence)
        #expect(document.name == "P")
        #expect(document.frameRate == FrameRate("29.97"))
        #expect(document.size == EditSize(width: 1920, height: 1080))
        #expect(document.startTimecode?.timecode?.description == "01:00:00;00")
        #expect(document.tracks.count == 1)
        #expect(document.tracks[0].clips[0].targetRange == range(.zero, seconds(1001, 1000)))
    }

    @Test("59.94 has drop-frame starts too")
    func fast() throws {
        let format = #"<format id="f" frameDuration="1001/60000s"/>"#
        let spine = #"<gap duration="1001/1000s"/><asset-clip ref="b" duration="1001/1000s"/>"#
        let sequence = #"format="f" tcStart="215999784/60000s" tcFormat="DF""#
        let document = try Self.document(spine, sequence: sequence, more: format)
        #expect(document.startTimecode?.timecode?.description == "01:00:00;00")
        #expect(document.tracks[0].duration == seconds(1001, 500))
    }

    @Test("a start without a frame rate is no timecode, and one between frames is taken to the nearest")
    func unusualStarts() throws {
        let without = try Self.document(#"<gap offset="7s" duration="1s"/>"#, sequence: #"tcStart="7s""#)
        #expect(without.startTimecode == nil)
        #expect(without.warnings == ["tcStart is left out, because the sequence has no frame rate"])
        let between = try Self.document("", sequence: #"format="r1" tcStart="1/50s""#)
        #expect(between.startTimecode?.frameNumber == 1)
        #expect(between.warnings == ["tcStart is no whole number of frames; the nearest one, 1, is taken"])
    }

    @Test("a clip of pictures and sound is one on each kind of track, its media's timecode subtracted")
    func pictureAndSound() throws {
        let document = try Self.document(
            #"<asset-clip ref="a" offset="0s" start="3605s" duration="10s" audioRole="music"/>"#
        )
        #expect(document.tracks.map(\.kind) == [.video, .audio])
        for track in document.tracks {
            #expect(track.clips[0].sourceRange == range(seconds(5), seconds(10)))
            #expect(track.clips[0].name == "A")
            #expect(track.clips[0].media.url == "file:///a.mov")
            #expect(track.clips[0].media.start == seconds(3600))
        }
    }

    @Test("without a start a clip begins where its media does, and without a duration it is as long")
    func defaults() throws {
        let clip = try Self.document(#"<asset-clip ref="a" srcEnable="video"/>"#).tracks[0].clips[0]
        #expect(clip.sourceRange == range(.zero, seconds(100)))
        let document = try Self.document(#"<asset-clip ref="a" srcEnable="audio"/>"#)
        #expect(document.tracks.map(\.kind) == [.audio])
    }

    @Test("connected clips lie on tracks by their lanes, their offsets in the time of what they hang on")
    func lanes() throws {
        let spine = """
            <asset-clip ref="b" offset="0s" start="20s" duration="10s">
              <asset-clip ref="b" lane="1" offset="22s" duration="3s" name="up"/>
              <asset-clip ref="s" lane="-1" offset="21s" duration="4s" name="down"/>
              <video ref="b" lane="-2" offset="20s" duration="1s" name="under"/>
            </asset-clip>
            <gap offset="10s" start="3600s" duration="5s">
              <spine lane="1" offset="3601s">
                <asset-clip ref="b" offset="0s" duration="1s" name="x"/>
                <asset-clip ref="b" offset="1s" duration="1s" name="y"/>
              </spine>
              <asset-clip ref="b" lane="1" offset="3602s" duration="1s" name="z"/>
            </gap>
            """
        let document = try Self.document(spine)
        #expect(document.tracks.map { $0.clips.map(\.name) } == [["under"], ["B"], ["up", "x", "y"], ["z"], ["down"]])
        #expect(document.tracks[2].clips.map(\.targetRange.start) == [seconds(2), seconds(11), seconds(12)])
        #expect(document.tracks[3].clips[0].targetRange.start == seconds(12))
        #expect(document.tracks[4].clips[0].targetRange == range(seconds(1), seconds(4)))
    }

    @Test("a transition lies over the cut by its own offset")
    func transition() throws {
        let spine = """
            <asset-clip ref="b" offset="0s" duration="10s"/>
            <transition name="Wipe" offset="37/4s" duration="1s"/>
            <asset-clip ref="b" offset="10s" duration="5s"/>
            """
        let document = try Self.document(spine)
        #expect(document.tracks[0].transitionRange(at: 1) == range(seconds(37, 4), seconds(1)))
        #expect(document.warnings == ["the transition 'Wipe' is shown as a dissolve (line 13)"])
    }

    @Test("a time map is the clip's speed, cut to what the clip shows")
    func timeMap() throws {
        let map =
            #"<timeMap><timept time="0s" value="3600s" interp="smooth2"/><timept time="20s" value="3610s"/></timeMap>"#
        let spine = #"<asset-clip ref="a" start="4s" duration="8s" srcEnable="video">\#(map)</asset-clip>"#
        let clip = try Self.document(spine).tracks[0].clips[0]
        #expect(clip.speed.map(\.source) == [seconds(2), seconds(6)])
        #expect(clip.targetRange == range(.zero, seconds(8)))
        #expect(clip.sourceRange == range(seconds(2), seconds(4)))
    }

    @Test("adjustments are volume, opacity, transform and crop")
    func adjustments() throws {
        let spine = """
            <asset-clip ref="a" start="3600s" duration="8s">
              <adjust-crop mode="trim"><trim-rect left="10" top="5" right="0" bottom="0"/></adjust-crop>
              <adjust-transform position="10 20" scale="0.5 0.5"/>
              <adjust-blend amount="0.25"/>
              <adjust-volume amount="-6dB"/>
            </asset-clip>
            """
        let document = try Self.document(spine)
        let effects = document.tracks[0].clips[0].effects
        #expect(effects.opacity == [.constant(0.25)])
        #expect(effects.crop == [.constant(EditRectangle(x: 108, y: 54, width: 1812, height: 1026))])
        #expect(effects.transform == [.constant(EditTransform(a: 0.5, d: 0.5, tx: 588, ty: 54))])
        #expect(effects.volume.isEmpty)
        let volume = try #require(document.tracks[1].clips[0].effects.volume.first)
        #expect(abs(volume.end - 0.501187) < 1e-6)
        #expect(document.tracks[1].clips[0].effects.opacity.isEmpty)
    }

    @Test("a picture of another size is fitted into the frame before it is moved")
    func fitted() throws {
        let spine = #"<asset-clip ref="b" duration="8s"><adjust-transform scale="1 1"/></asset-clip>"#
        let transform = try Self.document(spine).tracks[0].clips[0].effects.transform
        #expect(transform == [.constant(EditTransform(a: 1.5, d: 1.5))])
    }

    @Test("volume between key frames goes straight in decibels")
    func volumeKeys() throws {
        let keys = #"<keyframe time="2s" value="0dB"/><keyframe time="12s" value="-20dB"/>"#
        let parameter = #"<param name="amount"><keyframeAnimation>\#(keys)</keyframeAnimation></param>"#
        let spine =
            #"<asset-clip ref="s" start="2s" duration="10s"><adjust-volume>\#(parameter)</adjust-volume></asset-clip>"#
        let ramps = try Self.document(spine).tracks[0].clips[0].effects.volume
        #expect(ramps.first?.range.start == .zero)
        #expect(ramps.last?.range.end == seconds(10))
        for ramp in ramps {
            for share in [0, 0.5] {
                let time = ramp.range.start.seconds + ramp.range.duration.seconds * share
                let decibels = 20 * log10(ramp.start + (ramp.end - ramp.start) * share)
                #expect(abs(decibels + 2 * time) < 0.1)
            }
        }
    }

    @Test("markers stay on clips, chapters go to the timeline")
    func markers() throws {
        let spine = """
            <gap duration="4s"/>
            <asset-clip ref="a" start="3610s" duration="8s" srcEnable="video">
              <marker start="3611s" duration="1s" value="m" note="n"/>
              <chapter-marker start="3612s" duration="1s" value="c"/>
              <chapter-marker start="3600s" duration="1s" value="cut off"/>
            </asset-clip>
            """
        let document = try Self.document(spine)
        let marker = EditMarker(name: "m", range: range(seconds(11), seconds(1)), comment: "n")
        #expect(document.tracks[0].clips[0].markers == [marker])
        #expect(document.chapters == [EditMarker(name: "c", range: range(seconds(6), seconds(1)), isChapter: true)])
    }

    @Test(
        "a to-do marker is red, and green once it is done, and stays one",
        arguments: [("0", "RED"), ("1", "GREEN")]
    )
    func toDoMarkers(completed: String, color: String) throws {
        let marker = #"<marker start="1001/1000s" value="m" completed="\#(completed)"/>"#
        let document = try Self.document(#"<asset-clip ref="b" duration="1001/500s">\#(marker)</asset-clip>"#)
        #expect(document.tracks[0].clips[0].markers.map(\.color) == [color])
        // By way of OTIO, which has the colour.
        let otio = try OTIODocument.read(try OTIODocument.write(document).text)
        let written = try FCPXMLDocument.write(otio)
        let read = try FCPXMLDocument.read(Array(written.text.utf8))
        #expect(read.tracks[0].clips[0].markers == document.tracks[0].clips[0].markers)
        #expect(!written.warnings.contains("FCPXML has no colours of markers"))
    }

    @Test("markers of a compound clip are on what it shows then, and those where it shows nothing are named")
    func markersOfCompound() throws {
        let inner = """
            <asset-clip ref="b" offset="100s" duration="10s"/>\
            <asset-clip ref="a" offset="110s" start="3600s" duration="10s"/>
            """
        let media = #"<media id="m"><sequence format="r1" tcStart="100s"><spine>\#(inner)</spine></sequence></media>"#
        let markers = [("114s", "end"), ("112s", "y"), ("219/2s", "x"), ("100s", "early")].map { start, name in
            #"<marker start="\#(start)" duration="1s" value="\#(name)"/>"#
        }
        let compound = #"<ref-clip ref="m" start="109s" duration="5s">\#(markers.joined())</ref-clip>"#
        let document = try Self.document(#"<asset-clip ref="b" duration="1s"/>"# + compound, more: media)
        let notes = document.tracks.map { $0.clips.map(\.markers) }
        let (x, y) = (range(seconds(19, 2), seconds(1)), range(seconds(2), seconds(1)))
        #expect(notes == [[[], [EditMarker(name: "x", range: x)], [EditMarker(name: "y", range: y)]], [[]]])
        let reason = "lies where its <ref-clip> shows nothing, and is left out (line 12)"
        #expect(document.warnings == ["the marker 'early' \(reason)", "the marker 'end' \(reason)"])
    }

    @Test("markers of a compound clip of sound alone, and of one of no composition, are kept too")
    func markersOfOtherCompounds() throws {
        let inner = #"<asset-clip ref="a" start="3600s" duration="10s"/>"#
        let media = #"<media id="m"><sequence format="r1"><spine>\#(inner)</spine></sequence></media>"#
        let sound = #"<ref-clip ref="m" srcEnable="audio"><marker start="3s" value="s"/></ref-clip>"#
        let heard = try Self.document(sound, more: media)
        #expect(heard.tracks.map(\.kind) == [.audio])
        #expect(heard.tracks[0].clips[0].markers == [EditMarker(name: "s", range: range(seconds(3), .zero))])
        let nothing = #"<ref-clip ref="x" start="5s" duration="2s"><marker start="6s" value="g"/></ref-clip>"#
        let items = try Self.document(nothing + #"<asset-clip ref="b" duration="1s"/>"#).tracks[0].items
        guard case .gap(let gap)? = items.first else {
            Issue.record("there is no gap in \(items)")
            return
        }
        #expect(gap.markers == [EditMarker(name: "g", range: range(seconds(1), .zero))])
    }

    @Test("a compound clip is laid out flat, its tracks cut to what it shows")
    func compound() throws {
        let media = """
            <media id="m"><sequence format="r1" tcStart="100s"><spine>
              <asset-clip ref="b" offset="100s" duration="10s" name="one">
                <asset-clip ref="b" lane="1" offset="8s" duration="4s" name="over"/>
              </asset-clip>
              <asset-clip ref="a" offset="110s" start="3600s" duration="10s" name="two"/>
            </spine></sequence></media>
            """
        let spine = #"<asset-clip ref="b" duration="1s"/><ref-clip ref="m" start="109s" duration="5s" name="c"/>"#
        let document = try Self.document(spine, more: media)
        #expect(document.tracks.map { $0.clips.map(\.name) } == [["B", "one", "two"], ["over"], ["two"]])
        #expect(document.tracks[0].clips[1].sourceRange == range(seconds(9), seconds(1)))
        #expect(document.tracks[0].clips[2].targetRange == range(seconds(2), seconds(4)))
        #expect(document.tracks[1].clips[0].sourceRange == range(seconds(1), seconds(3)))
        #expect(document.tracks[1].clips[0].targetRange.start == seconds(1))
        #expect(document.tracks[2].clips[0].targetRange == range(seconds(2), seconds(4)))
    }

    @Test("a clip shows the pictures and the sound within it")
    func container() throws {
        let spine = """
            <clip name="c" start="3610s" duration="4s">
              <video ref="a" offset="3600s" start="3600s" duration="100s">
                <audio lane="-1" ref="s" offset="3600s" start="5s" duration="20s"/>
              </video>
            </clip>
            """
        let document = try Self.document(spine)
        #expect(document.tracks.map(\.kind) == [.video, .audio])
        #expect(document.tracks[0].clips[0].sourceRange == range(seconds(10), seconds(4)))
        #expect(document.tracks[1].clips[0].sourceRange == range(seconds(15), seconds(4)))
        #expect(document.tracks[1].clips[0].media.url == "file:///s.wav")
    }

    @Test(
        "what shows nothing here keeps its time, and a warning names it",
        arguments: [
            #"<sync-clip name="n" duration="2s"/>"#, #"<mc-clip ref="m" name="n" duration="2s"/>"#,
            #"<title ref="e" name="n" duration="2s"/>"#, #"<video ref="e" name="n" duration="2s"/>"#,
        ]
    )
    func empty(element: String) throws {
        let document = try Self.document(element + #"<asset-clip ref="b" duration="1s"/>"#)
        #expect(document.tracks[0].clips[0].media.isFile == false)
        #expect(document.tracks[0].clips[1].targetRange.start == seconds(2))
        #expect(document.warnings.first?.contains("'n' shows nothing (line 12)") == true)
    }

    @Test(
        "media without an address are one warning, in clips of clips too",
        arguments: [
            #"<asset-clip ref="x" name="n" duration="2s"/>"#,
            #"<clip name="n" duration="2s"><video ref="x"><audio ref="x"/></video></clip>"#,
        ]
    )
    func noAddress(element: String) throws {
        let asset = #"<asset id="x" name="X" duration="5s" hasVideo="1" hasAudio="1"/>"#
        let document = try Self.document(element, more: asset)
        #expect(document.tracks.map(\.kind) == [.video, .audio])
        #expect(document.tracks.allSatisfy { $0.clips.first?.media.kind == .missing })
        #expect(document.warnings == ["the media of the clip 'n' is missing; it shows nothing (line 12)"])
    }

    @Test("what is not read is named once, with how often it is there")
    func unread() throws {
        let clip = #"<asset-clip ref="b" duration="1s"><filter-video ref="e"/><conform-rate/></asset-clip>"#
        let document = try Self.document(clip + clip)
        #expect(document.warnings.count == 2)
        #expect(document.warnings.first == "<filter-video> is not read (2 times, first at line 12)")
    }

    @Test("fades, crops that are no trims and blend modes are named where they are left out")
    func leftOutAdjustments() throws {
        let fade = #"<adjust-volume><param name="amount"><fadeIn type="linear" duration="1s"/></param></adjust-volume>"#
        let others = #"<adjust-crop mode="pan"><pan-rect/></adjust-crop><adjust-blend mode="5"/>"#
        let document = try Self.document(#"<asset-clip ref="b" duration="2s">\#(others)\#(fade)</asset-clip>"#)
        let expected = ["a crop other than a trim", "a blend mode", "a fade of <adjust-volume>"]
        #expect(document.warnings == expected.map { "\($0) is left out (line 12)" })
    }

    @Test("the first of an audition is shown")
    func audition() throws {
        let spine =
            #"<audition><asset-clip ref="b" duration="1s" name="x"/><asset-clip ref="b" duration="2s"/></audition>"#
        #expect(try Self.document(spine).tracks[0].clips.map(\.name) == ["x"])
    }

    @Test("versions from 1.8 on are read", arguments: ["1.8", "1.9", "1.10", "1.13"])
    func versions(version: String) throws {
        _ = try Self.document("", version: version)
    }

    @Test("other versions are refused by name", arguments: ["1.7", "2.0", "", "x"])
    func otherVersions(version: String) {
        let error = #expect(throws: InterchangeError.self) { try Self.document("", version: version) }
        #expect(error?.reason.contains("1.8 and later") == true)
    }
}
