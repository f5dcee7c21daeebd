import AssetKit
import Testing

@testable import assettool

@Suite("Options of record")
struct RecordOptionsTests {
    private func options(_ arguments: String...) throws -> RecordOptions {
        try RecordOptions(ParsedArguments(arguments, for: RecordVerb.help))
    }

    @Test("nothing but a name is the usual camera and microphone, without an end")
    func defaults() throws {
        let options = try options("-o", "a.mov")
        #expect((options.output, options.fileType) == ("a.mov", .mov))
        #expect(options.pictures == .camera(nil) && options.sound == .microphone(nil) && options.canDoWithoutSound)
        #expect(options.preset == nil && options.size == nil && options.frameDuration == nil)
        #expect(options.videoCodec == nil && options.audioFormat == nil && options.bitRate == nil)
        #expect(options.duration == nil && options.sizeLimit == nil && options.splitInterval == nil)
        #expect(!options.pausesByKey && !options.overwrites && !options.isQuiet && !options.printsJSON)
    }

    @Test("one device named is that one alone, and a file of sound has no camera")
    func sources() throws {
        let camera = try options("--camera", "front", "-o", "a.mp4")
        #expect(camera.pictures == .camera("front") && camera.sound == .none)
        let sound = try options("--microphone", "desk", "-o", "a.mov")
        #expect(sound.pictures == .none && sound.sound == .microphone("desk") && !sound.canDoWithoutSound)
        let both = try options("--camera=default", "--microphone", "SYSTEM", "-o", "a.m4v")
        #expect(both.pictures == .camera(nil) && both.sound == .system && both.fileType == .m4v)
        let twice = try options("--screen=wall", "--screen", "wall", "-o", "a.mov", "-y", "-y")
        #expect(twice.pictures == .screen(.named("wall")) && twice.overwrites)
        let file = try options("-o", "a.wav")
        #expect(file.pictures == .none && file.sound == .microphone(nil) && file.isSoundFile)
    }

    @Test(
        "--screen takes the next word only if it is no option",
        arguments: [
            (["--screen", "-o", "a.mov"], .whole), (["-o", "a.mov", "--screen"], .whole),
            (["--screen", "wall", "-o", "a.mov"], .named("wall")),
            (["--screen=wall", "-o", "a.mov"], .named("wall")),
            (["--screen", "640x360+10+20", "-o", "a.mov"], .region(x: 10, y: 20, width: 640, height: 360)),
            (["--screen", "640x360", "-o", "a.mov"], .region(x: 0, y: 0, width: 640, height: 360)),
            (["--screen", "640x360-1+0", "-o", "a.mov"], .named("640x360-1+0")),
        ] as [([String], ScreenArgument)]
    )
    func screens(arguments: [String], screen: ScreenArgument) throws {
        let options = try RecordOptions(ParsedArguments(arguments, for: RecordVerb.help))
        #expect(options.pictures == .screen(screen))
        #expect(options.sound == .none)
        #expect(options.output == "a.mov")
    }

