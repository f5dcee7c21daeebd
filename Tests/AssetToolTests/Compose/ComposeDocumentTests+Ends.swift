import AssetKit
import Foundation
import Testing

@testable import assettool

// What shows and is heard at the ends of edits and of the files that their clips name.
extension ComposeDocumentTests {
    func frames(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 25), end: CMTime(value: end, timescale: 25))
    }

    /// Opens an edit of tracks of pictures and of sound with the same items.
    func opened(_ items: String...) async throws -> AKEditDocument.OpenedEdit {
        let tracks = ["Video", "Audio"].map { EditText.track($0, items.joined(separator: ",\n")) }
        try folder.write(EditText.timeline(tracks[0], tracks[1]), to: "edit.otio")
        return try await AKEditDocument(contentsOf: URL(filePath: folder.path("edit.otio"))).composition()
    }

    /// What shows on the first track of a kind.
    func shown(_ type: AVMediaType, _ edit: AKEditDocument.OpenedEdit) throws -> [CMTimeMapping] {
        let track = try #require(edit.composition.tracks(withMediaType: type).first)
        return track.segments.filter { !$0.isEmpty }.map(\.timeMapping)
    }

    @Test(
        "a gap and missing media at the end are black until the edit's end, and clips are copied as before",
        arguments: [EditText.gap(25), EditText.clip(nil, 0, 25), EditText.clip("nowhere.mp4", 0, 25)],
        [false, true]
    )
    func end(rest: String, isSoundLonger: Bool) async throws {
        let pictures = EditText.track("Video", EditText.clip("film.mp4", 0, 50), rest)
        let sound = EditText.track("Audio", EditText.clip("film.mp4", 0, isSoundLonger ? 75 : 50))
        try folder.write(EditText.timeline(pictures, sound), to: "edit.otio")
        let out = folder.path("out.mp4")
        let outcome = await run(folder.path("edit.otio"), "-o", out, "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let tracks = try #require(try json(outcome.recorder)["tracks"] as? [[String: Any]])
        #expect((tracks[0]["copiedSamples"] as? NSNumber)?.intValue ?? 0 > 0)
        let made = AVURLAsset(url: URL(filePath: out))
        let track = try #require(try await made.loadTracks(withMediaType: .video).first)
        #expect(try await FrameTimes.load(of: track).times.count == 75)
        #expect(abs(try await seconds(out) - 3) < 0.01)
    }

    @Test(
        "a gap and missing media at the end of the sound are silent in a file of it alone, which is as long as the edit",
        arguments: [EditText.gap(25), EditText.clip(nil, 0, 25), EditText.clip("nowhere.mp4", 0, 25)],
        ["out.m4a", "out.mp4"]
    )
    func silentEnd(rest: String, name: String) async throws {
        let pictures = EditText.track("Video", EditText.clip("film.mp4", 0, 75))
        let sound = EditText.track("Audio", EditText.clip("film.mp4", 0, 50), rest)
        try folder.write(EditText.timeline(pictures, sound), to: "edit.otio")
        let (edit, out) = (folder.path("edit.otio"), folder.path(name))
        let outcome = await run(edit, "-o", out, "--video-codec", "none")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let made = AVURLAsset(url: URL(filePath: out))
        #expect(try await made.load(.tracks).map(\.mediaType) == [.audio])
        #expect(abs(try await seconds(out) - 3) < 0.01)
        // Beside pictures it is copied, and they are as they were.
        let film = await run(edit, "-o", folder.path("film.mov"), "--json")
        #expect(film.code == .done, "\(film.recorder.messages)")
        let tracks = try #require(try json(film.recorder)["tracks"] as? [[String: Any]])
        #expect(tracks.map { ($0["encodedSamples"] as? NSNumber)?.intValue } == [0, 0])
        #expect(try await seconds(folder.path("film.mov")) == 3)
    }

    @Test(
        "sound of parts in a file of its own is silent where the last one has none, as that of a document of them is",
        arguments: ["out.m4a", "out.mp4"],
        [[], ["--dissolve", "0.4"]]
    )
    func silentPart(name: String, dissolve: [String]) async throws {
        let (silent, out, edit) = (folder.path("silent.mp4"), folder.path(name), folder.path("edit.otio"))
        try FileManager.default.copyItem(atPath: Self.sample("no-audio.mp4"), toPath: silent)
        let parts = [folder.path("film.mp4"), silent] + dissolve
        let written = await run(parts + ["-o", edit])
        #expect(written.code == .done, "\(written.recorder.messages)")
        let words = ["-o", out, "--video-codec", "none"]
        let planned = await run(parts + words + ["--dry-run", "--json"])
        let document = await run([edit] + words + ["--dry-run", "--json"])
        #expect(try plan(planned.recorder) == plan(document.recorder))
        let made = await run(parts + words)
        #expect(made.code == .done, "\(made.recorder.messages)")
        let length = dissolve.isEmpty ? 5 : 4.6
        #expect(abs(try await seconds(out) - length) < 0.01)
    }

    @Test(
        "sound that is a moment longer or shorter than the pictures makes no black picture",
        arguments: [(75, 76), (76, 75), (77, 77), (75, 75)]
    )
    func moments(pictures: Int, sound: Int) async throws {
        let tracks = [("Video", pictures), ("Audio", sound)].map {
            EditText.track($0, EditText.clip("film.mp4", 0, $1))
        }
        try folder.write(EditText.timeline(tracks[0], tracks[1]), to: "edit.otio")
        let edit = try await AKEditDocument(contentsOf: URL(filePath: folder.path("edit.otio"))).composition()
        #expect(edit.composition.akMinimumDuration == .zero)
        #expect(edit.composition.duration == CMTime(value: 3, timescale: 1))
        #expect(edit.warnings == [])
    }

    @Test("black and silence at the end of an edit are a gap in a document that is made of it")
    func endInDocuments() async throws {
        let edit = try await opened(EditText.clip("film.mp4", 0, 50), EditText.gap(25))
        #expect(edit.composition.duration == CMTime(value: 3, timescale: 1))
        let document = AKEditDocument(composition: edit.composition)
        #expect(document.duration == CMTime(value: 3, timescale: 1))
        #expect(document.tracks[0].segments.map(\.targetTimeRange) == [frames(0, 50), frames(50, 75)])
    }

    @Test("a clip that begins before its media do, or goes on behind their end, is empty there and not elsewhere")
    func beyondMedia() async throws {
        let edit = try await opened(
            EditText.clip("film.mp4", -10, 25),
            EditText.clip("film.mp4", 65, 25),
            EditText.clip("film.mp4", -10, 25, effects: EditText.speed(2)),
            EditText.clip("film.mp4", 0, 5)
        )
        for type in [AVMediaType.video, .audio] {
            let shown = try shown(type, edit)
            #expect(shown.map(\.source) == [frames(0, 15), frames(65, 75), frames(0, 40), frames(0, 5)])
            #expect(shown.map(\.target) == [frames(10, 25), frames(25, 35), frames(55, 75), frames(75, 80)])
        }
        #expect(
            edit.warnings == [
                "the clip 'clip' begins before its media does, and is empty until then",
                "the media of the clip 'clip' end at 3.0 s; it is left empty behind that",
            ]
        )
    }

    @Test("a clip that lies before its media is empty as a whole, which is said once")
    func beforeMedia() async throws {
        let edit = try await opened(EditText.clip("film.mp4", -30, 25), EditText.clip("film.mp4", 0, 5))
        #expect(try shown(.video, edit).map(\.target) == [frames(25, 30)])
        #expect(edit.warnings == ["the clip 'clip' begins before its media does, and is empty until then"])
    }
}
