import AssetKitInterchange
import CMTimeLib
import Testing

@Suite("There and back")
struct RoundTripTests {
    @Test("a document that OTIO has in it comes back equal, and writes the same bytes")
    func otio() throws {
        var document = try RichDocument.common()
        document.tracks[0].name = "V1"
        document.tracks[0].markers = [EditMarker(name: "on the track", range: range(ntsc(3), ntsc(1)), color: "BLUE")]
        document.tracks[1].isEnabled = false
        document.extras.metadata["app"] = .object(["a": .number("1.50"), "b": .array([.null, .bool(true)])])
        document.markers.append(EditMarker(name: "no chapter", range: range(ntsc(9), .zero)))
        let written = try OTIODocument.write(document)
        let read = try OTIODocument.read(written.text)
        #expect(difference(read, document) == nil)
        #expect(try OTIODocument.write(read) == written)
        #expect(written.warnings == ["OTIO has one speed for a clip; other programs play 'fast' at its average speed"])
    }

    @Test("a document that FCPXML has in it comes back equal, and writes the same bytes")
    func fcpxml() throws {
        let document = try RichDocument.common()
        let written = try FCPXMLDocument.write(document)
        let read = try FCPXMLDocument.read(Array(written.text.utf8))
        #expect(difference(read.withoutWarnings, document) == nil)
        #expect(try FCPXMLDocument.write(read) == written)
    }

    @Test("from one format through the other nothing changes that both can say")
    func across() throws {
        let document = try RichDocument.common()
        let otio = try OTIODocument.read(try OTIODocument.write(document).text)
        let fcpxml = try FCPXMLDocument.read(Array(try FCPXMLDocument.write(otio).text.utf8)).withoutWarnings
        #expect(difference(try OTIODocument.read(try OTIODocument.write(fcpxml).text), document) == nil)
    }

    @Test(
        "frames of every rate come back exactly, with drop-frame starts where there are any",
        arguments: ["23.976", "24", "25", "29.97", "30", "47.95", "50", "59.94", "60", "119.88", "12.5"]
    )
    func rates(name: String) throws {
        let rate = try #require(FrameRate(name))
        let isDropFrame = TimecodeRate(rate, isDropFrame: true) != nil
        var document = EditDocument(name: name, frameRate: rate)
        document.startTimecode = EditTimecode(frameNumber: 1_234_567, frameRate: rate, isDropFrame: isDropFrame)
        func frames(_ count: Int64) throws -> CMTime { try #require(CMTime.time(ofFrame: count, at: rate)) }
        // A source of another rate, with a timecode of its own.
        let ntscHour = ntsc(107_892)
        var items: [EditItem] = []
        for index in 1...20 as ClosedRange<Int64> {
            var clip = EditClip.of("\(index)", from: ntsc(index * 977), for: try frames(index * 7))
            clip.media = .file("file:///m/\(index).mov", start: ntscHour, duration: ntsc(100_000))
            items += [.clip(clip), .gap(try frames(index))]
        }
        items.removeLast()
        document.tracks = [.of(.video, "", items)]
        #expect(difference(try OTIODocument.read(try OTIODocument.write(document).text), document) == nil)
        let fcpxml = try FCPXMLDocument.write(document).text
        #expect(difference(try FCPXMLDocument.read(Array(fcpxml.utf8)), document) == nil)
    }

    @Test("exact times count only where the plain ones still agree with them to a frame")
    func changedElsewhere() throws {
        var document = EditDocument(frameRate: FrameRate(25))
        var clip = EditClip.of("a.mov", from: seconds(1, 3), for: seconds(2))
        clip.speed = [
            EditSpeedPoint(source: seconds(1, 3), target: .zero),
            EditSpeedPoint(source: seconds(2, 3), target: seconds(1)),
            EditSpeedPoint(source: seconds(3), target: seconds(2)),
        ]
        clip.sourceRange = range(seconds(1, 3), seconds(8, 3))
        document.tracks = [.of(.video, "", [.clip(clip)])]
        let text = try OTIODocument.write(document).text
        #expect(try OTIODocument.read(text) == document)
        let changed = text.replacing("\"value\": 50.0", with: "\"value\": 55.0")
        #expect(changed != text)
        let read = try OTIODocument.read(changed)
        #expect(
            read.warnings == ["the clip 'a.mov' was changed after its exact times were written; the plain ones count"]
        )
        #expect(read.tracks[0].clips[0].targetRange.duration == frames(55))
        #expect(read.tracks[0].clips[0].speed.count == 2)
    }
}
