import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("What assettool info says of particular files")
struct InfoFactTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func info(_ arguments: String...) async -> String {
        let recorder = ConsoleRecorder()
        _ = await Assettool.run(["info"] + arguments, recorder.console)
        return recorder.results + recorder.messages
    }

    /// A file that FFmpeg makes.
    private func made(_ name: String, _ arguments: String...) throws -> String { try made(name, arguments) }

    private func made(_ name: String, _ arguments: [String]) throws -> String {
        let process = Process.limited(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-y"] + arguments + [folder.path(name)],
            seconds: ToolProcess.longestRun
        )
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return folder.path(name)
    }

    /// The beginning of a file.
    private func cut(_ file: String, to byteCount: Int, _ name: String) throws -> String {
        try Data(contentsOf: URL(filePath: file)).prefix(byteCount).write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }

    @Test("a rate that varies has a least and a greatest", arguments: ["vfr.mp4", "vfr.mkv"])
    func variableRate(name: String) async throws {
        let text = await info(sample(name), "--precise")
        #expect(text.contains(/fps \([0-9.]+ to [0-9.]+\)/), "\(text)")
        let json = await info(sample(name), "--precise", "--json")
        #expect(json.contains("frameRateRange") && json.contains("greatest"))
    }

    @Test("a constant rate is one number", arguments: ["h264-bframes.mp4", "h264-bframes.mkv", "ntsc-29.97.mp4"])
    func constantRate(name: String) async {
        #expect(await !info(sample(name), "--precise").contains(" to "))
    }

    @Test("interlaced pictures have an order of fields")
    func fieldOrder() async {
        #expect(await info(sample("interlaced-tff.mp4")).contains("interlaced, top field first"))
        #expect(await info(sample("interlaced-tff.mp4"), "--json").contains(#""fieldOrder": "top""#))
    }

    @Test("pictures have the name of their kind, and stills no rate")
    func pictures() async throws {
        let gif = try made("a.gif", "-f", "lavfi", "-i", "color=s=16x16:d=0.4:r=10")
        #expect(await info(gif).contains(": GIF, "))
        let still = try made("a.png", "-f", "lavfi", "-i", "color=s=16x16", "-frames:v", "1")
        let text = await info(still)
        #expect(text.contains(": PNG"))
        #expect(!text.contains("fps"))
    }

    @Test(
        "a still picture has a name of its own, and neither rate nor length",
        arguments: [("avif", "AVIF"), ("jpg", "JPEG"), ("png", "PNG"), ("webp", "WebP"), ("gif", "GIF")]
    )
    func stills(ending: String, name: String) async throws {
        let source = ["-f", "lavfi", "-i", "mandelbrot=s=320x180", "-frames:v", "1", "-pix_fmt"]
        let layout = ending == "gif" ? "pal8" : ending == "png" ? "rgb24" : ending == "jpg" ? "yuvj420p" : "yuv420p"
        let file = try made("a.\(ending)", source + [layout])
        let text = await info(file)
        #expect(text.contains(": \(name), ") && text.contains(", 320x180"), "\(text)")
        for word in ["Motion", "fps", "0:00", "b/s"] { #expect(!text.contains(word), "\(text)") }
        let json = await info(file, "--json")
        let keys = ["duration", "bitRate", "timeRange", "segments", "nominalFrameRate", "minFrameDuration"]
        for key in keys + ["estimatedDataRate"] { #expect(!json.contains("\"\(key)\":"), "\(key) in \(json)") }
    }

    @Test("what iTunes packs into bytes and numbers is told in plain words, and in JSON beside them")
    func plainValues() async throws {
        #expect(await info(sample("tags-itunes.m4a")).contains("track number (trkn)  3/12"))
        let json = await info(sample("tags-itunes.m4a"), "--json")
        #expect(json.contains(#""base64": "AAAAAwAMAAA=""#) && json.contains(#""text": "3/12""#))
        let words = ["disc=2/3", "compilation=1", "TMPO=90"].flatMap { ["-metadata", $0] }
        let text = await info(try made("a.m4a", ["-f", "lavfi", "-i", "sine=d=0.2"] + words))
        for line in [/\(disk\) +2\/3\n/, /\(cpil\) +yes\n/, /\(tmpo\) +90/] {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test("metadata have a name that people know, beside their key, and the file a date")
    func names() async throws {
        let words = ["creation_time=2020-05-06T07:08:09Z", "title=T", "album_artist=A"].flatMap { ["-metadata", $0] }
        let path = try made("a.mp4", ["-i", sample("one-frame.mp4"), "-c", "copy"] + words)
        let text = await info(path)
        #expect(text.contains("made 2020-05-06T07:08:09Z"))
        #expect(text.contains("encoding tool (©too)") && text.contains("album artist (aART)"))
        let json = await info(path, "--json")
        #expect(json.contains(#""creationDate": "2020-05-06T07:08:09Z""#))
        #expect(json.contains(#""name": "album_artist""#))
    }

    @Test(
        "files that were cut off say so",
        arguments: ["mp4", "mkv", "mp3", "ts", "wav", "flac", "ogg", "opus", "oga"]
    )
    func truncation(ending: String) async throws {
        let whole: String
        switch ending {
        case "mp4": whole = sample("faststart.mp4")
        case "mkv": whole = sample("h264-bframes.mkv")
        case "mp3": whole = sample("mp3-no-xing.mp3")
        case "ts": whole = try made("whole.ts", "-i", sample("h264-bframes.mp4"), "-c", "copy")
        case "flac": whole = sample("flac.flac")
        case "ogg": whole = sample("vorbis.ogg")
        case "opus": whole = sample("opus.ogg")
        case "oga": whole = try made("whole.oga", "-i", sample("flac.flac"), "-c", "copy")
        default: whole = try made("whole.wav", "-i", sample("aac.m4a"))
        }
        #expect(await !info(whole).contains("warnings"))
        let size = try Data(contentsOf: URL(filePath: whole)).count
        let text = await info(try cut(whole, to: size * 2 / 3 + 1, "cut." + ending))
        #expect(text.contains("the file ends") || text.contains("is cut off"), "\(text)")
    }

    @Test("FLAC that ends between two frames, and Ogg between two pages, were cut off too")
    func tornBetweenFrames() async throws {
        let flac = [UInt8](try Data(contentsOf: URL(filePath: sample("flac.flac"))))
        let sync = try #require(flac.indices.dropLast(4000).last { flac[$0] == 0xff && flac[$0 + 1] == 0xf8 })
        let frames = await info(try cut(sample("flac.flac"), to: sync, "cut.flac"))
        #expect(frames.contains("its last frame is cut off") || frames.contains("and ends after"), "\(frames)")
        let silence = try made("none.flac", "-f", "lavfi", "-i", "anullsrc", "-t", "0")
        #expect(await !info(silence).contains("warnings"))
        let ogg = try Data(contentsOf: URL(filePath: sample("vorbis.ogg")))
        let page = try #require(ogg.range(of: Data("OggS".utf8), options: .backwards))
        let pages = await info(try cut(sample("vorbis.ogg"), to: page.lowerBound, "cut.ogg"))
        #expect(pages.contains("a stream has no last page"), "\(pages)")
    }

    @Test("a transport stream that ends between two packets, within a unit of its sound, was cut off too")
    func tornUnit() async throws {
        let whole = try made("whole.ts", "-i", sample("h264-bframes.mp4"), "-map", "0:a", "-c", "copy")
        let count = try Data(contentsOf: URL(filePath: whole)).count / 188
        var torn = 0
        for packets in (count - 8)..<count {
            let text = await info(try cut(whole, to: packets * 188, "cut.ts"))
            torn += text.contains("before the last unit of stream 256 does") ? 1 : 0
        }
        #expect(torn >= 4)
    }
}
