import AssetKitInterchange
import CMTimeLib
import Testing

@Suite("Writing CMX 3600")
struct CMXWritingTests {
    private func document(_ items: [EditItem], rate: String = "25", start: EditTimecode? = nil) -> EditDocument {
        EditDocument(
            name: "edit",
            startTimecode: start,
            frameRate: FrameRate(rate),
            tracks: [.of(.video, "", items)]
        )
    }

    @Test("cuts have a reel, a source from the media's timecode on, and a record from the document's")
    func cuts() throws {
        let start = EditTimecode(frameNumber: 90_000, frameRate: try #require(FrameRate(25)))
        let first = EditClip.of("media/one.mov", from: frames(10), for: frames(50), mediaStart: seconds(36_000))
        let second = EditClip.of("two.mov", from: .zero, for: frames(25))
        let list = try CMXDocument.write(document([.clip(first), .gap(frames(5)), .clip(second)], start: start))
        #expect(list.warnings.isEmpty)
        #expect(
            list.text == """
                TITLE: edit
                FCM: NON-DROP FRAME

                001  ONE      V     C        10:00:00:10 10:00:02:10 01:00:00:00 01:00:02:00
                * FROM CLIP NAME: media/one.mov
                * SOURCE FILE: media/one.mov

                002  TWO      V     C        00:00:00:00 00:00:01:00 01:00:02:05 01:00:03:05
                * FROM CLIP NAME: two.mov
                * SOURCE FILE: two.mov

                """
        )
    }

    @Test("a dissolve is two lines, and the event before it ends where it begins")
    func dissolve() throws {
        let one = EditClip.of("one.mov", from: frames(100), for: frames(50))
        let two = EditClip.of("two.mov", from: frames(100), for: frames(50))
        let list = try CMXDocument.write(document([.clip(one), .dissolve(frames(10), frames(15)), .clip(two)]))
        let lines = list.text.split(separator: "\n")
        #expect(lines[2] == "001  ONE      V     C        00:00:04:00 00:00:05:15 00:00:00:00 00:00:01:15")
        #expect(lines[5] == "002  ONE      V     C        00:00:05:15 00:00:05:15 00:00:01:15 00:00:01:15")
        #expect(lines[6] == "002  TWO      V     D    025 00:00:03:15 00:00:06:00 00:00:01:15 00:00:04:00")
        #expect(lines[7...8] == ["* FROM CLIP NAME: one.mov", "* TO CLIP NAME: two.mov"])
    }

    @Test("fades from and to black are dissolves of black")
    func fades() throws {
        let clip = EditClip.of("one.mov", from: frames(100), for: frames(50))
        let items: [EditItem] = [.dissolve(.zero, frames(10)), .clip(clip), .dissolve(frames(10), .zero)]
        let lines = try CMXDocument.write(document(items)).text.split(separator: "\n")
        #expect(lines[2] == "001  BL       V     C        00:00:00:00 00:00:00:00 00:00:00:00 00:00:00:00")
        #expect(lines[3] == "001  ONE      V     D    010 00:00:04:00 00:00:05:15 00:00:00:00 00:00:01:15")
        #expect(lines[6] == "002  ONE      V     C        00:00:05:15 00:00:05:15 00:00:01:15 00:00:01:15")
        #expect(lines[7] == "002  BL       V     D    010 00:00:00:00 00:00:00:10 00:00:01:15 00:00:02:00")
    }

    @Test("drop-frame timecodes skip numbers, at 29.97 and at 59.94", arguments: ["29.97", "59.94"])
    func dropFrame(name: String) throws {
        let rate = try #require(FrameRate(name))
        let perMinute: Int64 = name == "29.97" ? 1800 : 3600
        let start = EditTimecode(frameNumber: 0, frameRate: rate, isDropFrame: true)
        let minute = try #require(CMTime.time(ofFrame: perMinute, at: rate))
        let clip = EditClip.of("one.mov", from: .zero, for: minute)
        let text = try CMXDocument.write(document([.clip(clip)], rate: name, start: start)).text
        #expect(text.contains("FCM: DROP FRAME"))
        let end = name == "29.97" ? "00:01:00;02" : "00:01:00;04"
        #expect(text.contains("00:00:00;00 \(end) 00:00:00;00 \(end)"))
    }

    @Test("a speed is frames a second of the reel, negative backwards")
    func speeds() throws {
        var fast = EditClip.of("one.mov", from: .zero, for: frames(50))
        fast.sourceRange = range(.zero, frames(100))
        fast.speed = [
            EditSpeedPoint(source: .zero, target: .zero), EditSpeedPoint(source: frames(100), target: frames(50)),
        ]
        var back = fast
        back.speed = [
            EditSpeedPoint(source: frames(100), target: .zero), EditSpeedPoint(source: .zero, target: frames(50)),
        ]
        let lines = try CMXDocument.write(document([.clip(fast), .clip(back)])).text.split(separator: "\n")
        #expect(lines[2] == "001  ONE      V     C        00:00:00:00 00:00:04:00 00:00:00:00 00:00:02:00")
        #expect(lines[3] == "M2   ONE      050.0                   00:00:00:00")
        #expect(lines[7] == "M2   ONE      -050.0                  00:00:00:00")
    }

    @Test("reels have eight letters, and another one for each file")
    func reels() throws {
        let names = ["long_name-of-clip.mov", "x/long name of.wav", "ü.mov", "BL.mov", "long_name-of-clip.mov"]
        let items = names.map { EditItem.clip(.of($0, from: .zero, for: frames(25))) }
        let lines = try CMXDocument.write(document(items)).text.split(separator: "\n").filter { $0.contains(" C ") }
        let reels = lines.map { String($0.dropFirst(5).prefix(8)) }
        #expect(reels == ["LONGNAME", "LONGNAM2", "AX      ", "AX2     ", "LONGNAME"])
    }

    @Test("what does not fit is named")
    func warnings() throws {
        var document = try RichDocument.common()
        document.tracks.append(.of(.audio, "third", [.gap(ntsc(1))]))
        document.tracks.append(EditTrack(name: "off", kind: .audio, isEnabled: false))
        let warnings = try CMXDocument.write(document).warnings
        let expected = [
            "CMX 3600 has one track of pictures and two of sound; the track 2 is left out",
            "CMX 3600 has one track of pictures and two of sound; the track 'third' is left out",
            "the track 'off' is switched off, and is left out",
            "the clip 'effects' shows nothing, and becomes black",
            "CMX 3600 has one speed for a clip; 'fast' gets its average speed",
            "CMX 3600 has no markers and no chapters; they are left out",
            "cuts that are no whole number of frames are moved to the nearest one",
        ]
        for sentence in expected { #expect(warnings.contains(sentence), "\(sentence)") }
    }

    @Test("rates that no timecode counts at are refused", arguments: ["12.5", "119.88", "48.048"])
    func rates(name: String) {
        #expect(throws: InterchangeError.self) { try CMXDocument.write(document([], rate: name)) }
    }
}
