import AssetKit
import Testing

@testable import assettool

@Suite("Making thumbnails")
struct ThumbnailRunnerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Runs the work on a film that is not there.
    private func run(
        _ arguments: String...,
        names: [String],
        duration: Int64 = 100,
        end: Int64? = nil,
        _ image: @escaping @Sendable (Double) throws -> CGImage
    ) async throws -> ThumbnailReport {
        let options = try ThumbnailOptions(ParsedArguments(["film.mp4"] + arguments, for: ThumbnailVerb.help))
        let film = FakeFilm(duration: CMTime(value: duration, timescale: 1), image: image)
        let work = ThumbnailRunner(
            input: ThumbnailInput(
                file: "film.mp4",
                content: .video(end: CMTime(value: end ?? duration, timescale: 1)),
                times: film.times,
                wanted: try options.selection.slots(in: film.times),
                asset: AVURLAsset(url: URL(filePath: "/nowhere"))
            ),
            source: film,
            options: options,
            targets: try names.map { try OutputTarget(folder.path($0), overwrites: options.overwrites) },
            progress: { _, _ in }
        )
        return try await work.run(ConsoleRecorder().console)
    }

    private func scene(_ second: Double) throws -> CGImage { try TestPicture.scene(shift: Int(second)) }

    @Test("moved past black, a picture still says what was asked for")
    func movedPastBlack() async throws {
        let report = try await run(names: ["t.png"]) { second in
            second < 21 ? try TestPicture.flat(0) : try TestPicture.scene()
        }
        guard case .pictures(let outcomes) = report, case .made(let requested, let actual, _, _, _) = outcomes[0] else {
            Issue.record("no picture")
            return
        }
        #expect(requested.seconds == 10)
        #expect(actual.seconds == 25)
    }

    @Test("where sound goes on behind the last picture, that picture stands for the rest")
    func longerSound() async throws {
        let report = try await run("--at", "95", "--at", "200", "--exact", names: ["1.png", "2.png"], end: 80) {
            second in
            guard second <= 80 else { throw CocoaError(.fileReadUnknown) }
            return try TestPicture.scene()
        }
        guard case .pictures(let outcomes) = report, case .made(let requested, let actual, _, _, _) = outcomes[0] else {
            Issue.record("no picture")
            return
        }
        #expect(requested.seconds == 95)
        #expect(actual.seconds == 80)
        #expect(outcomes[1].sentence?.hasPrefix("no picture of 'film.mp4' at 00:03:20.000: ") == true)
        #expect(try folder.contents == ["1.png"])
    }

    @Test("a picture that is missing on a sheet is told, and its cue is left out")
    func missingOnSheet() async throws {
        let report = try await run("--vtt", "--every", "20", "--sheet", "2x2", names: ["t.vtt", "t-1.jpg", "t-2.jpg"]) {
            second in
            guard !(35...45).contains(second) else { throw CocoaError(.fileReadCorruptFile) }
            return try TestPicture.scene()
        }
        guard case .sheets(let sheets, let track, let sentences) = report else {
            Issue.record("no sheets")
            return
        }
        #expect(sheets.map(\.times.count) == [4])
        #expect(track == folder.path("t.vtt"))
        #expect(sentences.count == 1)
        #expect(try folder.text(of: "t.vtt").components(separatedBy: "-->").count == 5)
    }

    @Test("a disk that is full ends the work on the file and leaves nothing of it")
    func fullDisk() async throws {
        let options = try ThumbnailOptions(
            ParsedArguments(["film.mp4", "--at", "1", "--at", "2"], for: ThumbnailVerb.help)
        )
        let film = FakeFilm(duration: CMTime(value: 100, timescale: 1)) { _ in try TestPicture.scene() }
        let work = ThumbnailRunner(
            input: ThumbnailInput(
                file: "film.mp4",
                content: .video(end: film.duration),
                times: film.times,
                wanted: try options.selection.slots(in: film.times),
                asset: AVURLAsset(url: URL(filePath: "/nowhere"))
            ),
            source: film,
            options: options,
            targets: [
                try OutputTarget(folder.path("1.jpg"), overwrites: false),
                try OutputTarget("/dev/full", overwrites: false),
            ],
            progress: { _, _ in }
        )
        let failure = await #expect(throws: FileFailure.self) { try await work.run(ConsoleRecorder().console) }
        #expect(failure?.sentence == "cannot write '/dev/full': No space left on device")
        #expect(try folder.contents.isEmpty)
    }
}
