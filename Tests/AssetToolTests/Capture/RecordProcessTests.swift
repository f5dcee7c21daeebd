import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool record as a process", .waitsForPrograms)
struct RecordProcessTests {
    private let desk: CaptureDesk

    init() throws { desk = try CaptureDesk() }

    /// The numbers that synthetic cameras write into the pictures of a movie.
    private func numbers(_ name: String) async throws -> [Int?] {
        let asset = AVURLAsset(url: desk.url(name))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading())
        var numbers: [Int?] = []
        while let sample = output.copyNextSampleBuffer() {
            numbers.append(sample.imageBuffer.flatMap { AKSyntheticPicture.number(in: $0) })
        }
        #expect(reader.status == .completed)
        return numbers
    }

    /// Media types and codecs of the tracks of a file.
    private func tracks(_ name: String) async throws -> [String] {
        try await AVURLAsset(url: desk.url(name)).load(.tracks).map { "\($0.mediaType.name) \($0.akDetails.codecName)" }
    }

    private func duration(_ name: String) async throws -> Double {
        try await AVURLAsset(url: desk.url(name)).load(.duration).seconds
    }

    // MARK: What comes of it

    @Test("the usual camera and microphone are a movie, and the limit is told")
    func usual() async throws {
        let outcome = try desk.run(#""$tool" record -o clip.mov --duration 0.5"#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("clip.mov: 0:00:00.500, "))
        #expect(outcome.output.contains("; it is as long as --duration lets it become\n"))
        #expect(outcome.errors.isEmpty)
        #expect(try desk.files == ["clip.mov"])
        #expect(try await tracks("clip.mov") == ["video H.264", "audio AAC LC"])
        #expect(try desk.isOrdinary("clip.mov"))
    }

    @Test("sizes, rates and codecs are those that are asked for")
    func options() async throws {
        let outcome = try desk.run(
            """
            "$tool" record --camera Front --fps 15 --size 320x --video-codec hevc --bitrate 300k --encoder-preset superfast \
                -o clip.mp4 --duration 0.8 --json
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let asset = AVURLAsset(url: desk.url("clip.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(try await tracks("clip.mp4") == ["video HEVC"])
        #expect(track.naturalSize == CGSize(width: 320, height: 240))
        #expect(track.minFrameDuration == CMTime(value: 1, timescale: 15))
        let report = try #require(try desk.json(outcome.output) as? [String: Any])
        #expect(report.keys.sorted() == ["dropped", "files", "pictures"])
        let file = try #require((report["files"] as? [[String: Any]])?.first)
        #expect(file.keys.sorted() == ["duration", "ended", "output", "size"])
        #expect(file["output"] as? String == "clip.mp4" && file["ended"] as? String == "duration")
        let status = try FileManager.default.attributesOfItem(atPath: desk.folder.path("clip.mp4"))
        #expect(file["size"] as? Int == status[.size] as? Int)
    }

    @Test("a rate and a size that cannot quite be had are told, and a rate that can is taken")
    func nearly() throws {
        let outcome = try desk.run(
            #""$tool" record --camera front --fps 29.97 --size 321x -o a.mov --duration 0.2 --json"#
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let notes = [
            "'Front' gives 30 pictures a second, not 29.97",
            "its pictures become 320x240: sides are even numbers, and 321 is none",
        ]
        #expect(outcome.errors == notes.map { "assettool: \($0)\n" }.joined())
        let report = try #require(try desk.json(outcome.output) as? [String: Any])
        #expect(report["warnings"] as? [String] == notes)
        let camera = #"{"id": "ntsc", "width": 320, "height": 240, "frameRates": [30, 29.97]}"#
        try desk.folder.write(SyntheticFile.text(cameras: [camera]), to: "devices.json")
        // Times of a real clock do not tell the two apart, but one that was not taken would be told of.
        let exact = try desk.run(#""$tool" record --camera ntsc --fps 29.97 -o b.mov --duration 0.3"#)
        #expect(exact.code == 0 && exact.errors.isEmpty, "\(exact.errors)")
    }

    @Test("pictures are not enlarged, which is told", arguments: ["5000x", "5000x5000", "2160p"])
    func enlarging(size: String) async throws {
        let outcome = try desk.run(#""$tool" record --camera front --size \#(size) -o a.mov --duration 0.2"#)
        #expect(outcome.code == 0)
        #expect(outcome.errors == "assettool: its pictures stay 640x480: they are never enlarged\n")
        let track = try #require(try await AVURLAsset(url: desk.url("a.mov")).loadTracks(withMediaType: .video).first)
        #expect(track.naturalSize == CGSize(width: 640, height: 480))
    }

    @Test("a rate below the slowest of a camera is had of that one, and nothing is said about it")
    func slow() async throws {
        let outcome = try desk.run(#""$tool" record --camera front --fps 5 -o a.mov --duration 1"#)
        #expect(outcome.code == 0 && !outcome.errors.contains("pictures a second"), "\(outcome.errors)")
        let numbers = try await self.numbers("a.mov").map { try #require($0) }
        // Two of three are left out, whatever a busy machine loses besides.
        #expect(numbers.count > 1 && numbers.count <= 5)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 >= 2 })
    }

    @Test("a rate between those of a camera is had, of the faster one, and nothing is said about it")
    func between() async throws {
        let outcome = try desk.run(#""$tool" record --camera front --fps 20 -o a.mov --duration 1"#)
        #expect(outcome.code == 0 && !outcome.errors.contains("pictures a second"), "\(outcome.errors)")
        let numbers = try await self.numbers("a.mov").map { try #require($0) }
        // One of three is left out, whatever a busy machine loses besides.
        #expect(numbers.count > 2 && numbers.count <= 20)
        #expect(!zip(numbers, numbers.dropFirst(2)).contains { $1 - $0 == 2 })
    }

    @Test("a part of a screen is as large as that part")
    func screen() async throws {
        let outcome = try desk.run(#""$tool" record --screen 320x200+10+20 -o s.mov --duration 0.2"#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let track = try #require(try await AVURLAsset(url: desk.url("s.mov")).loadTracks(withMediaType: .video).first)
        #expect(track.naturalSize == CGSize(width: 320, height: 200))
    }

    @Test("sound alone is a file of sound", arguments: ["m4a", "caf", "wav", "aiff", "mov"])
    func sound(ending: String) async throws {
        let outcome = try desk.run(#""$tool" record --microphone desk -o note.\#(ending) --duration 0.5"#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            try await tracks("note.\(ending)") == [
                ["m4a", "mov"].contains(ending) ? "audio AAC LC" : "audio Linear PCM"
            ]
        )
        #expect(try await duration("note.\(ending)") == 0.5)
    }

    @Test("several files follow each other, and no picture is lost between two")
    func split() async throws {
        let outcome = try desk.run(
            #""$tool" record --camera front -o part.mov --split-every 0.5 --duration 1.2 --json"#
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let names = ["part-001.mov", "part-002.mov", "part-003.mov"]
        #expect(try desk.files == names)
        var numbers: [Int] = []
        for name in names {
            #expect(try desk.isOrdinary(name))
            numbers += try await self.numbers(name).map { try #require($0) }
        }
        let report = try #require(try desk.json(outcome.output) as? [String: Any])
        #expect(report["pictures"] as? Int == numbers.count)
        // What the machine had no time for is missing, and said to be.
        let missing = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + $1.1 - $1.0 - 1 }
        #expect(missing == report["dropped"] as? Int)
        #expect(numbers == numbers.sorted())
    }

    @Test("a file does not become larger than it may, and its pictures are counted", arguments: ["h264", "hevc"])
    func sizeLimit(codec: String) async throws {
        let outcome = try desk.run(
            """
            "$tool" record --camera front --video-codec \(codec) -o clip.mov --limit-size 40k --fragment-interval 0.2 \
                --duration 1m --json
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try Data(contentsOf: desk.url("clip.mov")).count <= 40_000)
        #expect(try await duration("clip.mov") > 0)
        let report = try #require(try desk.json(outcome.output) as? [String: Any])
        let file = try #require((report["files"] as? [[String: Any]])?.first)
        #expect(file["ended"] as? String == "size")
        let count = try await numbers("clip.mov").count
        #expect(report["pictures"] as? Int == count)
    }

    @Test("a microphone that delivers no sound in time is told of, and the pictures are kept")
    func silentMicrophone() async throws {
        let microphone = #"{"id": "desk", "name": "Desk", "script": [{"at": 0, "drop": 199}]}"#
        try desk.folder.write(SyntheticFile.text(microphones: [microphone]), to: "devices.json")
        let outcome = try desk.run(
            #""$tool" record --camera front --microphone desk -o clip.mov --duration 0.3 --json"#
        )
        #expect(outcome.code == 0)
        #expect(outcome.errors == "assettool: no sound came of 'Desk' in time\n")
        let report = try #require(try desk.json(outcome.output) as? [String: Any])
        #expect(report["warnings"] as? [String] == ["no sound came of 'Desk' in time"])
        #expect(try await tracks("clip.mov") == ["video H.264"])
    }

    @Test(
        "files that may not be larger where they are end the recording with a failure that says so",
        // Of the last ones some end where no movie can be made of the file any more: its fragments stay one.
        arguments: [80, 81, 90, 97]
    )
    func systemLimit(blocks: Int) async throws {
        let outcome = try desk.run(
            #"ulimit -f \#(blocks); "$tool" record --camera front -o clip.mov --limit-size 10M --fragment-interval 0.2 --duration 1m"#
        )
        #expect(outcome.code == 1, "\(outcome.errors)")
        let reason = "the file would become larger than files may be here"
        #expect(outcome.errors.contains("cannot record 'clip.mov' any further: \(reason)"), "\(outcome.errors)")
        #expect(!outcome.output.contains("--limit-size"))
        #expect(try await duration("clip.mov") > 0)
    }

    @Test("a limit that leaves no room for anything leaves what was to be replaced")
    func impossibleLimit() throws {
        let sample = PackageFolder.root.appending(path: "SampleMedia/faststart.mp4")
        let old = try Data(contentsOf: sample)
        try old.write(to: desk.url("old.mp4"))
        let outcome = try desk.run(#""$tool" record --camera front -y --limit-size 1 --duration 1m -o old.mp4"#)
        #expect(outcome.code == 1)
        let sentence = "cannot record 'old.mp4': --limit-size leaves no room for anything in it"
        #expect(outcome.errors == "assettool: \(sentence)\n")
        #expect(outcome.output.isEmpty)
        #expect(try Data(contentsOf: desk.url("old.mp4")) == old)
        #expect(try desk.files == ["old.mp4"])
    }

    @Test(
        "where nothing can be written nothing is left, and what was to be replaced stays",
        // Of the last ones there is room for the header, and for no fragment.
        arguments: [(0, false), (0, true), (4, false), (4, true)]
    )
    func nothingWritten(blocks: Int, replaces: Bool) throws {
        if replaces { try desk.folder.write("old", to: "clip.mov") }
        let option = replaces ? "-y" : ""
        let outcome = try desk.run(
            #"ulimit -f \#(blocks); "$tool" record --camera front -o clip.mov --duration 1m \#(option)"#
        )
        #expect(outcome.code == 1)
        let reason = "the file would become larger than files may be here"
        #expect(outcome.errors == "assettool: cannot record 'clip.mov': \(reason)\n")
        #expect(try desk.files == (replaces ? ["clip.mov"] : []))
        if replaces { #expect(try desk.folder.text(of: "clip.mov") == "old") }
    }

    @Test("a file that another recording is writing is not replaced, and no sound is missed that had no time to come")
    func writtenTwice() async throws {
        let outcome = try desk.run(
            """
            "$tool" record --camera front -o clip.mov --fragment-interval 0.2 > first & pid=$!
            until [ -s clip.mov ]; do sleep 0.02; done
            "$tool" record -o clip.mov -y --duration 0.2; code=$?
            kill -INT $pid; wait $pid && exit $code
            """
        )
        #expect(outcome.code == 1)
        #expect(outcome.errors == "assettool: cannot record 'clip.mov': it is still being written\n")
        #expect(outcome.output.isEmpty)
        #expect(try desk.folder.text(of: "first").hasPrefix("clip.mov: "))
        #expect(try desk.isOrdinary("clip.mov"))
        #expect(try await duration("clip.mov") > 0)
    }

    @Test("a file that is removed meanwhile is a failure, and no success")
    func removed() throws {
        let outcome = try desk.run(
            """
            "$tool" record --camera front -o clip.mov --fragment-interval 0.2 & pid=$!
            until [ -s clip.mov ] && grep -q moof clip.mov; do sleep 0.02; done
            rm clip.mov; kill -INT $pid; wait $pid
            """
        )
        #expect(outcome.code == 1)
        let reason = "the file was removed while it was recorded to"
        #expect(outcome.errors.contains("cannot record 'clip.mov': \(reason)"), "\(outcome.errors)")
        #expect(try desk.files.isEmpty)
    }

    // MARK: Names

    @Test("an existing file needs --overwrite, and is replaced behind a link")
    func overwriting() async throws {
        try desk.folder.write("old", to: "real.mov")
        let refused = try desk.run(#"ln -s real.mov clip.mov; "$tool" record -o clip.mov --duration 0.2"#)
        #expect(refused.code == 1)
        #expect(refused.errors == "assettool: cannot write 'clip.mov': it exists already; --overwrite replaces it\n")
        #expect(try desk.folder.text(of: "real.mov") == "old")
        let replaced = try desk.run(#""$tool" record -o clip.mov --duration 0.2 -y && [ -L clip.mov ]"#)
        #expect(replaced.code == 0, "\(replaced.errors)")
        #expect(replaced.output.hasPrefix("clip.mov: "))
        #expect(try await duration("real.mov") == 0.2)
        #expect(try desk.files == ["clip.mov", "real.mov"])
    }

    @Test("a file that is in the way of a later one is refused before anything is recorded, unless none comes so far")
    func laterNames() throws {
        try desk.folder.write("old", to: "a-003.mov")
        let options = #"--camera front -o a.mov --split-every 0.2 --json"#
        for rest in ["", "--duration 0.5"] {
            let refused = try desk.run(#""$tool" record \#(options) \#(rest)"#)
            #expect(refused.code == 1)
            let sentence = "cannot write 'a-003.mov': it exists already; --overwrite replaces it"
            #expect(refused.errors == "assettool: \(sentence)\n")
            #expect(try desk.files == ["a-003.mov"])
        }
        let recorded = try desk.run(#""$tool" record \#(options) --duration 0.4"#)
        #expect(recorded.code == 0, "\(recorded.errors)")
        #expect(try desk.files == ["a-001.mov", "a-002.mov", "a-003.mov"])
        #expect(try desk.folder.text(of: "a-003.mov") == "old")
    }

    @Test("names may be of any kind", arguments: ["-a.mov", "b\n\"c'.mov", "%41 #d?.mov", "ü/é.mov"])
    func names(name: String) async throws {
        let quoted = "'" + name.replacing("'", with: #"'\''"#) + "'"
        let outcome = try desk.run(#"mkdir ü; "$tool" record --camera front -o \#(quoted) --duration 0.2"#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        // A busy machine may have lost pictures, and says so.
        let lines = outcome.output.split(separator: "\n").filter { !$0.contains(" dropped: ") }
        #expect(lines.count == 1, "\(outcome.output)")
        #expect(try await duration(name) == 0.2)
    }

    // MARK: The end

    @Test(
        "Ctrl-C and SIGTERM end it as an ordinary movie, and only Ctrl-C is the regular end",
        arguments: [("INT", 0), ("TERM", 143)] as [(String, Int32)]
    )
    func interruption(signal: String, code: Int32) async throws {
        // It stands under its name while it grows.
        let outcome = try desk.run(
            """
            "$tool" record -o clip.mov --fragment-interval 0.2 & pid=$!
            until [ -s clip.mov ]; do sleep 0.02; done
            kill -\(signal) $pid; wait $pid
            """
        )
        #expect(outcome.code == code, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("clip.mov: "))
        #expect(outcome.errors.isEmpty)
        #expect(try desk.isOrdinary("clip.mov"))
        #expect(try await duration("clip.mov") > 0)
        #expect(try await tracks("clip.mov").count == 2)
    }

    @Test("a terminal that is closed ends it as an ordinary movie, and with nohup does not end it")
    func hangup() async throws {
        let outcome = try desk.run(
            """
            "$tool" record -o clip.mov --fragment-interval 0.2 & pid=$!
            until [ -s clip.mov ]; do sleep 0.02; done
            kill -STOP $pid; kill -HUP $pid; kill -CONT $pid; kill -HUP $pid; wait $pid
            """
        )
        #expect(outcome.code == 129, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("clip.mov: ") && outcome.errors.isEmpty)
        #expect(try desk.isOrdinary("clip.mov"))
        #expect(try await tracks("clip.mov").count == 2)
        let outliving = try desk.run(
            """
            nohup "$tool" record -o other.mov --duration 1 2>/dev/null & pid=$!
            until [ -s other.mov ]; do sleep 0.02; done
            kill -HUP $pid; wait $pid
            """
        )
        #expect(outliving.code == 0 && outliving.output.hasPrefix("other.mov: 0:00:01.000, "))
    }

    @Test("a second signal ends it at once, and what is there can be recovered")
    func secondInterruption() async throws {
        // Two different signals that wait for the process come one behind the other, and none is lost.
        let outcome = try desk.run(
            """
            "$tool" record -o clip.mov --fragment-interval 0.2 & pid=$!
            until [ -s clip.mov ] && grep -q moof clip.mov; do sleep 0.02; done
            kill -STOP $pid; kill -INT $pid; kill -TERM $pid; kill -CONT $pid
            wait $pid
            """
        )
        #expect([130, 143].contains(outcome.code), "\(outcome.errors)")
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
        #expect(try !desk.isOrdinary("clip.mov"))
        #expect(try desk.run(#""$tool" recover clip.mov"#).code == 0)
        #expect(try desk.isOrdinary("clip.mov"))
        #expect(try await duration("clip.mov") > 0)
    }

    @Test("a camera that is unplugged ends it with a sentence, a whole file and exit code 1")
    func unplugged() async throws {
        let camera =
            #"{"id": "front", "name": "Front", "width": 320, "height": 240, "script": [{"at": 1, "unplug": true}]}"#
        try desk.folder.write(SyntheticFile.text(cameras: [camera]), to: "devices.json")
        let outcome = try desk.run(#""$tool" record -o clip.mov"#)
        #expect(outcome.code == 1)
        #expect(outcome.errors == "assettool: cannot record 'clip.mov' any further: 'Front' was disconnected\n")
        #expect(outcome.output.hasPrefix("clip.mov: ") && outcome.output.contains("; it is complete up to there"))
        #expect(try desk.isOrdinary("clip.mov"))
        #expect(try await duration("clip.mov") > 0)
    }

    // MARK: What goes wrong

    @Test(
        "what cannot be recorded is told in one sentence, and leaves nothing",
        arguments: [
            ("-o no/a.mov", "cannot write 'no/a.mov': No such file or directory"),
            ("-o pipe.mov -y", "cannot record 'pipe.mov': a recording grows in a file, and that is none"),
            ("--camera back -o a.mov", "there is no camera 'back', but 'front'"),
            ("--microphone front -o a.mov", "there is no microphone 'front', but 'desk'"),
            ("--microphone system -o a.mov", "there is nothing that hears what the machine plays"),
            ("--screen left -o a.mov", "there is no screen 'left', but 'wall'"),
            (
                "--screen 640x360+1+0 -o a.mov",
                "the region 640x360+1+0 does not lie on 'Wall', which has 640x360 pixels"
            ),
            ("--camera front --preset 4k -o a.mov", "the camera has no pictures of that preset, only of 640x480"),
            ("--camera front --preset 960x540 -o a.mov", "the camera has no pictures of that preset, only of 640x480"),
            ("--camera front --preset iFrame1280x720 -o a.mov", "the camera has no pictures of that preset, only of"),
            ("--screen --preset 4k -o a.mov", "the screen has no pictures of that preset, only of 640x360"),
            ("--camera front --fps 60 -o a.mov", "'Front' has no 60 pictures a second; it has 30, 15"),
            ("--camera front --preset high --fps 60 -o a.mov", "'Front' has no 60 pictures a second at the size of"),
            ("--pause-key -o a.mov", "--pause-key needs a terminal for its keys, and standard input is none"),
            ("--preview -o a.mov", "--preview needs a display for its window, and DISPLAY is not set"),
            ("--synthetic none.json -o a.mov", "cannot read 'none.json': No such file or directory"),
            ("--synthetic pipe.txt -o a.mov", "cannot read the devices of 'pipe.txt': it is not JSON"),
            ("--synthetic empty.json -o a.mov", "cannot read the devices of 'empty.json': it describes no cameras"),
            ("--synthetic wrong.json -o a.mov", "cannot read the devices of 'wrong.json': cameras, number 1, width: "),
            (
                "--synthetic huge.json -o a.mov",
                "cannot read the devices of 'huge.json': cameras, number 1, width: 100000 is not from 64 to 8192"
            ),
            ("--synthetic busy.json -o a.mov", "cannot record 'a.mov': another program uses 'Taken'"),
        ] as [(String, String)]
    )
    func failures(arguments: String, sentence: String) throws {
        let outcome = try desk.run(
            """
            mkfifo pipe.mov; echo words > pipe.txt; echo '{}' > empty.json
            echo '{"cameras": [{"id": "a", "width": "wide"}]}' > wrong.json
            echo '{"cameras": [{"id": "a", "width": 100000, "height": 100000}]}' > huge.json
            echo '{"cameras": [{"id": "t", "name": "Taken", "script": [{"at": 0, "busy": true}]}]}' > busy.json
            "$tool" record \(arguments)
            """
        )
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        let said = outcome.errors.split(separator: "\n").filter { !$0.contains("it is without sound") }
        #expect(said.count == 1)
        #expect(said.first?.hasPrefix("assettool: \(sentence)") == true, "\(outcome.errors)")
        #expect(try !desk.files.contains("a.mov"))
    }

    @Test("the devices of --synthetic are the only ones, and without a microphone it is pictures alone")
    func synthetic() async throws {
        try desk.folder.write(#"{"cameras": [{"id": "other", "width": 160, "height": 120}]}"#, to: "other.json")
        let outcome = try desk.run(#""$tool" record --synthetic other.json -o a.mov --duration 0.2 --json"#)
        #expect(outcome.code == 0)
        #expect(outcome.errors.hasPrefix("assettool: it is without sound: there is no microphone"))
        let report = try #require(try desk.json(outcome.output) as? [String: Any])
        #expect((report["warnings"] as? [String])?.count == 1)
        #expect(try await tracks("a.mov") == ["video H.264"])
    }
}
