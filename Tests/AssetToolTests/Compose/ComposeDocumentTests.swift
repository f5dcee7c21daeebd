import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose, with edit documents")
struct ComposeDocumentTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.copyItem(atPath: Self.sample("h264-bframes.mp4"), toPath: folder.path("film.mp4"))
    }

    static func sample(_ name: String) -> String {
        PackageFolder.root.appending(path: "SampleMedia/\(name)").path
    }

    func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        await run(arguments)
    }

    func run(_ arguments: [String]) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["compose"] + arguments, recorder.console), recorder)
    }

    func json(_ recorder: ConsoleRecorder) throws -> [String: Any] {
        let data = Data(recorder.results.utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    func seconds(_ file: String) async throws -> Double {
        try await AVURLAsset(url: URL(filePath: file)).load(.duration).seconds
    }

    /// A second of pictures and sound, a gap of half a second, and a second again.
    private func writeEdit(_ name: String = "edit.otio") throws -> String {
        let clips = [EditText.clip("film.mp4", 25, 25), EditText.gap(12), EditText.clip("film.mp4", 0, 25)]
        let tracks = ["Video", "Audio"].map { EditText.track($0, clips[0], clips[1], clips[2]) }
        try folder.write(EditText.timeline(tracks[0], tracks[1]), to: name)
        return folder.path(name)
    }

    @Test("an edit is rendered: its clips, and black and silence between them")
    func render() async throws {
        let (edit, out) = (try writeEdit(), folder.path("out.mp4"))
        let outcome = await run(edit, "-o", out, "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let report = try json(outcome.recorder)
        #expect(report["output"] as? String == out)
        #expect((report["tracks"] as? [[String: Any]])?.count == 2)
        #expect(abs(try await seconds(out) - 2.48) < 0.03)
    }

    @Test("pass-through keeps all samples and writes the gap as an edit; a file without edits says what to do")
    func passThrough() async throws {
        let (edit, out) = (try writeEdit(), folder.path("out.mov"))
        let planned = await run(edit, "-o", out, "--preset", "passthrough", "--dry-run")
        #expect(planned.recorder.results.contains("copied as they are"))
        #expect(!planned.recorder.results.contains("encode"))
        let outcome = await run(edit, "-o", out, "--preset", "passthrough", "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let tracks = try #require(try json(outcome.recorder)["tracks"] as? [[String: Any]])
        #expect(tracks.map { ($0["encodedSamples"] as? NSNumber)?.intValue } == [0, 0])
        #expect(try await seconds(out) == 2.48)
        let refused = await run(edit, "-o", folder.path("out.mkv"), "--preset", "passthrough")
        #expect(refused.code == .failed)
        #expect(refused.recorder.messages.contains("MKV files have no list of edits"))
        #expect(refused.recorder.messages.contains("choose mov"))
    }

    @Test("without an output it is said what the edit holds, and nothing is opened")
    func describe() async throws {
        let edit = try writeEdit()
        try FileManager.default.removeItem(atPath: folder.path("film.mp4"))
        let outcome = await run(edit, "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let report = try json(outcome.recorder)
        #expect(((report["duration"] as? [String: Any])?["seconds"] as? NSNumber)?.doubleValue == 2.48)
        let tracks = try #require(report["tracks"] as? [[String: Any]])
        #expect(tracks.map { $0["mediaType"] as? String } == ["video", "audio"])
        let segments = try #require(tracks[0]["segments"] as? [[String: Any]])
        #expect(segments.count == 3)
        #expect(segments[0]["url"] as? String == "film.mp4")
        #expect(segments[1]["source"] is NSNull)
        #expect(report["warnings"] as? [String] == [])
        let text = await run(edit)
        #expect(text.recorder.results.hasPrefix("Edit: 2.48 s long\nvideo  Video 1\n"), "\(text.recorder.results)")
        #expect(try folder.contents == ["edit.otio"])
    }

    @Test("an edit becomes another document, and nothing is opened", arguments: ["otio", "fcpxml", "edl"])
    func convert(ending: String) async throws {
        let (edit, out) = (try writeEdit(), folder.path("out.\(ending)"))
        try FileManager.default.removeItem(atPath: folder.path("film.mp4"))
        let outcome = await run(edit, "-o", out)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results == out)
        let again = await run(edit, "-o", out)
        #expect(again.code == .failed)
        #expect(again.recorder.messages.contains("--overwrite replaces it"))
        guard ending != "edl" else { return #expect(try folder.text(of: "out.edl").hasPrefix("TITLE: ")) }
        let back = try AKEditDocument(contentsOf: URL(filePath: out))
        #expect(back.duration.seconds == 2.48)
        #expect(back.tracks.map(\.mediaType) == [.video, .audio])
    }

    @Test("parts of files become a document, which renders to the same")
    func partsToDocument() async throws {
        let (edit, out) = (folder.path("parts.otio"), folder.path("out.mp4"))
        let film = folder.path("film.mp4")
        let outcome = await run("\(film)@1..2", "\(film)@..10f", "-o", edit)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let rendered = await run(edit, "-o", out)
        #expect(rendered.code == .done, "\(rendered.recorder.messages)")
        #expect(abs(try await seconds(out) - 1.4) < 0.01)
    }

    @Test("references out of the document's folder need leave")
    func references() async throws {
        let inner = folder.path("inner")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        let (edit, out) = (folder.path("inner/edit.otio"), folder.path("out.mp4"))
        let track = EditText.track("Video", EditText.clip("../film.mp4", 0, 25))
        try folder.write(EditText.timeline(track), to: "inner/edit.otio")
        let refused = await run(edit, "-o", out)
        #expect(refused.code == .failed)
        #expect(refused.recorder.messages.contains("--allow-references"), "\(refused.recorder.messages)")
        #expect(refused.recorder.messages.contains("../film.mp4"))
        let described = await run(edit)
        #expect(described.code == .done)
        // In another folder the reference is another one.
        let moved = await run(edit, "-o", folder.path("moved.otio"))
        #expect(moved.code == .done, "\(moved.recorder.messages)")
        let rendered = await run(folder.path("moved.otio"), "-o", out)
        #expect(rendered.code == .done, "\(rendered.recorder.messages)")
        let allowed = await run(edit, "-o", out, "-y", "--allow-references")
        #expect(allowed.code == .done, "\(allowed.recorder.messages)")
        #expect(abs(try await seconds(out) - 1) < 0.01)
    }

    /// What a plan says of each part, without the units that its times are counted in.
    func plan(_ recorder: ConsoleRecorder) throws -> [String] {
        let stretches = try #require(try json(recorder)["plan"] as? [[String: Any]])
        return try stretches.map { stretch in
            let range = try #require(stretch["range"] as? [String: [String: Any]])
            let microseconds = try ["start", "duration"].map { key in
                let seconds = try #require(range[key]?["seconds"] as? NSNumber)
                return Int((seconds.doubleValue * 1e6).rounded())
            }
            let rest = stretch.filter { $0.key != "range" }.map { "\($0.key): \($0.value)" }
            return "\(microseconds) \(rest.sorted())"
        }
    }

    @Test(
        "an edit with dissolves has one plan, as a document and as parts on the command line",
        arguments: [("h264-bframes.mkv", "out.mkv"), ("hevc.mkv", "out.mkv"), ("ntsc-29.97.mp4", "out.mp4")],
        ["otio", "fcpxml"]
    )
    func samePlan(film: (name: String, out: String), ending: String) async throws {
        let (file, out, edit) = (folder.path(film.name), folder.path(film.out), folder.path("edit.\(ending)"))
        try FileManager.default.copyItem(atPath: Self.sample(film.name), toPath: file)
        let made = await run(file, "\(file)@0.2..", "--dissolve", "0.5", "-o", edit)
        #expect(made.code == .done, "\(made.recorder.messages)")
        let parts = await run(file, "\(file)@0.2..", "--dissolve", "0.5", "-o", out, "--dry-run", "--json")
        let document = await run(edit, "-o", out, "--dry-run", "--json")
        #expect(document.code == .done, "\(document.recorder.messages)")
        let planned = try plan(document.recorder)
        #expect(try planned == plan(parts.recorder))
        #expect(planned.contains { $0.contains("action: copy") && $0.contains("mediaType: video") })
    }

    /// Makes a film whose sound goes on for two pictures behind the last one, and gives its name.
    private func filmWithLongerSound() async throws -> String {
        let edit = AVMutableComposition()
        for (type, name, end) in [(AVMediaType.video, "h264-no-bframes.mp4", 50), (.audio, "aac.m4a", 52)] {
            let asset = AVURLAsset(url: URL(filePath: Self.sample(name)))
            let source = try #require(try await asset.loadTracks(withMediaType: type).first)
            let invalid = kCMPersistentTrackID_Invalid
            let track = try #require(edit.addMutableTrack(withMediaType: type, preferredTrackID: invalid))
            try track.insertTimeRange(frames(0, Int64(end)), of: source, at: .zero)
        }
        let url = URL(filePath: folder.path("long.mov"))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetPassthrough))
        try await session.export(to: url, as: .mov)
        return url.path(percentEncoded: false)
    }

    @Test(
        "so has one of a film whose sound goes on for more than a picture: the last one is held, and nothing is black",
        arguments: [["--dissolve", "0.4"], ["--music", "song.m4a"]]
    )
    func samePlanOfMoments(options: [String]) async throws {
        let (film, song) = (try await filmWithLongerSound(), folder.path("song.m4a"))
        try FileManager.default.copyItem(atPath: Self.sample("aac.m4a"), toPath: song)
        let (edit, out) = (folder.path("edit.otio"), folder.path("out.mp4"))
        let parts = [film, "\(film)@0.2.."] + options.map { $0 == "song.m4a" ? song : $0 }
        let written = await run(parts + ["-o", edit])
        #expect(written.code == .done, "\(written.recorder.messages)")
        let planned = await run(parts + ["-o", out, "--dry-run", "--json"])
        let document = await run([edit, "-o", out, "--dry-run", "--json"])
        #expect(document.code == .done, "\(document.recorder.messages)")
        let plan = try plan(document.recorder)
        #expect(try plan == self.plan(planned.recorder))
        #expect(!plan.contains { $0.contains("nothing shows") }, "\(plan)")
    }

    @Test("media that an edit names are not written over")
    func inputs() async throws {
        let edit = try writeEdit()
        let before = try Data(contentsOf: URL(filePath: folder.path("film.mp4")))
        let outcome = await run(edit, "-o", folder.path("film.mp4"), "--overwrite")
        #expect(outcome.code == .failed)
        #expect(outcome.recorder.messages.contains("it is an input"), "\(outcome.recorder.messages)")
        #expect(try Data(contentsOf: URL(filePath: folder.path("film.mp4"))) == before)
    }

    @Test("what cannot be shown is said: missing media, and transitions for which there are none")
    func warnings() async throws {
        let track = EditText.track(
            "Video",
            EditText.clip("film.mp4", 0, 25),
            EditText.dissolve(5),
            EditText.clip("film.mp4", 30, 25),
            EditText.dissolve(40),
            EditText.clip(nil, 0, 10),
            EditText.clip("nowhere.mp4", 0, 10),
            EditText.clip("film.mp4", 0, 10, isEnabled: false),
            EditText.clip("film.mp4", 0, 5)
        )
        try folder.write(EditText.timeline(track), to: "edit.otio")
        let out = folder.path("out.mp4")
        let outcome = await run(folder.path("edit.otio"), "-o", out)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let messages = outcome.recorder.messages
        #expect(!messages.contains("at 1.0 s"), "\(messages)")
        #expect(messages.contains("the transition 'soft' at 2.0 s lasts only 1.2 s"), "\(messages)")
        #expect(messages.contains("the media 'lost' of the clip 'clip' is missing; it shows nothing"), "\(messages)")
        #expect(messages.contains("nowhere.mp4"), "\(messages)")
        #expect(abs(try await seconds(out) - 3.4) < 0.01)
    }

    @Test(
        "what is of no file is one warning, by a name where it has one",
        arguments: [
            ("MissingReference", "the media 'lost' of the clip 'clip' is missing; it shows nothing"),
            ("GeneratorReference", "the clip 'clip' is made by a generator; it shows nothing"),
            ("ImageSequenceReference", "the clip 'clip' is a sequence of images; it shows nothing"),
            ("Other", "the media of the clip 'clip' is a 'Other', which is not known here; it shows nothing"),
        ]
    )
    func ofNoFile(schema: String, warning: String) async throws {
        let clip = EditText.clip(nil, 0, 10).replacing("MissingReference", with: schema)
        let edit = try await opened(clip, EditText.clip("film.mp4", 0, 5))
        #expect(edit.warnings == [warning])
        #expect(try shown(.video, edit).map(\.target) == [frames(10, 15)])
        let nameless = clip.replacing("\"clip\"", with: "\"\"").replacing("\"lost\"", with: "\"\"")
        let other = try await opened(nameless, EditText.clip("film.mp4", 0, 5))
        #expect(other.warnings.count == 2, "one for the pictures and one for the sound: \(other.warnings)")
        #expect(other.warnings.allSatisfy { !$0.contains("''") }, "\(other.warnings)")
    }

    @Test("upper pictures hide lower ones, and a speed is kept")
    func compositions() async throws {
        let lower = EditText.track("Video", EditText.clip("film.mp4", 0, 50))
        let upper = EditText.track(
            "Video",
            EditText.gap(10),
            EditText.clip("film.mp4", 0, 10, effects: EditText.speed(2))
        )
        try folder.write(EditText.timeline(lower, upper), to: "edit.otio")
        let document = try AKEditDocument(contentsOf: URL(filePath: folder.path("edit.otio")))
        let edit = try await document.composition()
        let track = try #require(edit.composition.tracks.first)
        #expect(edit.composition.tracks.count == 1)
        let targets = track.segments.map { $0.timeMapping.target.start.seconds }
        #expect(targets == [0, 0.4, 0.8])
        let fast = track.segments[1].timeMapping
        #expect(fast.source.duration == CMTime(value: 20, timescale: 25))
        #expect(fast.target.duration == CMTime(value: 10, timescale: 25))
        #expect(track.segments[2].timeMapping.source.start == CMTime(value: 20, timescale: 25))
        #expect(edit.composition.duration == CMTime(value: 2, timescale: 1))
        #expect(edit.warnings == [])
    }

    /// The chapters of a file: when they begin, and their titles.
    private func chapters(_ file: String) async throws -> [String: Double] {
        let asset = AVURLAsset(url: URL(filePath: file))
        let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
        let starts = groups.map { ($0.items.first?.stringValue ?? "", $0.timeRange.start.seconds) }
        return Dictionary(starts) { first, _ in first }
    }

    @Test("markers of the timeline are the film's chapters, and clips are copied as before", arguments: ["mp4", "mkv"])
    func markers(ending: String) async throws {
        let marked = EditText.clip("film.mp4", 0, 75, markers: [EditText.marker("note", 5)])
        let tracks = ["Video", "Audio"].map { EditText.track($0, marked, EditText.clip("film.mp4", 0, 25)) }
        let markers = [("Second", 40), ("First", 0), ("Again", 40), ("Behind", 100)].map { EditText.marker($0, $1) }
        try folder.write(EditText.timeline(tracks[0], tracks[1], markers: markers), to: "edit.otio")
        let out = folder.path("out.\(ending)")
        let outcome = await run(folder.path("edit.otio"), "-o", out, "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(try await chapters(out) == ["First": 0, "Second": 1.6])
        let report = try json(outcome.recorder)
        let tracksMade = try #require(report["tracks"] as? [[String: Any]])
        #expect((tracksMade[0]["copiedSamples"] as? NSNumber)?.intValue ?? 0 > 0)
        let lost = try #require(report["warnings"] as? [String]).filter { $0.contains("chapter") }
        #expect(lost.map { $0.prefix(25) } == ["the chapter 'Again' at 1.", "the chapter 'Behind' at 4"])
    }

    @Test("chapter markers of Final Cut are the film's chapters; a file without a place for them says so")
    func finalCutChapters() async throws {
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE fcpxml>
            <fcpxml version="1.9"><resources><format id="r1" frameDuration="1/25s" width="320" height="180"/>
            <asset id="r2" start="0s" duration="3s" hasVideo="1" hasAudio="1">
            <media-rep kind="original-media" src="film.mp4"/></asset>
            </resources><library><event><project><sequence format="r1" duration="2s"><spine>
            <asset-clip ref="r2" offset="0s" start="1s" duration="2s"><marker start="1s" duration="1/25s" value="note"/>
            <chapter-marker start="1s" duration="1/25s" value="One"/>
            <chapter-marker start="2s" duration="1/25s" value="Two"/></asset-clip>
            </spine></sequence></project></event></library></fcpxml>
            """,
            to: "edit.fcpxml"
        )
        let (edit, out) = (folder.path("edit.fcpxml"), folder.path("out.mov"))
        let outcome = await run(edit, "-o", out)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(try await chapters(out) == ["One": 0, "Two": 1])
        let other = await run(edit, "-o", folder.path("out.ts"))
        #expect(other.code == .done, "\(other.recorder.messages)")
        #expect(other.recorder.messages.contains("has no place for chapters, so they are left out"))
    }

    @Test("a project that starts at a drop-frame timecode is rendered, of media that have such timecodes themselves")
    func dropFrame() async throws {
        for name in ["timecode-drop-frame.mov", "ntsc-59.94.mp4"] {
            try FileManager.default.copyItem(atPath: Self.sample(name), toPath: folder.path(name))
        }
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE fcpxml>
            <fcpxml version="1.9"><resources><format id="f" frameDuration="1001/30000s" width="320" height="180"/>
            <asset id="a" start="1756755/30000s" duration="90090/30000s" hasVideo="1" format="f">
            <media-rep kind="original-media" src="timecode-drop-frame.mov"/></asset>
            <asset id="b" start="0s" duration="120120/60000s" hasVideo="1">
            <media-rep kind="original-media" src="ntsc-59.94.mp4"/></asset>
            </resources><library><event><project>
            <sequence format="f" tcStart="107999892/30000s" tcFormat="DF" duration="35035/30000s"><spine>
            <asset-clip ref="a" offset="107999892/30000s" start="1796795/30000s" duration="10010/30000s"/>
            <asset-clip ref="b" offset="108009902/30000s" start="20020/60000s" duration="10010/30000s"/>
            <gap offset="108019912/30000s" duration="5005/30000s"/>
            <asset-clip ref="a" offset="108024917/30000s" start="1761760/30000s" duration="10010/30000s"/>
            </spine></sequence></project></event></library></fcpxml>
            """,
            to: "edit.fcpxml"
        )
        let (edit, out) = (folder.path("edit.fcpxml"), folder.path("out.mp4"))
        let opened = try await AKEditDocument(contentsOf: URL(filePath: edit)).composition()
        let starts = try shown(.video, opened).map(\.source.start)
        let firsts: [Int64] = [40 * 2002, 20 * 1001, 5 * 2002]
        #expect(starts == firsts.map { CMTime(value: $0, timescale: 60_000) })
        let outcome = await run(edit, "-o", out)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let track = try #require(
            try await AVURLAsset(url: URL(filePath: out)).loadTracks(withMediaType: .video).first
        )
        let times = try await FrameTimes.load(of: track).times
        // Ten pictures of 29.97 a second, twenty and a gap of ten of 59.94, and ten of 29.97.
        var wanted: [CMTime] = []
        let rates: [(first: Int64, count: Int64, step: Int64)] = [
            (0, 10, 2002), (20_020, 30, 1001), (50_050, 10, 2002),
        ]
        for (first, count, step) in rates {
            wanted += (0..<count).map { CMTime(value: first + $0 * step, timescale: 60_000) }
        }
        #expect(times == wanted)
        let list = folder.path("edit.edl")
        #expect(await run(edit, "-o", list).code == .done)
        let text = try folder.text(of: "edit.edl")
        #expect(text.contains("FCM: DROP FRAME"))
        #expect(text.contains(" 00:00:59;25 00:01:00;07 01:00:00;00 01:00:00;10"), "\(text)")
    }

    @Test(
        "wrong command lines are said in one sentence",
        arguments: [
            (["a.otio", "b.mp4", "-o", "c.mp4"], "'a.otio' is an edit by itself"),
            (["a.edl", "-o", "c.mp4"], "an .edl is written and not read"),
            (["a.otio", "--preset", "HighestQuality"], "--preset says how OUT is made, and there is none"),
            (["a.otio", "-o", "b.fcpxml", "--quality", "1"], "--quality cannot act on an .fcpxml"),
            (["a.otio", "-o", "b.mp4", "--music", "c.mp3"], "--music acts on parts of files"),
        ]
    )
    func usage(arguments: [String], sentence: String) async {
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(["compose"] + arguments, recorder.console)
        #expect(code == .wrongCommandLine)
        #expect(recorder.messages.contains(sentence), "\(recorder.messages)")
    }

    @Test("a document that is none is named, with the reason and the place")
    func broken() async throws {
        try folder.write("{\"OTIO_SCHEMA\": ", to: "edit.otio")
        try folder.write("words", to: "words.fcpxml")
        for (name, reason) in [
            ("edit.otio", "cannot read '"), ("words.fcpxml", "none of the edit documents"),
            ("none.otio", "No such file or directory"),
        ] {
            let outcome = await run(folder.path(name), "-o", folder.path("out.mp4"))
            #expect(outcome.code == .failed)
            #expect(outcome.recorder.messages.contains(reason), "\(outcome.recorder.messages)")
            #expect(outcome.recorder.messages.contains(name))
        }
    }
}
