import AssetKit
import Testing

@testable import assettool

@Suite("assettool snapshot", .waitsForPrograms)
struct SnapshotVerbTests {
    private func options(_ arguments: String...) throws -> SnapshotOptions {
        try SnapshotOptions(ParsedArguments(arguments, for: SnapshotVerb.help))
    }

    @Test("options are read")
    func options() throws {
        let usual = try options("-o", "a.PNG")
        #expect(usual.format == .png && usual.source == .camera(nil) && usual.delay == .zero && usual.size == nil)
        let screen = try options("--screen", "-o", "a.webp", "--delay", "0.5", "--size", "50%")
        #expect(screen.source == .screen(.whole) && screen.delay == CMTime(value: 1, timescale: 2))
        #expect(try options("-o", "-", "--format", "jpeg").format == .jpg)
    }

    @Test(
        "a wrong command line is told in one sentence",
        arguments: [
            ("", "the output is missing: -o OUT"),
            ("a.png", "snapshot takes options alone, but 'a.png' follows; the file is -o OUT"),
            ("-o a", "'a' needs an ending or --format: jpg, png or webp"),
            ("-o a.gif", "there is no format 'gif'; there are jpg, png or webp"),
            ("-o a.png --camera x --screen", "--camera and --screen contradict each other"),
            ("-o a.png --camera x --camera y", "--camera is given several times, each time otherwise, and takes one"),
            ("-o a.png --delay -1", "'-1' is no time to wait; give 5 or 0.5s"),
            ("-o a.png --delay 5f", "'5f' is no time to wait; give 5 or 0.5s"),
            ("-o a.png --size big", "'big' is not a size"),
            ("-o - --format png --json", "--json and '-o -' both write to standard output"),
        ] as [(String, String)]
    )
    func mistakes(arguments: String, sentence: String) async {
        let recorder = ConsoleRecorder()
        let words = ["snapshot"] + arguments.split(separator: " ").map(String.init)
        #expect(await Assettool.run(words, recorder.console) == .wrongCommandLine)
        #expect(recorder.messages.hasPrefix("assettool: \(sentence)"), "\(recorder.messages)")
    }

