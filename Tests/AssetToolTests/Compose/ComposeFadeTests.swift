import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose, with dissolves and fades")
struct ComposeFadeTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["compose"] + arguments, recorder.console), recorder)
    }

    private func size(_ file: String) async throws -> (size: CGSize, seconds: Double) {
        let made = AVURLAsset(url: URL(filePath: file))
        let track = try #require(try await made.loadTracks(withMediaType: .video).first)
        let size = try await track.load(.naturalSize).applying(track.load(.preferredTransform))
        return (CGSize(width: abs(size.width), height: abs(size.height)), try await made.load(.duration).seconds)
    }

    @Test("--dissolve makes the edit shorter for each joint", arguments: ["0.4", "10f"])
    func dissolve(length: String) async throws {
        let (film, out) = (sample("h264-bframes.mp4"), folder.path("a.mp4"))
        let outcome = await run(film, "\(film)@1..", film, "-o", out, "--dissolve", length, "--fade-out", "1s")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(abs(try await size(out).seconds - 7.2) < 0.001)
    }

    @Test("what a dissolve leaves alone is copied, and the plan says so")
    func copies() async throws {
        let film = sample("h264-no-bframes.mp4")
        let outcome = await run(film, film, "-o", folder.path("a.mp4"), "--dissolve", "10f", "--dry-run", "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results.contains(#""action": "copy""#), "\(outcome.recorder.results)")
        #expect(outcome.recorder.results.contains("a layer changes"))
    }

    @Test("a dissolve takes whole pictures, so that what is behind it is copied, and the plan says how many")
    func wholePictures() async throws {
        // Half a second is no whole number of pictures, and the second part begins within one.
        let (film, out) = (sample("ntsc-29.97.mp4"), folder.path("a.mp4"))
        let planned = await run(film, "\(film)@0.5..", film, "-o", out, "--dissolve", "0.5", "--dry-run")
        #expect(planned.code == .done, "\(planned.recorder.messages)")
        #expect(planned.recorder.messages.contains("a dissolve is of whole pictures: 15 of them"))
        let copied = planned.recorder.results.split(separator: "\n").filter { $0.hasPrefix("copy") }
        // Something of each part.
        #expect(copied.count >= 3, "\(planned.recorder.results)")
        let made = await run(film, "\(film)@0.5..", film, "-o", out, "--dissolve", "0.5")
        #expect(made.code == .done, "\(made.recorder.messages)")
        #expect(!made.recorder.messages.contains("whole pictures"))
        #expect(abs(try await size(out).seconds - 226 * 1001 / 30_000) < 0.001)
    }

    @Test("a dissolve that is longer than asked for by more than half a picture is said", arguments: ["mp4", "otio"])
    func rounding(ending: String) async {
        let (film, out) = (sample("h264-bframes.mp4"), folder.path("a.\(ending)"))
        let outcome = await run("\(film)@..1", "\(film)@..1", "-o", out, "--dissolve", "0.001")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let messages = outcome.recorder.messages
        #expect(messages.contains("a dissolve is of whole pictures"), "\(messages)")
        #expect(messages.contains(" 0.04 s"), "\(messages)")
    }

    @Test("pictures that a length counts are those of the first part, wherever they begin in it")
    func laterPictures() async throws {
        let (late, film) = (sample("h264-bframes.mkv"), sample("h264-no-bframes.mp4"))
        let out = folder.path("a.mp4")
        let outcome = await run("\(late)@..50f", film, "-o", out, "--dissolve", "10f", "--dry-run")
        #expect(outcome.code == .done && outcome.recorder.messages.isEmpty, "\(outcome.recorder.messages)")
    }

    @Test("what is behind a fade that ends within a picture is copied from the next one on")
    func fadeWithinPicture() async {
        let film = sample("ntsc-29.97.mp4")
        let outcome = await run(film, "-o", folder.path("a.mp4"), "--fade-in", "0.5", "--dry-run")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let lines = outcome.recorder.results.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("copy") }, "\(outcome.recorder.results)")
        #expect(lines.contains { $0.contains("a layer changes") && $0.contains(" 15 samples") })
    }

    @Test("a picture lies where --overlay says, and as large as it says")
    func overlay() async throws {
        let (film, out, mark) = (sample("h264-bframes.mp4"), folder.path("a.mov"), folder.path("logo@2x.png"))
        let white = try #require(Canvas(width: 40, height: 20).filled)
        try #require(white.akPNGData()).write(to: URL(filePath: mark))
        let outcome = await run(
            "\(film)@..10f",
            "-o",
            out,
            "--overlay",
            "\(mark)@top-right:25%x10%",
            "--overlay",
            mark,
            "--preset",
            "AppleProRes422LPCM"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let made = AVURLAsset(url: URL(filePath: out))
        let generator = AVAssetImageGenerator(asset: made)
        let image = try await generator.image(at: .zero).image
        // 80 x 40, 18 from the edges, and 40 x 20, 9 from them.
        for (x, y, isWhite) in [
            (223, 19, true), (300, 56, true), (219, 19, false), (304, 40, false), (260, 16, false), (260, 60, false),
            (273, 152, true), (309, 169, true), (269, 160, false), (313, 160, false),
        ] {
            #expect(try Canvas(image).isWhite(x, y) == isWhite, "\(x),\(y)")
        }
    }

    @Test("an overlay that is no picture, or not there, is named")
    func wrongOverlay() async {
        let film = sample("h264-bframes.mp4")
        for (file, reason) in [
            ("/nowhere/a.png", "No such file or directory"), ("nope@2x.png", "No such file or directory"),
            (film, "it is no picture of the kinds"),
        ] {
            let outcome = await run(film, "-o", folder.path("a.mp4"), "--overlay", file)
            #expect(outcome.code == .failed)
            let messages = outcome.recorder.messages
            #expect(messages.contains("cannot open '\(file)': \(reason)"), "\(messages)")
        }
    }

    @Test("the size is that of the first part as it stands, also where that is turned")
    func turned() async throws {
        let out = folder.path("a.mp4")
        let outcome = await run(
            "\(sample("rotated-90.mp4"))@..1",
            "\(sample("h264-bframes.mp4"))@..1",
            "-o",
            out,
            "--fade-in",
            "0.5",
            "--background",
            "white"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(try await size(out).size == CGSize(width: 180, height: 320))
    }

    @Test("dissolves and fades are written into documents, which render to the same", arguments: ["otio", "fcpxml"])
    func documents(ending: String) async throws {
        for name in ["h264-bframes.mp4", "hevc.mp4"] {
            try FileManager.default.copyItem(atPath: sample(name), toPath: folder.path(name))
        }
        let parts = ["\(folder.path("h264-bframes.mp4"))@..2", "\(folder.path("hevc.mp4"))@1.."]
        let layers = ["--dissolve", "10f", "--fade-out", "10f", "--volume", "0.5", "--preset", "AppleProRes422LPCM"]
        let (direct, document, back) = (folder.path("a.mov"), folder.path("a.\(ending)"), folder.path("b.mov"))
        for arguments in [
            parts + layers + ["-o", direct], parts + layers.dropLast(2) + ["-o", document],
            [document, "-o", back] + layers.suffix(2),
        ] {
            let recorder = ConsoleRecorder()
            let code = await Assettool.run(["compose"] + arguments, recorder.console)
            #expect(code == .done, "\(recorder.messages)")
        }
        #expect(abs(try await size(back).seconds - 3.6) < 0.001)
        // The same pictures and the same sound are the same bytes.
        let (one, other) = (AVURLAsset(url: URL(filePath: direct)), AVURLAsset(url: URL(filePath: back)))
        for type in [AVMediaType.video, .audio] {
            let wanted = try await samples(of: one, type)
            #expect(wanted.count > 1)
            #expect(try await samples(of: other, type) == wanted)
        }
    }

    private func samples(of asset: AVAsset, _ type: AVMediaType) async throws -> [Data] {
        let track = try #require(try await asset.loadTracks(withMediaType: type).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        #expect(reader.startReading())
        var samples: [Data] = []
        while let buffer = output.copyNextSampleBuffer() {
            samples.append(Data(try #require(buffer.dataBuffer).dataBytes()))
        }
        return samples
    }

    @Test(
        "a dissolve that no part has room for is refused, however long it is",
        arguments: ["99999999999h", "9223372036854775807/1"]
    )
    func endless(length: String) async {
        let film = sample("ntsc-29.97.mp4")
        let outcome = await run(film, film, "-o", folder.path("a.mp4"), "--dissolve", length, "--dry-run")
        #expect(outcome.code == .failed)
        #expect(outcome.recorder.messages.contains("the dissolve beside it is"), "\(outcome.recorder.messages)")
    }

    @Test("a part that is too short is named")
    func tooShort() async {
        let film = sample("h264-bframes.mp4")
        let outcome = await run("\(film)@..1", film, "-o", folder.path("a.mp4"), "--dissolve", "1.5")
        #expect(outcome.code == .failed)
        let messages = outcome.recorder.messages
        #expect(messages.contains("cannot take '\(film)': it is 1.0 s long"), "\(messages)")
        #expect(messages.contains("the dissolve beside it is 1.5 s long"), "\(messages)")
    }

    @Test(
        "wrong command lines are said in one sentence",
        arguments: [
            (["a.mp4", "-o", "b.mp4", "--dissolve", "soft"], "'soft' is not a time for --dissolve"),
            (["a.mp4", "-o", "b.mp4", "--dissolve", "1"], "there is one part; give another one"),
            (["a.mp4", "-o", "b.mp4", "--fade-in", "-1"], "counts from the end; --fade-in is a length"),
            (["a.mp4", "-o", "b.mp4", "--fade-out", "0,5"], "did you mean '0.5'?"),
            (["a.mp4", "-o", "b.mp4", "--background", "#12345"], "is no opaque colour"),
            (["a.mp4", "-o", "b.mp4", "--overlay", "a.png@middle"], "'middle' is no place of an overlay"),
            (["a.mp4", "-o", "b.mp4", "--overlay", "a.png@top:4"], "'4' is neither a margin such as 10% nor a width"),
            (["a.mp4", "-o", "b.mp4", "--overlay", "a.png@top:0%x1%"], "is neither a margin"),
            (["a.otio", "-o", "b.mp4", "--overlay", "a.png"], "--overlay acts on parts of files"),
            (["a.otio", "-o", "b.mp4", "--dissolve", "1"], "--dissolve acts on parts of files"),
            (["a.mp4", "-o", "b.edl", "--background", "red"], "--background is rendered, and cannot be written"),
        ]
    )
    func usage(arguments: [String], sentence: String) async {
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(["compose"] + arguments, recorder.console)
        #expect(code == .wrongCommandLine)
        #expect(recorder.messages.contains(sentence), "\(recorder.messages)")
    }
}

/// Pixels to draw on and to look at.
private struct Canvas {
    private let context: CGContext

    init(width: Int, height: Int) throws {
        let context = CGContext(
            data: nil,
            width: width,
            height: height,
            bitsPerComponent: 8,
            bytesPerRow: width * 4,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
        self.context = try #require(context)
    }

    init(_ image: CGImage) throws {
        try self.init(width: image.width, height: image.height)
        context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    }

    /// All of it in white.
    var filled: CGImage? {
        context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: context.width, height: context.height))
        return context.makeImage()
    }

    func isWhite(_ x: Int, _ y: Int) -> Bool {
        guard let data = context.data else { return false }
        let pixel = data.advanced(by: y * context.bytesPerRow + 4 * x).assumingMemoryBound(to: UInt8.self)
        return (0..<3).allSatisfy { pixel[$0] > 240 }
    }
}
