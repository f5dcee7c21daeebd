import AssetKit
import Testing

@testable import assettool

@Suite("The options of assettool thumbnail")
struct ThumbnailOptionsTests {
    private func options(_ arguments: String...) throws -> ThumbnailOptions {
        try ThumbnailOptions(ParsedArguments(["a.mp4"] + arguments, for: ThumbnailVerb.help))
    }

    @Test(
        "sizes are boxes",
        arguments: [
            ("320x180", 320, 180), ("320x", 320, nil), ("320", 320, nil), ("x180", nil, 180), ("320X180", 320, 180),
        ] as [(String, Int?, Int?)]
    )
    func sizes(text: String, width: Int?, height: Int?) {
        #expect(PictureSize(text) == PictureSize(width: width, height: height))
    }

    @Test(
        "a size may be a number of lines or a part of each side, in even numbers and never enlarged",
        arguments: [
            ("720p", 1280, 720), ("1080p", 1920, 1080), ("4k", 1920, 1080), ("50%", 960, 540), ("12.5%", 240, 136),
            ("359P", 638, 358), ("100%", 1920, 1080),
        ]
    )
    func scales(text: String, width: Int, height: Int) throws {
        let size = try #require(PictureSize(text))
        #expect(size.fitted(width: 1920, height: 1080) == (width, height))
        #expect(size.fitted(width: 1080, height: 1920) == (height, width))
    }

    @Test(
        "what is no size is none",
        arguments: [
            "0%", "101%", "p", "%", "0p", "-5%", "1/2%", "k", "4kk", "", "x", "0x5", "-3x5", "5x5x5", "a", "1.5x2",
            "99999x1", "٣x٣", "3 x 5",
        ]
    )
    func noSizes(text: String) { #expect(PictureSize(text) == nil) }

    @Test(
        "a size asks for more than a picture has where every side that it names is longer",
        arguments: [
            ("641x", true), ("640x", false), ("x481", true), ("641x480", false), ("641x481", true), ("480p", false),
            ("481p", true), ("100%", false),
        ]
    )
    func excess(text: String, exceeds: Bool) throws {
        #expect(try #require(PictureSize(text)).exceeds(width: 640, height: 480) == exceeds)
    }

    @Test(
        "a picture is shrunk to fit and never enlarged",
        arguments: [
            (320, nil, 320, 180), (nil, 90, 160, 90), (100, 100, 100, 56), (4000, nil, 1920, 1080), (1, 1, 1, 1),
        ]
            as [(Int?, Int?, Int, Int)]
    )
    func fitting(width: Int?, height: Int?, fittedWidth: Int, fittedHeight: Int) {
        let fitted = PictureSize(width: width, height: height).fitted(width: 1920, height: 1080)
        #expect(fitted == (fittedWidth, fittedHeight))
    }

    @Test(
        "the format is told by the ending or by --format",
        arguments: [
            (["-o", "t.png"], .png), (["-o", "t.JPEG"], .jpg), (["-o", "t.webp"], .webp), (["-o", "t"], .jpg),
            ([], .jpg),
            (["--format", "webp"], .webp), (["-o", "t", "--format", "png"], .png),
            (["-o", "-", "--format", "png"], .png),
            (["-o", "t.jpg", "--format", "jpeg"], .jpg), (["-o", "t.dat", "--format", "png"], .png), (["--vtt"], .jpg),
            (["--vtt", "--format", "webp"], .webp),
        ] as [([String], StillFormat)]
    )
    func formats(arguments: [String], format: StillFormat) throws {
        let parsed = try ParsedArguments(["a.mp4"] + arguments, for: ThumbnailVerb.help)
        #expect(try ThumbnailOptions(parsed).format == format)
    }

    @Test("without options it is one picture called after the file")
    func defaults() throws {
        let options = try options()
        guard case .one = options.selection, case .any = options.tolerance,
            case .files(let pattern) = options.destination
        else {
            Issue.record("other defaults")
            return
        }
        #expect(pattern.text == "%n.jpg")
        #expect(options.quality == 0.8)
        #expect(options.size == nil)
    }

    @Test(
        "a wrong command line is told in one sentence",
        arguments: [
            ([], "a file is missing"),
            (["-", "-"], "standard input can be read only once"),
            (["a", "--at", "1", "--count", "2"], "--at and --count cannot go together"),
            (["a", "--every", "1", "--smart"], "--every and --smart cannot go together"),
            (["a", "--exact", "--tolerance", "1"], "--exact and --tolerance cannot go together"),
            (["a", "--tolerance", "-1"], "--tolerance is not below zero: '-1'"),
            (["a", "--at", "x"], "'x' is not a time for --at: a number is expected, not 'x'"),
            (["a", "--count", "0"], "--count is a whole number from 1 to 100000, not '0'"),
            (["a", "--count", "1.5"], "--count is a whole number from 1 to 100000, not '1.5'"),
            (["a", "--count="], "--count is a whole number from 1 to 100000, not ''"),
            (["a", "--every", "0"], "--every is a time above zero, not '0'"),
            (["a", "--every", "-1"], "--every is a time above zero, not '-1'"),
            (["a", "--every", "end"], "--every is a time above zero, not 'end'"),
            (["a", "--size", "0"], "'0' is not a size; give 320x180, 320x, x180, 360p, 4k or 50%"),
            (["a", "--sheet", "4"], "'4' is not a sheet: give columns and rows, as in 4x3"),
            (["a", "--sheet", "0x3"], "'0x3' is not a sheet: give columns and rows, as in 4x3"),
            (["a", "--quality", "80"], "--quality goes from 0 to 1; '80' does not"),
            (["a", "--quality", "nan"], "--quality goes from 0 to 1; 'nan' does not"),
            (["a", "--quality", "1", "--format", "png"], "png is without loss and has no --quality"),
            (["a", "--format", "gif"], "there is no format 'gif'; --format knows jpg, png or webp"),
            (["a", "-o", "t.gif"], "'.gif' tells no format; end in jpg, png or webp, or give --format"),
            (["a", "-o", "t.png", "--format", "jpg"], "--format jpg and a name in '.png' contradict each other"),
            (["a", "--vtt", "-o", "t.jpg"], "with --vtt, -o names the .vtt file, and 't.jpg' is none"),
            (["a", "--vtt", "-o", "t-%d.vtt"], "the name of a .vtt file has %n, but no %d and no %t"),
            (["a", "--vtt", "-o", "-"], "--vtt writes several files; give it a name with -o"),
            (["a", "--smart", "--sheet", "2x2"], "--smart makes one picture, not a sheet"),
            (["a", "--show-times"], "--show-times is for --sheet"),
            (["a", "-o", "-", "--json"], "--json and '-o -' both write to standard output"),
            (["a", "b", "-o", "-"], "'-o -' is for one picture"),
            (["a", "--progress", "xml"], "there is no progress 'xml'; --progress knows json"),
        ]
    )
    func mistakes(arguments: [String], message: String) async {
        let recorder = ConsoleRecorder()
        #expect(await Assettool.run(["thumbnail"] + arguments, recorder.console) == .wrongCommandLine)
        #expect(recorder.messages == "assettool: \(message); see 'assettool help thumbnail'")
    }
}