    @Test("what it is like and how long it becomes are read")
    func values() throws {
        let options = try options(
            "-o",
            "a.mov",
            "--preset",
            "720p",
            "--fps",
            "29.97",
            "--video-codec",
            "x265",
            "--audio-codec",
            "pcm",
            "--bitrate",
            "2.5M",
            "--encoder-preset",
            "veryfast",
            "--duration",
            "1m30s",
            "--limit-size",
            "10MB",
            "--fragment-interval",
            "0.5",
            "--pause-key",
            "-y",
            "-q"
        )
        #expect(options.preset == .hd1280x720)
        #expect(options.frameDuration == CMTime(value: 1001, timescale: 30_000))
        #expect(options.videoCodec == .hevc && options.audioFormat == kAudioFormatLinearPCM)
        #expect(options.bitRate == 2_500_000 && options.encoderPreset == "veryfast")
        #expect(options.duration == CMTime(value: 90, timescale: 1) && options.sizeLimit == 10_000_000)
        #expect(options.fragmentInterval == CMTime(value: 1, timescale: 2))
        #expect(options.pausesByKey && options.overwrites && options.isQuiet)
        #expect(try self.options("-o", "a.mov", "--preset", "IFRAME-960x540").preset == .iFrame960x540)
        #expect(try self.options("-o", "a.mov", "--size", "320x").size == PictureSize(width: 320))
        #expect(
            try self.options("-o", "a.mov", "--split-every", "0:10").splitInterval == CMTime(value: 10, timescale: 1)
        )
        #expect(
            try self.options("-o", "a.mov", "--split-every", "0.1").splitInterval == CMTime(value: 1, timescale: 10)
        )
    }

    @Test(
        "a wrong command line is told in one sentence",
        arguments: [
            ("", "the output is missing: -o OUT"),
            ("-o", "option '-o' needs a value: --output OUT"),
            ("a.mov", "record takes options alone, but 'a.mov' follows; the file is -o OUT"),
            ("-o -", "a recording grows in a file, which standard output is not"),
            (
                "-o a.mkv",
                "'a.mkv' ends in nothing that can be recorded; there are mov, mp4, m4v, and of sound alone m4a"
            ),
            ("-o clip", "'clip' ends in nothing that can be recorded"),
            ("-o a.mov --camera x --screen", "--camera and --screen contradict each other"),
            ("-o a.mov --camera x --camera y", "--camera is given several times, each time otherwise, and takes one"),
            ("-o a.mov --screen --screen wall", "--screen is given several times, each time otherwise, and takes one"),
            ("-o a.mov -y --output b.mov", "--output is given several times, each time otherwise, and takes one"),
            ("-o a.wav --screen", "--screen has pictures, and a .wav has none; mov, mp4, m4v have"),
            ("-o a.mov --camera=", "--camera takes an identity of 'assettool devices', or default"),
            ("-o a.mov --preset huge", "there is no preset 'huge'; --preset knows high, medium, low, 352x288"),
            ("-o a.mov --preset low --size 5x5", "--preset and --size contradict each other"),
            ("-o a.mov --size large", "'large' is not a size; give 1280x720"),
            ("-o a.mov --fps 0", "'0' is no rate of pictures; --fps takes 25"),
            ("-o a.mp4 --video-codec prores", "a .mp4 is not recorded in 'prores', only in h264, hevc"),
            ("-o a.mp4 --video-codec huff", "there is no codec 'huff'; --video-codec knows h264, hevc"),
            ("-o a.mp4 --audio-codec pcm", "a .mp4 is not recorded in 'pcm', only in aac, alac"),
            ("-o a.wav --video-codec h264", "--video-codec is about pictures, and there are none"),
            ("-o a.mov --microphone x --fps 25", "--fps is about pictures, and there are none"),
            ("-o a.mov --screen --audio-codec aac", "--audio-codec is about sound, and there is none"),
            ("-o a.mov --video-codec prores --bitrate 1M", "--bitrate is for h264 and hevc"),
            ("-o a.wav --bitrate 96k", "--bitrate is for sound in aac"),
            ("-o a.mov --bitrate 2MB", "'2MB' counts bytes, and --bitrate counts bits"),
            ("-o a.mov --encoder-preset silly", "there is no encoder preset 'silly'; --encoder-preset knows ultrafast"),
            ("-o a.mov --duration 0", "--duration takes a time above 0, not '0'"),
            ("-o a.mov --duration 50%", "'50%' is none for --duration, since nobody knows yet where it ends"),
            ("-o a.mov --duration 10f", "'10f' is none for --duration, since nobody knows yet where it ends"),
            ("-o a.mov --split-every -5", "'-5' is none for --split-every"),
            (
                "-o a.mov --duration 99999999999999999999",
                "'99999999999999999999' is longer than any recording lasts; --duration takes 90, 1m30s or 0:01:30"
            ),
            ("-o a.mov --split-every 3000000h", "'3000000h' is longer than any recording lasts; --split-every takes"),
            ("-o a.mov --duration soon", "'soon' is not a time for --duration"),
            ("-o a.mov --limit-size big", "'big' is not a number for --limit-size"),
            ("-o a.mov --limit-size 1M --split-every 5", "--limit-size and --split-every contradict each other"),
            ("-o a.mov --split-every 0.01", "--split-every takes 0.1 at least, not '0.01'"),
            ("-o a.mov --split-every 0.099", "--split-every takes 0.1 at least, not '0.099'"),
            ("-o a.mov --fragment-interval 0.09", "--fragment-interval takes 0.1 at least, not '0.09'"),
            ("-o a.wav --fragment-interval 1", "--fragment-interval is about movies, and a .wav is none"),
        ] as [(String, String)]
    )
    func mistakes(arguments: String, sentence: String) async {
        let recorder = ConsoleRecorder()
        let words = ["record"] + arguments.split(separator: " ").map(String.init)
        #expect(await Assettool.run(words, recorder.console) == .wrongCommandLine)
        #expect(recorder.messages.hasPrefix("assettool: \(sentence)"), "\(recorder.messages)")
        #expect(recorder.results.isEmpty)
    }
}
