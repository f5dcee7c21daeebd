import AssetKit
import Testing

@testable import assettool

@Suite("Waveform options")
struct WaveformOptionsTests {
    private func options(_ arguments: String...) throws -> WaveformOptions { try Self.options(arguments) }

    private static func options(_ arguments: [String]) throws -> WaveformOptions {
        try WaveformOptions(ParsedArguments(arguments, for: WaveformVerb.help))
    }

    @Test("the output's ending decides, and --format comes first")
    func format() throws {
        #expect(try options("a.mp4", "-o", "b.PNG").format == .png)
        #expect(try options("a.mp4", "-o", "x.y/b.dat").format == .dat)
        #expect(try options("a.mp4", "-o", "b.txt", "--format", "json").format == .json)
        #expect(try options("-", "-o", "-", "--format", "svg").isStreamed)
    }

    @Test("numbers have 256 samples a point unless something else is asked for")
    func resolution() throws {
        #expect(try options("a", "-o", "b.dat").resolution == .samplesPerPoint(256))
        #expect(try options("a", "-o", "b.dat", "--samples-per-pixel", "7").resolution == .samplesPerPoint(7))
        #expect(try options("a", "-o", "b.json", "--pixels-per-second", "50").resolution == .pointsPerSecond(50))
        #expect(try options("a", "-o", "b.json", "--width", "800").resolution == .pointCount(800))
    }

    @Test("pictures are as wide as they are asked to be")
    func width() throws {
        #expect(try options("a", "-o", "b.png").width == 1200)
        #expect(try options("a", "-o", "b.png", "--width", "99").width == 99)
        let sized = try options("a", "-o", "b.png", "--size", "640x80")
        #expect((sized.width, sized.style.height) == (640, 80))
        #expect(try options("a", "-o", "b.png", "--size", "x80").width == 1200)
        #expect(try options("a", "-o", "b.png", "--size", "640x").style.height == 240)
        let zoomed = try options("a", "-o", "b.png", "--samples-per-pixel", "128", "--size", "x90")
        #expect(zoomed.width == nil)
        #expect(zoomed.resolution == .samplesPerPoint(128))
    }

    @Test(
        "a wrong command line is told in one sentence",
        arguments: [
            (["-o", "b.png"], "a file is missing"),
            (["a", "b", "-o", "c.png"], "one file at a time has a waveform, but 'b' follows"),
            (["a"], "the output is missing: -o OUT"),
            (["a", "-o", "b"], "'b' must end in .png, .svg, .json or .dat, or --format say what it is"),
            (["a", "-o", "-"], "standard output needs --format: png, svg, json or dat"),
            (["a", "-o", "-", "--format", "dat", "--json"], "cannot both go to standard output"),
            (["a", "-o", "b.png", "--format", "gif"], "there is no format 'gif'"),
            (["a", "-o", "b.png", "--bits", "8"], "--bits is for json and dat, not for png"),
            (["a", "-o", "b.dat", "--size", "8x8"], "--size is for pictures, not for dat"),
            (["a", "-o", "b.json", "--scale", "db"], "--scale is for pictures, not for json"),
            (["a", "-o", "b.dat", "--rms"], "a .dat file has no place for RMS values"),
            (["a", "-o", "b.json", "--bits", "24"], "'24' is no number of bits"),
            (["a", "-o", "b.json", "--samples-per-pixel", "0"], "'0' is not a number from 1 to 2147483647"),
            (["a", "-o", "b.json", "--pixels-per-second", "1.5"], "'1.5' is not a number from 1"),
            (["a", "-o", "b.json", "--width", "9", "--samples-per-pixel", "9"], "contradict each other"),
            (["a", "-o", "b.png", "--width", "9", "--size", "9x9"], "--width says how wide the picture is"),
            (["a", "-o", "b.png", "--size", "9"], "'9' is not a size"),
            (["a", "-o", "b.png", "--size", "x"], "'x' is not a size"),
            (["a", "-o", "b.png", "--size", "0x9"], "'0x9' is not a size"),
            (["a", "-o", "b.png", "--size", "40000x9"], "'40000x9' is not a size"),
            (["a", "-o", "b.png", "--scale", "log"], "there is no scale 'log'"),
            (["a", "-o", "b.png", "--colors", "puce"], "'puce' is no list of up to four colors"),
            (["a", "-o", "b.png", "--from", "soon"], "'soon' is not a time for --from"),
            (["a", "-o", "b.png", "--track", "0"], "'0' is not a number from 1"),
            (["a", "-o", "b.png", "--progress", "bar"], "there is no progress 'bar'"),
        ]
    )
    func refusals(arguments: [String], sentence: String) throws {
        let error = try #require(throws: UsageError.self) { try Self.options(arguments) }
        #expect(error.message.contains(sentence), "\(error.message)")
    }

    @Test("colors are written as on the web, and those left out follow")
    func colors() throws {
        let all = try #require(WaveformColors("#2a70d1,fff,#59637080,NAVY"))
        #expect(all.foreground == CGColor(srgbRed: 42 / 255, green: 112 / 255, blue: 209 / 255, alpha: 1))
        #expect(all.background == CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
        #expect(all.axis == CGColor(srgbRed: 89 / 255, green: 99 / 255, blue: 112 / 255, alpha: 128 / 255))
        #expect(all.power == CGColor(srgbRed: 0, green: 0, blue: 128 / 255, alpha: 1))
        let dark = try #require(WaveformColors("white,#16181d"))
        let light = try #require(WaveformColors("black"))
        #expect((dark.axis.components?.first ?? 0) > (light.axis.components?.first ?? 1))
        for wrong in ["", "#12", "#12345", "#gggggg", "red,", "1,2,3,4,5", "#-12345", "red,,blue"] {
            #expect(WaveformColors(wrong) == nil)
        }
    }
}
