import AssetKit
import Testing

@testable import assettool

@Suite("assettool export: the command line")
struct ExportOptionsTests {
    private func options(_ arguments: String...) throws -> ExportOptions {
        try ExportOptions.all(try ParsedArguments(arguments, for: ExportVerb.help))[0]
    }

    private func problem(_ arguments: String...) -> String { problem(arguments) }

    private func problem(_ arguments: [String]) -> String {
        do {
            _ = try ExportOptions.all(try ParsedArguments(arguments, for: ExportVerb.help))[0]
            return ""
        } catch { return error.message }
    }

    @Test(
        "the ending says what it becomes, and the preset follows from it",
        arguments: [
            ("a.mp4", AVFileType.mp4, AVAssetExportPresetHighestQuality), ("a.webm", .akWebM, AKExportPresetWebMVP9),
            ("a.M4A", .m4a, AVAssetExportPresetAppleM4A), ("a.aac", .akAAC, AKExportPresetAAC),
            ("a.opus", .akOgg, AKExportPresetOggOpus),
            ("a.flac", .akFLAC, AKExportPresetFLAC), ("a.mka", .akMatroska, AVAssetExportPresetHighestQuality),
            ("a.srt", .akSubRip, AVAssetExportPresetPassthrough), ("a.VTT", .akWebVTT, AVAssetExportPresetPassthrough),
        ]
    )
    func endings(name: String, type: AVFileType, preset: String) throws {
        let options = try options("in.mov", "-o", name)
        #expect(options.fileType == type)
        #expect(options.preset == preset)
    }

    @Test(
        "presets have their names in any case, with or without hyphens",
        arguments: [
            ("HighestQuality", AVAssetExportPresetHighestQuality), ("1280x720", AVAssetExportPreset1280x720),
            ("hevc1920x1080", AVAssetExportPresetHEVC1920x1080), ("apple-m4a", AVAssetExportPresetAppleM4A),
            ("PASSTHROUGH", AVAssetExportPresetPassthrough),
            ("AVAssetExportPresetLowQuality", AVAssetExportPresetLowQuality),
        ]
    )
    func presets(text: String, name: String) throws {
        #expect(try options("in.mov", "-o", "a.mp4", "--preset", text).preset == name)
    }

    @Test("every option arrives")
    func everything() throws {
        let options = try options(
            "in.mov",
            "-o",
            "a.mp4",
            "--bitrate",
            "2.5M",
            "--encoder-preset",
            "slow",
            "--size",
            "x720",
            "--video-codec",
            "hevc",
            "--audio-codec",
            "aac",
            "--audio-bitrate",
            "96k",
            "--sample-rate",
            "44100",
            "--channels",
            "1",
            "--tracks",
            "1,audio:fra",
            "--crop",
            "640x360+10+20",
            "--rotate",
            "-90",
            "--interlaced",
            "keep",
            "--fps",
            "29.97",
            "--fast-start",
            "--fragment-interval",
            "2",
            "--metadata",
            "title=A=B",
            "--metadata",
            "artist=C"
        )
        #expect(options.options.videoBitRate == 2_500_000)
        #expect(options.options.encoderPreset == "slow")
        #expect(options.size == PictureSize(height: 720))
        #expect(options.options.video == .encoded(.hevc))
        #expect(options.options.audio == .encoded(kAudioFormatMPEG4AAC))
        #expect(try self.options("a.mov", "-o", "b.mp4", "--audio-codec", "none").options.audio == .leftOut)
        #expect(options.options.audioBitRate == 96_000)
        #expect(options.options.sampleRate == 44_100)
        #expect(options.options.channelCount == 1)
        #expect(options.tracks?.items == [.identifier(1), .kind("audio", language: "fra")])
        #expect(options.crop == CropArgument("640x360+10+20"))
        #expect(options.options.rotation == 270)
        #expect(options.options.keepsInterlacing)
        #expect(options.options.frameDuration == CMTime(value: 1001, timescale: 30_000))
        #expect(options.startsFast && options.isFragmented)
        #expect(options.metadata.changes.map(\.name) == ["title", "artist"])
        #expect(options.metadata.changes.map(\.value) == ["A=B", "C"])
        #expect(try self.options("a.mov", "-o", "b.mp4", "--limit-size", "20Mi").sizeLimit == 20 << 20)
        #expect(try self.options("a.mov", "-o", "b.mp4", "--crf", "23").options.constantRateFactor == 23)
        #expect(try self.options("a.mov", "-o", "b.mp4", "--bitrate", "1M", "--passes", "2").passesTwice)
        #expect(try !self.options("a.mov", "-o", "b.mp4", "--passes", "1").passesTwice)
    }

