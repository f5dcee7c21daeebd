import AssetKit
import Foundation
import Testing

@testable import assettool

@Suite(
    "alpha",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg makes the films"),
    .waitsForPrograms
)
struct AlphaTests {
    @Test("info tells of alpha", arguments: AlphaFilm.encoders.keys.sorted())
    func told(name: String) async throws {
        let film = try AlphaFilm(name)
        let json = await ConsoleRecorder.run("info", film.path, "--json")
        #expect(json.results.contains(#""alpha": true"#), "\(json.results)")
        #expect(!json.results.contains("premultiplied"))
        let text = await ConsoleRecorder.run("info", film.path)
        #expect(text.results.contains(", alpha"))
    }

    @Test(
        "opaque pictures have none, whatever a header promises",
        arguments: [
            "a.webm": "-c:v libvpx-vp9 -pix_fmt yuv420p -metadata:s:v alpha_mode=1",
            "a.mov": "-c:v prores_ks -profile:v 4 -pix_fmt yuv444p10le", "b.mov": "-c:v png -pix_fmt rgb24",
            "a.mkv": "-c:v ffv1 -pix_fmt yuv420p",
        ]
    )
    func opaque(name: String, options: String) async throws {
        let film = try AlphaFilm(name, options: options)
        let told = await ConsoleRecorder.run("info", film.path, "--json")
        #expect(told.code == .done)
        #expect(!told.results.contains(#""alpha":"#))
    }

    @Test("QuickTime's drawing mode tells that colours are multiplied with alpha")
    func premultiplied() async throws {
        let film = try AlphaFilm("png.mov").multiplied()
        let told = await ConsoleRecorder.run("info", film.path, "--json")
        #expect(told.results.contains(#""alpha": true"#) && told.results.contains(#""premultiplied": true"#))
    }

    @Test("colours that were multiplied over white are told apart, laid over others rightly, and kept so in copies")
    func multipliedOverWhite() async throws {
        let film = try AlphaFilm("png.mov").multiplied(overWhite: true)
        let told = await ConsoleRecorder.run("info", film.path)
        #expect(told.results.contains("premultiplied alpha over white"), "\(told.results)")
        let made = await ConsoleRecorder.run("export", film.path, "-o", film.path("a.mp4"), "--crf", "1")
        #expect(made.code == .done, "\(made.messages)")
        let row = try film.pixels(of: "a.mp4")[0]
        // 200, 100, 50 of half the weight have white behind them: without it red alone is left, of about 145.
        #expect(Array(row[64..<68]).isClose(to: [73, 0, 0, 255], within: 12), "\(row[64..<68])")
        _ = await ConsoleRecorder.run("export", film.path, "--video-codec", "prores4444", "-o", film.path("b.mov"))
        let straight = await ConsoleRecorder.run("info", film.path("b.mov"), "--json")
        #expect(straight.results.contains(#""alpha": true"#) && !straight.results.contains("premultiplied"))
        _ = await ConsoleRecorder.run("export", film.path, "--preset", "Passthrough", "-o", film.path("c.mov"))
        let copied = await ConsoleRecorder.run("info", film.path("c.mov"), "--json")
        #expect(copied.results.contains(#""premultipliedOver": "white""#), "\(copied.results)")
    }

    // MARK: Copies

    @Test("what is copied keeps its alpha, bit for bit", arguments: ["vp9.webm", "vp8.webm", "vp9.mkv"])
    func copied(name: String) async throws {
        let film = try AlphaFilm(name)
        let lines = [
            ["export", film.path, "--preset", "Passthrough", "-o", film.path("whole.mkv")],
            ["trim", film.path, "--from", "0.4", "--mode", "keyframe", "-o", film.path("cut.mkv")],
            ["concat", film.path, film.path, "-o", film.path("joined.webm")],
        ]
        for line in lines {
            let made = try ToolProcess(shell: "\"$tool\" " + line.map { "'\($0)'" }.joined(separator: " "))
            #expect(made.code == 0 && !made.errors.contains("alpha"), "\(made.errors)")
        }
        let source = try film.packets(of: name)
        #expect(source.allSatisfy { $0.contains("BlockAdditional") })
        #expect(try film.packets(of: "whole.mkv") == source)
        #expect(try film.packets(of: "cut.mkv") == Array(source[4...]))
        #expect(try film.packets(of: "joined.webm") == source + source)
        #expect(try film.alpha(of: "whole.mkv") == film.alpha(of: name))
        #expect(try film.alpha(of: "cut.mkv") == Array(film.alpha(of: name)[4...]))
        let header = try film.run(
            "ffprobe -v error -show_entries stream_tags=alpha_mode -of csv=p=0 '\(film.path("cut.mkv"))'"
        )
        #expect(header.contains("1"))
    }

