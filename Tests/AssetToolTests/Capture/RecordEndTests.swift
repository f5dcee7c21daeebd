import Testing

@testable import assettool

@Suite("assettool record: how it ends", .waitsForPrograms)
struct RecordEndTests {
    @Test(
        "what is ended before anything came is no file, and interrupted",
        arguments: [("INT", 130), ("TERM", 143)] as [(String, Int32)]
    )
    func tooEarly(signal: String, code: Int32) throws {
        let camera = #"{"id": "front", "name": "Front", "script": [{"at": 0, "drop": 1000000}]}"#
        let desk = try CaptureDesk(SyntheticFile.text(cameras: [camera], microphones: []))
        // The note that there is no microphone is the last word before it begins. Signals are heard from before that on, and a
        // second one would end it at once.
        let outcome = try desk.run(
            """
            "$tool" record -o clip.mov 2> said & pid=$!
            until [ -s said ]; do kill -0 $pid || exit 3; sleep 0.02; done
            sleep 0.5; kill -\(signal) $pid; wait $pid
            """
        )
        #expect(outcome.code == code)
        #expect(outcome.output.isEmpty)
        let said = try desk.folder.text(of: "said").split(separator: "\n")
        #expect(said.count == 2 && said[0].hasPrefix("assettool: it is without sound: "), "\(said)")
        #expect(said.last == "assettool: cannot record 'clip.mov': it was ended before its first picture came")
        #expect(try desk.files == ["said"])
    }
}
