import AssetKitTimePitch
import Testing
import TimePitchMeter

@Suite("Speech at other speeds")
struct SpokenTests {
    private static let folder = "\(#filePath)".split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }

    /// What Sonic 0.2.0 does to the two voices, in decibels, by Benchmarks/stretch.
    private static let sonic: [Speed: (low: Double, high: Double)] = [
        Speed(1, 2): (5.405, 5.369), Speed(4, 5): (3.984, 4.197), Speed(5, 4): (5.238, 5.304),
        Speed(3, 2): (5.148, 5.536),
        Speed(2, 1): (6.229, 6.675),
    ]

    @Test(
        "speech comes as near to its source as by Sonic, and half a decibel",
        arguments: UsualSpeeds.all,
        ["low", "high"]
    )
    func distance(speed: Speed, voice: String) throws {
        let source = try #require(Speech.samples(path: "\(Self.folder)/Speech/\(voice).wav", rate: 48000))
        let made = try Stretched([source], by: speed, Algorithm.timeDomain.stretcher(speed))
        let figures = SpectralDistance(of: made.channels[0], source: source, speed: speed.value, rate: 48000)
        let sonic = try #require(Self.sonic[speed])
        #expect(figures.decibels < (voice == "low" ? sonic.low : sonic.high) + 0.5)
    }
}
