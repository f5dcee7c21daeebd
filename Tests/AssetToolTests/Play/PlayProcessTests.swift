import AssetKit
import TestSupport
import Testing

@testable import assettool

/// With neither display nor sound server: into files, and nowhere.
@Suite("assettool play as a process", .waitsForPrograms)
struct PlayProcessTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    /// Runs a shell line in the test's folder, on a machine that has nothing to show and nothing to hear with.
    private func run(_ command: String) throws -> ToolProcess {
        try ToolProcess(
            shell: """
                cd '\(folder.path)'; export PULSE_SERVER=unix:/nowhere ALSA_CONFIG_PATH=/dev/null; unset DISPLAY
                media='\(sample(""))'
                \(command)
                """
        )
    }

    private func statistics(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The samples of a file, as the library reads them.
    private func samples(_ path: String, _ seconds: Range<Double>? = nil) async throws -> [Float] {
        let asset = AVURLAsset(url: URL(filePath: path))
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
                AVLinearPCMIsNonInterleaved: false,
            ]
        )
        reader.add(output)
        if let seconds {
            let range = [seconds.lowerBound, seconds.upperBound].map { CMTime(seconds: $0, preferredTimescale: 1000) }
            reader.timeRange = CMTimeRange(start: range[0], end: range[1])
        }
        #expect(reader.startReading())
        var samples: [Float] = []
        while let buffer = output.copyNextSampleBuffer() {
            try buffer.dataBuffer?.withContiguousStorage { samples += $0.bindMemory(to: Float.self) }
        }
        #expect(reader.status == .completed)
        return samples
    }

    // MARK: Terminals

    /// A terminal of 640 x 480 pixels that the tool is started in: it answers what it is asked, and what it was sent is printed.
    private static let terminal = """
        import fcntl, os, pty, struct, sys, termios
        process, side = pty.fork()
        if not process:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 640, 480))
            os.execv(sys.argv[2], sys.argv[2:])
        sent = b""
        while True:
            try:
                piece = os.read(side, 65536)
            except OSError:
                break
            if not piece:
                break
            if b"\\x1b[c" in sent[-2:] + piece and b"\\x1b[c" not in sent:
                os.write(side, sys.argv[1].encode())
            sent += piece
        sys.stdout.buffer.write(sent)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        """

    @Test(
        "pictures in a terminal are sixels where it says that it has them, and blocks where not",
        arguments: [("\u{1B}[?62;4;22c", true), ("\u{1B}[?62;22c", false)]
    )
    func sixels(answer: String, hasSixels: Bool) throws {
        let terminal = Self.terminal.replacing("'", with: "")
        let outcome = try run(
            #"python3 -c '\#(terminal)' $'\#(answer)' "$tool" play "$media/no-audio.mp4" --to 0.3 --video terminal"#
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\u{1B}P") == hasSixels)
        #expect(outcome.output.contains("▀") != hasSixels)
        #expect(outcome.output.contains("\u{1B}[?1049l"))
    }

    // MARK: Sound

    @Test(
        "sound in a file is what the reader gives, sample by sample",
        arguments: ["wav-16bit.wav", "flac.flac", "prores.mov"]
    )
    func sound(name: String) async throws {
        let outcome = try run(#""$tool" play "$media/\#(name)" --video none --audio file:heard.wav"#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
        #expect(try folder.contents == ["heard.wav"])
        let heard = try await samples(folder.path("heard.wav"))
        let read = try await samples(sample(name))
        #expect(heard.count == read.count)
        #expect(heard == read)
    }

    @Test("a part begins and ends on its samples")
    func part() async throws {
        let outcome = try run(
            #""$tool" play "$media/wav-16bit.wav" --audio file:heard.wav --from 0.5 --to -0.75 --volume 1"#
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let heard = try await samples(folder.path("heard.wav"))
        #expect(heard == (try await samples(sample("wav-16bit.wav"), 0.5..<1.25)))
    }

    @Test("several files follow each other without a gap")
    func join() async throws {
        let outcome = try run(#""$tool" play "$media/flac.flac" "$media/flac.flac" --audio file:heard.wav --to 0.5"#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let half = try await samples(sample("flac.flac"), 0..<0.5)
        #expect(try await samples(folder.path("heard.wav")) == half + half)
    }

    @Test("an edit is heard as it is cut")
    func edit() async throws {
        let outcome = try run(
            """
            cp "$media/wav-16bit.wav" a.wav
            "$tool" compose a.wav@0.25..0.75 a.wav@1..1.5 -o cut.otio > made.txt
            "$tool" play cut.otio --audio file:heard.wav
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let (first, second) = (
            try await samples(sample("wav-16bit.wav"), 0.25..<0.75), try await samples(sample("wav-16bit.wav"), 1..<1.5)
        )
        #expect(try await samples(folder.path("heard.wav")) == first + second)
    }

    @Test("a dissolve of an edit plays as it is rendered, and media elsewhere only where that is allowed")
    func dissolve() async throws {
        let outcome = try run(
            """
            cp "$media/mjpeg.mov" a.mov; mkdir sub
            "$tool" compose a.mov@0..0.5 a.mov@0.5..1 --dissolve 0.25 -o film.otio > made.txt
            "$tool" compose a.mov@0..0.5 -o sub/film.otio >> made.txt
            "$tool" play film.otio --from 9f --to 10f --audio none --video file:p%d.png || exit 3
            "$tool" play sub/film.otio --rate 8 --audio none --video none --allow-references || exit 4
            "$tool" play sub/film.otio --audio none --video none
            """
        )
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("assettool: cannot play 'sub/film.otio': "), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let opened = try await AKEditDocument(contentsOf: URL(filePath: folder.path("film.otio"))).composition()
        let generator = AVAssetImageGenerator(asset: opened.composition)
        #expect(opened.videoComposition != nil)
        generator.videoComposition = opened.videoComposition
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        let still = try await generator.image(at: CMTime(value: 9, timescale: 24)).image
        let picture = try #require(CGImage(akData: Data(contentsOf: URL(filePath: folder.path("p1.png")))))
        #expect((picture.width, picture.height) == (still.width, still.height))
        #expect(difference(picture, still) <= 2)
        #expect(try !folder.contents.contains("p2.png"))
    }

    @Test("a file is as long as its sound at its speed", arguments: ["varispeed", "time-domain", "spectral"])
    func faster(pitch: String) async throws {
        let outcome = try run(
            #""$tool" play "$media/wav-16bit.wav" --audio file:heard.wav --rate 8 --pitch \#(pitch)"#
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        // A quarter of a second of stereo, to within what a stretcher is uneven by.
        let heard = try await samples(folder.path("heard.wav"))
        #expect(abs(heard.count - 22_050) < 2 * 441)
    }

    @Test("standard input plays, and names that look like options or lines do")
    func names() throws {
        let outcome = try run(
            """
            cp "$media/wav-16bit.wav" ./-a.wav; cp "$media/wav-16bit.wav" $'b\\n"c\\'.wav'
            "$tool" play --audio none --rate 16 -- -a.wav $'b\\n"c\\'.wav' && cat ./-a.wav | "$tool" play - --audio none --rate 16
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    }

    // MARK: Pictures

    @Test("pictures in files are the film's, in their order, and none is shown twice")
    func pictures() async throws {
        let outcome = try run(
            #""$tool" play "$media/mjpeg.mov" --rate 0.5 --audio none --video file:p%03d.png --stats json"#
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try statistics(outcome.output)
        let names = try folder.contents
        let shown = try #require(report["shown"] as? Int)
        let dropped = try #require(report["dropped"] as? Int)
        #expect(shown + dropped == 24)
        // Of those that had their turn some may have been overtaken before they were written, never the last.
        #expect(!names.isEmpty && names.count <= shown)
        #expect(names == (1...names.count).map { String(format: "p%03d.png", $0) })
        let film = try await film()
        var last = -1
        for name in names {
            let picture = try #require(CGImage(akData: Data(contentsOf: URL(filePath: folder.path(name)))))
            let number = number(of: picture)
            #expect(number > last)
            last = number
            let other = try #require(film[number])
            #expect((picture.width, picture.height) == (other.width, other.height))
            #expect(difference(picture, other) <= 2, "picture \(number)")
        }
        #expect(last == 23)
    }

    @Test("interlaced pictures are made whole as stills are, from wherever they play", arguments: [0, 5])
    func interlaced(first: Int) async throws {
        let outcome = try run(
            #""$tool" play "$media/interlaced-tff.mp4" --from \#(first)f --to \#(first + 4)f --rate 0.1 --audio none --video file:p%d.png"#
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let asset = AVURLAsset(url: URL(filePath: sample("interlaced-tff.mp4")))
        let table = try await #require(asset.loadTracks(withMediaType: .video).first).akLoadSampleTable()
        let times = table.map(\.presentationTime).sorted()
        let generator = AVAssetImageGenerator(asset: asset)
        (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
        var numbers: [Int] = []
        for name in try folder.contents {
            let picture = try #require(CGImage(akData: Data(contentsOf: URL(filePath: folder.path(name)))))
            let number = number(of: picture)
            // Behind the last nothing is read, so that it lacks a neighbour.
            guard number < first + 3 else { continue }
            let still = try await generator.image(at: times[number]).image
            #expect(difference(picture, still) <= 2, "picture \(number)")
            numbers.append(number)
        }
        // A busy machine may leave one out.
        #expect(numbers.first == first && numbers.count >= 2, "\(numbers)")
    }

    /// Still pictures of all that the film shows, by their numbers.
    private func film() async throws -> [Int: CGImage] {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: sample("mjpeg.mov"))))
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        var film: [Int: CGImage] = [:]
        for index in 0..<24 {
            film[index] = try await generator.image(at: CMTime(value: CMTimeValue(index), timescale: 24)).image
        }
        return film
    }

    /// What the row of blocks at the top left says: bit n is white in block n.
    private func number(of picture: CGImage) -> Int {
        (0..<16).reduce(0) { $0 | (TestPicture.pixel(picture, $1 * 16 + 8, 8)[1] > 126 ? 1 << $1 : 0) }
    }

    /// The greatest of all components.
    private func difference(_ one: CGImage, _ other: CGImage) -> Int {
        var most = 0
        for y in 0..<one.height {
            for x in 0..<one.width {
                for (a, b) in zip(TestPicture.pixel(one, x, y), TestPicture.pixel(other, x, y)) {
                    most = max(most, abs(a - b))
                }
            }
        }
        return most
    }

    // MARK: The report

    @Test("--stats json is one object with the keys that help names, and nothing else")
    func report() throws {
        let outcome = try run(
            #""$tool" play "$media/h264-bframes.mp4" --audio none --video none --rate 16 --stats json"#
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let report = try statistics(outcome.output)
        let keys = ["avError", "dropped", "processorSeconds", "seeks", "shown", "stalls", "underruns"]
        #expect(report.keys.sorted() == keys)
        #expect((report["avError"] as? [String: Any])?.keys.sorted() == ["median", "p99"])
        #expect((report["seeks"] as? [Double])?.isEmpty == true)
        #expect(try #require(report["processorSeconds"] as? Double) > 0)
        for key in keys { #expect(PlayVerb.help.text.contains("\"\(key)\"")) }
    }

    // MARK: What goes wrong

    @Test(
        "what cannot be played is told in one sentence",
        arguments: [
            ("nowhere.mp4 --audio none --video none", "cannot play 'nowhere.mp4': No such file or directory"),
            ("text.txt --audio none --video none", "cannot play 'text.txt': it is not media of a kind known here"),
            ("$media/flac.flac --audio none --tracks 7", "there is no track 7: it has 1"),
            ("$media/flac.flac --audio none --from 2", "--from is at its end or behind it: it is 2.0 s long"),
            ("$media/flac.flac --audio none --from 1 --to 0.5", "--to must be later than --from"),
            ("$media/flac.flac", "there is nothing to be heard with: "),
            ("$media/flac.flac --audio pulse", "there is no sound server to play to: "),
            ("$media/flac.flac --audio pulse", "; --audio none plays without, --audio file:OUT.wav into a file"),
            ("$media/flac.flac --audio alsa:none", "there is no sound device 'none' to play to: "),
            ("$media/no-audio.mp4", "there is no display to show pictures on (DISPLAY is not set); --video none"),
            ("$media/h264-bframes.mp4", "; nor is there anything to be heard with: --audio none plays without sound"),
            ("$media/no-audio.mp4 --video x11", "there is no display to open a window on: DISPLAY names none"),
            ("$media/no-audio.mp4 --video x11", "; --video none plays without, --video terminal in the terminal"),
            ("none.otio --audio none --video none", "cannot play 'none.otio': "),
            ("bad.otio --audio none --video none", "cannot play 'bad.otio': "),
            ("$media/no-audio.mp4 --video terminal", "there is no terminal to show pictures in"),
            ("$media/no-audio.mp4 --audio file:a.wav --video none", "there is no sound to write into a file"),
            ("$media/flac.flac --audio none --video file:%d.png", "there are no pictures to write into files"),
            ("$media/flac.flac --audio file:there.wav", "cannot write 'there.wav': it exists already; --overwrite"),
            ("$media/flac.flac --audio file:no/a.wav", "cannot write 'no/a.wav': No such file or directory"),
            ("in.wav --audio file:in.wav -y", "cannot write 'in.wav': it is the input; give another name"),
            ("$media/no-audio.mp4 --video file:t%d.png", "cannot write 't1.png': it exists already; --overwrite"),
            ("$media/no-audio.mp4 --video file:no/%d.png", "cannot write 'no/1.png': No such file or directory"),
            ("$media/flac.flac --audio file:pipe.wav -y", "cannot write 'pipe.wav': sound goes into a file"),
        ] as [(String, String)]
    )
    func failures(arguments: String, sentence: String) throws {
        let before = ["bad.otio", "in.wav", "pipe.wav", "t1.png", "text.txt", "there.wav"]
        let outcome = try run(
            """
            echo words | tee bad.otio > text.txt; echo old | tee there.wav > t1.png; cp "$media/wav-16bit.wav" in.wav; mkfifo pipe.wav
            "$tool" play \(arguments)
            """
        )
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("assettool: ") && outcome.errors.contains(sentence), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try folder.contents == before)
        #expect(try folder.text(of: "there.wav") == "old\n")
    }

    @Test("of several files the others play, and those that failed are named")
    func several() async throws {
        let outcome = try run(#""$tool" play gone.mp4 "$media/wav-16bit.wav" --audio file:heard.wav --to 0.25"#)
        #expect(outcome.code == 1)
        #expect(
            outcome.errors == """
                assettool: cannot play 'gone.mp4': No such file or directory
                assettool: 1 of 2 files failed: 'gone.mp4'

                """
        )
        #expect(try await samples(folder.path("heard.wav")).count == 22_050)
    }

    @Test("--overwrite replaces a file, by a link too")
    func overwriting() async throws {
        let outcome = try run(
            """
            echo old > real.wav; ln -s real.wav link.wav
            "$tool" play "$media/wav-16bit.wav" --audio file:link.wav -y --to 0.25 && [ -L link.wav ]
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try await samples(folder.path("real.wav")).count == 22_050)
        #expect(try folder.contents == ["link.wav", "real.wav"])
    }

    @Test(
        "an interruption leaves no file of sound and changes none",
        arguments: [("INT", 130), ("TERM", 143)] as [(String, Int32)]
    )
    func interruption(signal: String, code: Int32) throws {
        // The first picture says that it plays.
        let outcome = try run(
            """
            mkdir p; echo old > there.wav
            "$tool" play "$media/h264-bframes.mp4" --loop --audio file:new.wav --video file:p/%d.png & one=$!
            "$tool" play "$media/h264-bframes.mp4" --loop --audio file:there.wav -y --video file:p/x%d.png & two=$!
            until [ -e p/2.png ] && [ -e p/x2.png ]; do sleep 0.01; done
            kill -\(signal) $one $two
            wait $one; code=$?
            wait $two && exit 1
            rm -r p; ls -A; cat there.wav
            exit $code
            """
        )
        #expect(outcome.code == code, "\(outcome.errors)")
        #expect(outcome.output == "there.wav\nold\n")
        #expect(outcome.errors.isEmpty)
    }

    // MARK: Servers

    @Test("a file on a server that ends each connection too early is told of in one sentence, and nothing is left")
    func brokenServer() throws {
        let data = try Data(contentsOf: URL(filePath: sample("wav-16bit.wav")))
        let server = try WeatherServer(data) { Int64(DispatchTime.now().uptimeNanoseconds) }
        defer { server.stop() }
        let name = server.url("a.wav").absoluteString
        let whole = try run(#""$tool" play '\#(name)' --video none --audio file:heard.wav"#)
        #expect(whole.code == 0, "\(whole.errors)")
        server.change { $0.cut = 200_000..<300_000 }
        let broken = try run(#""$tool" play '\#(name)' --video none --audio file:broken.wav"#)
        #expect(broken.code == 1)
        let sentence = "its server ended the connection after 200000 of \(data.count) bytes"
        #expect(broken.errors.hasPrefix("assettool: cannot play '\(name)'"))
        #expect(broken.errors.hasSuffix(": \(sentence)\n"))
        #expect(try folder.contents == ["heard.wav"])
    }
}