    @Test("samples that a reader hands on and a writer stores keep their alpha")
    func handedOn() async throws {
        let film = try AlphaFilm("vp9.webm")
        let asset = AVURLAsset(url: URL(filePath: film.path))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(track.hasMediaCharacteristic(.containsAlphaChannel))
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        let writer = try AVAssetWriter(outputURL: URL(filePath: film.path("handed.webm")), fileType: .akWebM)
        let format = try #require(try await track.load(.formatDescriptions).first)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
        writer.add(input)
        try #require(reader.startReading() && writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        while let sample = output.copyNextSampleBuffer() { #expect(input.append(sample)) }
        input.markAsFinished()
        await writer.finishWriting()
        #expect(try film.packets(of: "handed.webm") == film.packets(of: film.name))
        let told = await ConsoleRecorder.run("info", film.path("handed.webm"), "--json")
        #expect(told.results.contains(#""alpha": true"#))
    }

    @Test(
        "a smart cut has the alpha of its source, in copied and in encoded pictures",
        arguments: ["vp9.webm", "vp8.webm"]
    )
    func smart(name: String) async throws {
        let film = try AlphaFilm(name)
        let made = await ConsoleRecorder.run(
            "trim",
            film.path,
            "--from",
            "0.2",
            "--to",
            "0.8",
            "-o",
            film.path("cut.webm")
        )
        #expect(made.code == .done && !made.messages.contains("alpha"), "\(made.messages)")
        let (source, cut) = (try film.alpha(of: name), try film.alpha(of: "cut.webm"))
        #expect(cut.count == 6)
        for (number, row) in cut.enumerated() { #expect(row.isClose(to: source[number + 2], within: 6)) }
    }

    @Test("a container without a place for it loses it with a word", arguments: [["--mode", "keyframe"], []])
    func lost(mode: [String]) async throws {
        let film = try AlphaFilm("vp9.webm")
        let recorder = ConsoleRecorder()
        let words = ["trim", film.path, "--from", "0.4", "-o", film.path("a.mp4")] + mode
        #expect(await Assettool.run(words, recorder.console) == .done)
        #expect(recorder.messages.contains("alpha"), "\(recorder.messages)")
        let copy = await ConsoleRecorder.run(
            "export",
            film.path,
            "--preset",
            "Passthrough",
            "-o",
            film.path("b.mp4"),
            "--json"
        )
        #expect(copy.code == .done && copy.results.contains("its alpha is not kept"), "\(copy.results)")
        let joined = await ConsoleRecorder.run("concat", film.path, film.path, "-o", film.path("c.mp4"))
        #expect(joined.code == .done && joined.messages.contains("alpha"), "\(joined.messages)")
    }

    // MARK: Encoding

    @Test(
        "alpha is encoded where the codec has it",
        arguments: [
            ("vp9.webm", "vp8.mkv"), ("vp9.webm", "prores4444.mov"), ("vp8.webm", "ffv1.mkv"),
            ("prores.mov", "vp9.webm"),
            ("prores.mov", "prores4444xq.mov"), ("prores.mov", "ffv1.mov"), ("ffv1.mkv", "vp9.mkv"),
            ("png.mov", "vp9.webm"),
            ("png.mov", "ffv1.mkv"), ("animation.mov", "prores4444.mov"),
        ]
    )
    func encoded(source: String, target: String) async throws {
        let film = try AlphaFilm(source)
        let codec = String(target.prefix { $0 != "." })
        // ProRes and FFV1 have no scale of quality.
        let quality = codec.hasPrefix("vp") ? ["--quality", "0.9"] : []
        let words = ["export", film.path, "--video-codec", codec, "-o", film.path("new-" + target)] + quality
        let made = ConsoleRecorder()
        let code = await Assettool.run(words, made.console)
        #expect(code == .done && !made.messages.contains("alpha"), "\(made.messages)")
        let (before, after) = (try film.alpha(of: source), try film.alpha(of: "new-" + target))
        #expect(after.count == before.count)
        for (one, other) in zip(before, after) { #expect(one.isClose(to: other, within: 6)) }
        let told = await ConsoleRecorder.run("info", film.path("new-" + target), "--json")
        #expect(told.results.contains(#""alpha": true"#))
        let shown = try film.pixels(of: "new-" + target)
        #expect(Array(shown[3].prefix(4)).isClose(to: [200, 100, 50, 255], within: 12))
    }

    @Test(
        "exact cuts keep alpha, those of FFV1 to the bit",
        arguments: ["ffv1.mkv", "ffv1rgb.mkv", "ffv1.mov", "prores.mov"]
    )
    func exact(name: String) async throws {
        let film = try AlphaFilm(name)
        let cut = "cut-" + name
        let made = await ConsoleRecorder.run(
            "trim",
            film.path,
            "--from",
            "0.3",
            "--mode",
            "exact",
            "-o",
            film.path(cut)
        )
        #expect(made.code == .done, "\(made.messages)")
        let (before, after) = (try film.pixels(of: name), try film.pixels(of: cut))
        let limit = name == "prores.mov" ? 6 : 0
        #expect(after.count == 7)
        for (one, other) in zip(before[3...], after) { #expect(one.isClose(to: other, within: limit)) }
    }

    @Test(
        "a codec without alpha has pictures over black, or over what is asked for",
        arguments: ["vp9.webm", "prores.mov", "ffv1.mkv", "png.mov", "animation.mov"]
    )
    func composed(name: String) async throws {
        let film = try AlphaFilm(name)
        let black = await ConsoleRecorder.run("export", film.path, "-o", film.path("black.mp4"), "--crf", "1")
        #expect(black.code == .done && black.messages.contains("its alpha is not kept"), "\(black.messages)")
        let row = try film.pixels(of: "black.mp4")[0]
        #expect(Array(row[64..<68]).isClose(to: [100, 50, 25, 255], within: 10), "\(row[64..<68])")
        #expect(Array(row[112..<116]).isClose(to: [0, 0, 0, 255], within: 10), "\(row[112..<116])")
        let white = await ConsoleRecorder.run(
            "export",
            film.path,
            "-o",
            film.path("white.mp4"),
            "--crf",
            "1",
            "--background",
            "white"
        )
        #expect(white.code == .done)
        let light = try film.pixels(of: "white.mp4")[0]
        #expect(Array(light[64..<68]).isClose(to: [227, 177, 152, 255], within: 10), "\(light[64..<68])")
        #expect(Array(light[112..<116]).isClose(to: [255, 255, 255, 255], within: 10), "\(light[112..<116])")
    }

    @Test("a background is used although alpha could be kept")
    func background() async throws {
        let film = try AlphaFilm("vp9.webm")
        let made = await ConsoleRecorder.run(
            "export",
            film.path,
            "-o",
            film.path("blue.webm"),
            "--background",
            "#0000ff",
            "--quality",
            "1"
        )
        #expect(made.code == .done && !made.messages.contains("alpha"))
        let row = try film.pixels(of: "blue.webm")[0]
        #expect(Array(row[112..<116]).isClose(to: [0, 0, 255, 255], within: 16), "\(row[112..<116])")
        let told = await ConsoleRecorder.run("info", film.path("blue.webm"), "--json")
        #expect(!told.results.contains(#""alpha":"#))
        let wrong = await ConsoleRecorder.run("export", film.path, "-o", film.path("c.webm"), "--background", "loud")
        #expect(wrong.code == .wrongCommandLine && wrong.messages.contains("--background"))
    }

    @Test(
        "colours that are multiplied with alpha are laid over a colour once, and divided where the file cannot say so"
    )
    func multiplied() async throws {
        let film = try AlphaFilm("png.mov").multiplied()
        _ = await ConsoleRecorder.run(
            "export",
            film.path,
            "-o",
            film.path("a.mp4"),
            "--crf",
            "1",
            "--background",
            "white"
        )
        let row = try film.pixels(of: "a.mp4")[0]
        // 200, 100, 50 of half the weight would be 100, 50, 25; but they are there in full, and half of white behind.
        #expect(Array(row[64..<68]).isClose(to: [255, 227, 177, 255], within: 10), "\(row[64..<68])")
        let movie = await ConsoleRecorder.run(
            "export",
            film.path,
            "--video-codec",
            "prores4444",
            "-o",
            film.path("b.mov")
        )
        #expect(movie.code == .done)
        let told = await ConsoleRecorder.run("info", film.path("b.mov"), "--json")
        #expect(told.results.contains(#""premultiplied": true"#))
        _ = await ConsoleRecorder.run("export", film.path, "--video-codec", "ffv1", "-o", film.path("c.mkv"))
        let divided = try film.pixels(of: "c.mkv")[0]
        #expect(Array(divided[64..<68]).isClose(to: [255, 199, 100, 128], within: 3), "\(divided[64..<68])")
        let warned = await ConsoleRecorder.run("export", film.path, "--preset", "Passthrough", "-o", film.path("d.mov"))
        #expect(warned.code == .done && !warned.messages.contains("alpha"))
        let copied = await ConsoleRecorder.run("info", film.path("d.mov"), "--json")
        #expect(copied.results.contains(#""premultiplied": true"#))
    }

    // MARK: Stills and joins

    @Test(
        "stills have alpha in PNG and WebP, and JPEG lies on black with a word",
        arguments: ["vp9.webm", "prores.mov"]
    )
    func stills(name: String) async throws {
        let film = try AlphaFilm(name)
        for ending in ["png", "webp"] {
            let made = await ConsoleRecorder.run(
                "thumbnail",
                film.path,
                "--at",
                "0",
                "--exact",
                "-o",
                film.path("still." + ending)
            )
            #expect(made.code == .done && !made.messages.contains("alpha"), "\(made.messages)")
            let row = try film.alpha(of: "still." + ending)[0]
            #expect(Array(row[2..<9]).isClose(to: Array(repeating: 255, count: 7), within: 6), "\(row)")
            #expect(Array(row[13..<20]).isClose(to: Array(repeating: 128, count: 7), within: 6), "\(row)")
        }
        let jpeg = await ConsoleRecorder.run(
            "thumbnail",
            film.path,
            "--at",
            "0",
            "--exact",
            "-o",
            film.path("still.jpg")
        )
        #expect(jpeg.code == .done && jpeg.messages.contains("alpha"))
        let dark = try film.pixels(of: "still.jpg")[0]
        #expect(Array(dark[112..<116]).isClose(to: [0, 0, 0, 255], within: 12), "\(dark[112..<116])")
        let red = await ConsoleRecorder.run(
            "thumbnail",
            film.path,
            "--at",
            "0",
            "--exact",
            "-o",
            film.path("red.jpg"),
            "--background",
            "red"
        )
        #expect(red.code == .done && red.messages.isEmpty)
        let row = try film.pixels(of: "red.jpg")[0]
        #expect(Array(row[112..<116]).isClose(to: [255, 0, 0, 255], within: 16), "\(row[112..<116])")
    }

    @Test("clips with and without alpha are joined as the first one is")
    func joined() async throws {
        let film = try AlphaFilm("vp9.webm")
        try film.run(
            "ffmpeg -v error -y -f lavfi -i color=green:s=32x32:r=10:d=1 -c:v libvpx-vp9 -pix_fmt yuv420p '\(film.path("o.webm"))'"
        )
        let first = await ConsoleRecorder.run("concat", film.path, film.path("o.webm"), "-o", film.path("a.webm"))
        #expect(first.code == .done, "\(first.messages)")
        let alpha = try film.alpha(of: "a.webm")
        #expect(alpha.count == 20)
        #expect(alpha[15].isClose(to: Array(repeating: 255, count: 32), within: 4), "\(alpha[15])")
        #expect(Array(alpha[0][13..<20]).isClose(to: Array(repeating: 128, count: 7), within: 6))
        let second = await ConsoleRecorder.run("concat", film.path("o.webm"), film.path, "-o", film.path("b.webm"))
        #expect(second.code == .done && second.messages.contains("alpha"), "\(second.messages)")
    }
}

extension AlphaFilm {
    /// Says in the file that colours are multiplied with alpha, which is a lie about these.
    fileprivate func multiplied(overWhite: Bool = false) throws -> AlphaFilm {
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let name = Array("vmhd".utf8)
        let place = try #require((0..<bytes.count - 12).first { Array(bytes[$0..<$0 + 4]) == name })
        // Behind version and flags: QuickTime's graphicsModePreWhiteAlpha, or graphicsModePreBlackAlpha.
        bytes.replaceSubrange(place + 8..<place + 10, with: [0x01, overWhite ? 0x01 : 0x02])
        try Data(bytes).write(to: URL(filePath: path))
        return self
    }
}