    @Test(
        "an option that could do nothing because samples are copied or left out is refused by name",
        arguments: [
            ["--crop", "8x8"], ["--fps", "25"], ["--size", "x720"], ["--bitrate", "1M"], ["--quality", "1"],
            ["--crf", "20"],
            ["--encoder-preset", "slow"],
        ]
    )
    func uselessPictureOptions(option: [String]) throws {
        for fate in [["--video-codec", "copy"], ["--video-codec", "none"], ["--preset", "passthrough"]] {
            let error = #expect(throws: UsageError.self) {
                let arguments = ["a.mov", "-o", "b.mp4"] + fate + option
                _ = try ExportOptions.all(try ParsedArguments(arguments, for: ExportVerb.help))
            }
            #expect(error?.message.contains("\(option[0]) cannot act on") == true)
        }
    }

    @Test(
        "the same of sound",
        arguments: [["--audio-bitrate", "64k"], ["--channels", "1"], ["--sample-rate", "8000"]]
    )
    func uselessSoundOptions(option: [String]) throws {
        for fate in [["--audio-codec", "copy"], ["--audio-codec", "none"], ["--preset", "passthrough"]] {
            let error = #expect(throws: UsageError.self) {
                let arguments = ["a.mov", "-o", "b.mp4"] + fate + option
                _ = try ExportOptions.all(try ParsedArguments(arguments, for: ExportVerb.help))
            }
            #expect(error?.message.contains("\(option[0]) cannot act on") == true)
        }
        // Copied pictures can be turned.
        #expect(try options("a.mov", "-o", "b.mkv", "--video-codec", "copy", "--rotate", "90").options.rotation == 90)
        #expect(problem("a.mov", "-o", "b.mkv", "--video-codec", "none", "--rotate", "90").contains("--rotate"))
    }

    @Test(
        "what needs pictures is refused by name where the new file has none",
        arguments: [
            ["--crop", "8x8"], ["--rotate", "90"], ["--fps", "25"], ["--size", "x720"], ["--bitrate", "1M"],
            ["--quality", "1"], ["--crf", "20"], ["--encoder-preset", "slow"], ["--interlaced", "keep"],
            ["--background", "red"], ["--video-codec", "h264"], ["--video-codec", "copy"],
        ]
    )
    func withoutPictures(option: [String]) throws {
        for name in ["b.m4a", "b.wav", "b.aiff", "b.caf", "b.mp3", "b.aac", "b.flac", "b.ogg", "b.srt", "b.vtt"] {
            let told = problem(["a.mov", "-o", name] + option)
            #expect(told.contains("\(option[0]) cannot act on a .") && told.contains("no pictures"), "\(name): \(told)")
        }
        #expect(problem("a.mov", "-o", "b.m4a", "--video-codec", "none").isEmpty)
    }

    @Test("so is what needs sound, or a whole file, where it becomes subtitles")
    func withoutSound() {
        let options = [
            ["--audio-codec", "opus"], ["--audio-codec", "copy"], ["--audio-bitrate", "64k"], ["--channels", "1"],
            ["--sample-rate", "8000"], ["--limit-size", "1M"],
        ]
        for option in options {
            #expect(problem(["a.mov", "-o", "b.srt"] + option).contains("\(option[0]) cannot act on a .srt"))
        }
    }

    @Test("copied pictures are not turned in files that cannot say it")
    func copiedTurn() {
        for fate in [["--video-codec", "copy"], ["--preset", "passthrough"]] {
            let told = problem(["a.mov", "-o", "b.ts", "--rotate", "90"] + fate)
            #expect(told.contains("--rotate cannot act on pictures that are copied into a .ts"), "\(told)")
            for name in ["b.mp4", "b.mov", "b.m4v", "b.3gp", "b.mkv", "b.webm"] {
                #expect(problem(["a.mov", "-o", name, "--rotate", "90"] + fate).isEmpty)
            }
            #expect(problem(["a.mov", "-o", "b.ts", "--rotate", "0"] + fate).isEmpty)
        }
        #expect(problem("a.mov", "-o", "b.ts", "--rotate", "90").isEmpty)
    }

    @Test("an index comes first in movies alone, and pictures are measured first for two codecs")
    func otherUselessOptions() {
        #expect(problem("a.mov", "-o", "b.webm", "--fast-start").contains("--fast-start cannot act on a .webm"))
        #expect(problem("a.mov", "-o", "folder", "--hls", "--fast-start").contains("--fast-start cannot act on"))
        #expect(problem("a.mov", "-o", "b.m4a", "--fast-start").isEmpty)
        // The header of fragments comes first anyway.
        #expect(problem("a.mov", "-o", "b.mp4", "--fast-start", "--fragmented").isEmpty)
        let twice = ["--bitrate", "1M", "--passes", "2"]
        #expect(problem(["a.mov", "-o", "b.webm"] + twice).contains("--passes 2 measures H.264 and HEVC alone"))
        #expect(problem(["a.mov", "-o", "b.mkv", "--video-codec", "av1"] + twice).contains("--passes 2 measures"))
        #expect(problem(["a.mov", "-o", "b.mkv", "--video-codec", "hevc"] + twice).isEmpty)
    }

    @Test("a speed is read exactly, or refused")
    func speeds() throws {
        for (text, above, below) in [("25/24", 25, 24), ("1.25", 5, 4), ("2", 2, 1), ("1/32", 1, 32), ("32", 32, 1)] {
            let speed = try options("a.mov", "-o", "a.mp4", "--speed", text).options.speed
            #expect(speed == Rational128(Int128(above), Int128(below)))
        }
        for text in ["0", "-1", "nan", "inf", "1/0", "33", "1/33", "x", ""] {
            #expect(problem(["a.mov", "-o", "a.mp4", "--speed", text]).contains("is no speed; --speed takes a number"))
        }
        #expect(problem("a.mov", "-o", "a.mp4", "--speed", "99999999999/99999999998").contains("more digits"))
        #expect(problem("a.mov", "-o", "a.mp4", "--speed", "1,25").contains("did you mean '1.25'"))
        let coarse = try options("a.mov", "-o", "a.mp4", "--speed", "2", "--pitch", "low-quality")
        #expect(coarse.pitch == .lowQualityZeroLatency)
    }

    @Test("a shift of the pitch is so many semitones")
    func shifts() throws {
        #expect(try options("a.mov", "-o", "a.mp4", "--pitch-shift", "-3").options.pitchShift == -3)
        #expect(try options("a.mov", "-o", "a.mp4", "--pitch-shift", "0.5").options.pitchShift == 0.5)
        for text in ["25", "nan", "x"] {
            #expect(
                problem("a.mov", "-o", "a.mp4", "--pitch-shift", text).contains(
                    "--pitch-shift takes one from -24 to 24"
                )
            )
        }
        let copied = ["a.mov", "-o", "a.mp4", "--audio-codec", "copy", "--pitch-shift", "1"]
        #expect(problem(copied).contains("--pitch-shift cannot act on sound that is copied"))
    }

    @Test("what is wrong is told, and what would be right")
    func problems() {
        #expect(problem("-o", "a.mp4").contains("a file is missing"))
        #expect(problem("a.mov").contains("the output is missing"))
        #expect(problem("a.mov", "-o", "a.xyz").contains("tells no type of file"))
        #expect(problem("a.mov", "-o", "-").contains("standard output needs --format"))
        #expect(problem("a.mov", "-o", "a.mp4", "--preset", "HighestQualiti").contains("HighestQuality"))
        #expect(problem("a.mov", "-o", "a.mp4", "--pitch", "spectral").contains("--speed or --duration-to"))
        let speed = ["a.mov", "-o", "a.mp4", "--speed", "25/24"]
        let pitches = "spectral, time-domain, varispeed, low-quality, spectral-long"
        #expect(problem(speed + ["--pitch", "tape"]).contains("--pitch knows \(pitches)"))
        #expect(problem(speed + ["--duration-to", "9"]).contains("contradict"))
        #expect(problem(speed + ["--audio-codec", "copy"]).contains("--speed cannot act on sound that is copied"))
        #expect(problem(speed + ["--audio-codec", "none", "--pitch", "varispeed"]).contains("--pitch cannot act on"))
        #expect(problem("a.mov", "-o", "a.mp4", "--crf", "20", "--bitrate", "1M").contains("contradict"))
        #expect(problem("a.mov", "-o", "folder", "--hls", "--format", "mkv").contains("contradict"))
        #expect(problem("a.mov", "-o", "a.mp4", "--passes", "2").contains("--bitrate"))
        #expect(problem("a.mov", "-o", "a.mp4", "--bitrate", "1M", "--passes", "3").contains("from 1 to 2"))
        #expect(problem("a.mov", "-o", "a.mp4", "--limit-size", "1M", "--bitrate", "1M").contains("contradict"))
        #expect(problem("a.mov", "-o", "folder", "--limit-size", "1M", "--hls").contains("makes a folder"))
        #expect(problem("a.mov", "-o", "a.mp4", "--limit-size", "0").contains("not a number"))
        #expect(problem("a.mov", "-o", "a.mp4", "--video-codec", "h267").contains("hevc"))
        #expect(problem("a.mov", "-o", "a.mp4", "--rotate", "45").contains("quarter"))
        #expect(problem("a.mov", "-o", "a.mp4", "--crop", "10").contains("--crop"))
        #expect(problem("a.mov", "-o", "a.mp4", "--tracks", "video,,").contains("--tracks"))
        #expect(problem("a.mov", "-o", "a.mp4", "--metadata", "title").contains("KEY=VALUE"))
        #expect(problem("a.mov", "-o", "a.mp4", "--interlaced", "drop").contains("keep"))
    }

    @Test(
        "codecs are known by the names of standards and encoders",
        arguments: [
            ("h265", AVVideoCodecType.hevc), ("x265", .hevc), ("H.265", .hevc), ("HEVC", .hevc), ("x264", .h264),
            ("libx264", .h264), ("avc", .h264), ("H.264", .h264), ("libsvtav1", .akAV1), ("libvpx-vp9", .akVP9),
            ("prores_hq", .proRes422HQ), ("mjpeg", .jpeg),
        ]
    )
    func videoCodecs(name: String, codec: AVVideoCodecType) throws {
        #expect(try options("a.mov", "-o", "b.mov", "--video-codec", name).options.video == .encoded(codec))
    }

    @Test(
        "so are those of sound",
        arguments: [
            ("mp3", kAudioFormatMPEGLayer3), ("libmp3lame", kAudioFormatMPEGLayer3), ("libopus", kAudioFormatOpus),
        ]
    )
    func audioCodecs(name: String, format: AudioFormatID) throws {
        #expect(try options("a.mov", "-o", "b.mkv", "--audio-codec", name).options.audio == .encoded(format))
    }

    @Test(
        "bytes are a thousand or 1024 as they are written",
        arguments: [
            ("10MB", 10_000_000), ("10MiB", 10 << 20), ("10M", 10_000_000), ("10Mi", 10 << 20), ("1.5kB", 1500),
            ("2500000", 2_500_000), ("1GiB", 1 << 30), ("512b", 512), ("10mb", 10_000_000),
        ] as [(String, Int64)]
    )
    func bytes(text: String, count: Int64) throws {
        #expect(try options("a.mov", "-o", "b.mp4", "--limit-size", text).sizeLimit == count)
    }

    @Test("rates of sound and of bits may have their units")
    func rates() throws {
        for text in ["44.1k", "44100", "44.1kHz", "44100Hz"] {
            #expect(try options("a.mov", "-o", "b.mp4", "--sample-rate", text).options.sampleRate == 44_100, "\(text)")
        }
        for text in ["2.5M", "2500k", "2.5Mbps", "2.5Mbit/s", "2500kbit", "2500000"] {
            #expect(try options("a.mov", "-o", "b.mp4", "--bitrate", text).options.videoBitRate == 2_500_000, "\(text)")
        }
        for text in ["2.5MB/s", "2.5MB", "2MiB"] {
            #expect(problem("a.mov", "-o", "b.mp4", "--bitrate", text).contains("counts bits"), "\(text)")
        }
        for text in ["44.12345k", "0", "fast", "-1", "1/2"] {
            #expect(problem("a.mov", "-o", "b.mp4", "--sample-rate", text).contains("--sample-rate"), "\(text)")
        }
    }

    @Test("a comma where the point belongs is answered with the right spelling")
    func commas() {
        #expect(
            problem("a.mov", "-o", "b.mp4", "--from", "5,5") == "'5,5' is not a time for --from; did you mean '5.5'?"
        )
        #expect(problem("a.mov", "-o", "b.mp4", "--crf", "20,5").hasSuffix("did you mean '20.5'?"))
        #expect(problem("a.mov", "-o", "b.mp4", "--bitrate", "2,5M").hasSuffix("did you mean '2.5M'?"))
        #expect(problem("a.mov", "-o", "b.mp4", "--fps", "29,97").hasSuffix("did you mean '29.97'?"))
        #expect(problem("a.mov", "-o", "b.mp4", "--size", "12,5%").hasSuffix("did you mean '12.5%'?"))
    }

    @Test("a part of the pictures may be written with colons")
    func crops() {
        #expect(CropArgument("640:360:10:20") == CropArgument("640x360+10+20"))
        #expect(CropArgument("640:360") == CropArgument("640x360"))
        for text in ["640:360:10", "640:360:10:20:30", "640:", ":360", "640x360:10:20", "a:b"] {
            #expect(CropArgument(text) == nil, "\(text)")
        }
    }

    @Test("who asks for a preset that there is none of learns where they are listed")
    func noPreset() {
        let size = problem("a.mov", "-o", "b.mp4", "--preset", "720p")
        #expect(size == "there is no preset '720p'; it is a --size; 'assettool presets' lists them")
        let other = problem("a.mov", "-o", "b.mp4", "--preset", "web")
        #expect(other == "there is no preset 'web'; 'assettool presets' lists them")
    }

    @Test("help says which rate factors each codec takes")
    func factors() {
        let text = ExportVerb.help.text
        #expect(text.contains("CRF:      h264, hevc 0 to 51; av1 1 to 63; vp9 0 to 63; vp8 4 to 63; "))
    }
}