    @Test("a camera and a screen are pictures of their size, or a smaller one", arguments: ["png", "jpg", "webp"])
    func pictures(ending: String) throws {
        let desk = try CaptureDesk()
        let outcome = try desk.run(
            """
            "$tool" snapshot -o c.\(ending) && "$tool" snapshot --screen 320x200+4+8 -o s.\(ending) --delay 0.1 &&
            "$tool" snapshot --camera front --size 320x -o t.\(ending) --json
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("c.\(ending)\ns.\(ending)\n{"))
        let report = try desk.json(String(outcome.output.drop { $0 != "{" })) as? [String: Any]
        #expect(report?.keys.sorted() == ["device", "height", "output", "width"])
        for (name, width, height) in [("c", 640, 480), ("s", 320, 200), ("t", 320, 240)] {
            let image = try #require(CGImage(akData: Data(contentsOf: desk.url("\(name).\(ending)"))))
            #expect((image.width, image.height) == (width, height))
        }
    }

    @Test("the picture is the camera's: its bars are black and white, and its colours right")
    func pixels() throws {
        let desk = try CaptureDesk()
        #expect(try desk.run(#""$tool" snapshot -o - --format png > c.png"#).code == 0)
        let image = try #require(CGImage(akData: Data(contentsOf: desk.url("c.png"))))
        // The first of 31 bars is white, the second black; below them are bars of colour, yellow the second of seven.
        #expect(TestPicture.pixel(image, 10, 40).prefix(3).allSatisfy { $0 > 230 })
        #expect(TestPicture.pixel(image, 31, 40).prefix(3).allSatisfy { $0 < 25 })
        let yellow = TestPicture.pixel(image, 137, 200)
        #expect(yellow[0] > 150 && yellow[1] > 150 && yellow[2] < 60, "\(yellow)")
    }

    @Test("a part of a screen of an odd size is told what becomes of it")
    func oddPart() throws {
        let desk = try CaptureDesk()
        let outcome = try desk.run(#""$tool" snapshot --screen 321x201+4+8 -o a.png"#)
        #expect(outcome.code == 0)
        let note = "the part of the screen becomes 320x200: sides are even numbers, and 321 is none"
        #expect(outcome.errors == "assettool: \(note)\n")
        let image = try #require(CGImage(akData: Data(contentsOf: desk.url("a.png"))))
        #expect((image.width, image.height) == (320, 200))
    }

    @Test("a picture is not enlarged, which is told", arguments: ["1280x", "720p", "3000x3000"])
    func enlarging(size: String) throws {
        let desk = try CaptureDesk()
        let outcome = try desk.run(#""$tool" snapshot --camera front --size \#(size) -o a.png"#)
        #expect(outcome.code == 0)
        #expect(outcome.errors == "assettool: the picture stays 640x480: it is never enlarged\n")
        let image = try #require(CGImage(akData: Data(contentsOf: desk.url("a.png"))))
        #expect((image.width, image.height) == (640, 480))
    }

    @Test("an existing file needs --overwrite, and a failure leaves nothing")
    func files() throws {
        let desk = try CaptureDesk()
        try desk.folder.write("old", to: "there.png")
        let refused = try desk.run(#""$tool" snapshot -o there.png"#)
        #expect(refused.code == 1)
        #expect(refused.errors == "assettool: cannot write 'there.png': it exists already; --overwrite replaces it\n")
        #expect(try desk.folder.text(of: "there.png") == "old")
        #expect(try desk.run(#""$tool" snapshot -o there.png -y"#).code == 0)
        let missing = try desk.run(#""$tool" snapshot --camera back -o new.png"#)
        #expect(missing.code == 1)
        #expect(missing.errors == "assettool: there is no camera 'back', but 'front'\n")
        #expect(try desk.files == ["there.png"])
    }

    @Test("a camera has five pictures to find its exposure, and one that is slow two seconds")
    func settling() {
        func taken(every duration: CMTime, from earliest: CMTime = .zero, skipping count: Int = 5) -> Int? {
            let observer = SnapshotObserver(skipping: count, notBefore: earliest) { _ in }
            return (0..<40).first { observer.isWanted(CMTimeMultiply(duration, multiplier: Int32($0))) }
        }
        #expect(taken(every: CMTime(value: 1, timescale: 30)) == 5)
        #expect(taken(every: CMTime(value: 1, timescale: 1)) == 2)
        #expect(taken(every: CMTime(value: 3, timescale: 1)) == 1)
        #expect(taken(every: CMTime(value: 1, timescale: 30), from: CMTime(value: 1, timescale: 1)) == 30)
        #expect(taken(every: CMTime(value: 1, timescale: 30), skipping: 0) == 0)
    }

    @Test("a camera that another program has is told at once")
    func taken() throws {
        let camera = #"{"id": "front", "name": "Front", "script": [{"at": 0, "busy": true}]}"#
        let desk = try CaptureDesk(SyntheticFile.text(cameras: [camera]))
        let outcome = try desk.run(#""$tool" snapshot -o a.png"#)
        #expect(outcome.code == 1)
        #expect(outcome.errors == "assettool: cannot take a picture: another program uses 'Front'\n")
        #expect(try desk.files.isEmpty)
    }

    @Test("a camera that goes away in time is told")
    func unplugged() throws {
        let camera = #"{"id": "front", "name": "Front", "script": [{"at": 0.3, "unplug": true}]}"#
        let desk = try CaptureDesk(SyntheticFile.text(cameras: [camera]))
        let outcome = try desk.run(#""$tool" snapshot -o a.png --delay 5"#)
        #expect(outcome.code == 1)
        #expect(outcome.errors == "assettool: cannot take a picture: 'Front' was disconnected\n")
        #expect(try desk.files.isEmpty)
    }
}
