import Testing
import TimePitchMeter

@Suite("The meter's figures of hits")
struct HitFiguresTests {
    private static let rate = 48000.0
    private static let train = HitTrain(count: 10)
    private static let source = train.hits(rate: rate)

    /// Each hit as it was, at the place that a stretcher without fault puts it, and so many samples late.
    private static func stretched(
        speed: Double,
        late: [Int] = [],
        leavingOut lost: Set<Int> = [],
        adding extra: [(hit: Int, later: Int)] = []
    ) -> [Float] {
        let length = Int(0.1 * rate)
        func piece(_ hit: Int, later: Int) -> (from: Range<Int>, to: Int) {
            let start = Int((train.times[hit] * rate).rounded())
            let late = late.isEmpty ? 0 : late[hit % late.count]
            return (start..<(start + length), Int((train.times[hit] / speed * rate).rounded()) + late + later)
        }
        let kept = train.times.indices.filter { !lost.contains($0) }.map { piece($0, later: 0) }
        let pieces = kept + extra.map { piece($0.hit, later: $0.later) }
        return Mixing.moved(source, pieces: pieces, count: Int(train.seconds / speed * rate))
    }

    private static func figures(_ samples: [Float], speed: Double) -> HitFigures {
        HitFigures(of: samples, source: source, train: train, speed: speed, rate: rate)
    }

    @Test("hits in their places have no error and nothing before them", arguments: [0.5, 0.8, 1, 1.25, 1.5, 2])
    func perfect(speed: Double) {
        let figures = Self.figures(Self.stretched(speed: speed), speed: speed)
        #expect(figures.errors.count == 10)
        #expect(abs(figures.mean) < 0.000_02)
        #expect(figures.deviation < 0.000_02)
        #expect(figures.doubled == 0 && figures.lost == 0)
        #expect(figures.preEcho < -100)
    }

    @Test("hits that are 1.7 ms late, give or take one, are so", arguments: [0.5, 1.5, 2])
    func late(speed: Double) {
        let late = [0.0007, 0.0027].map { Int(($0 * Self.rate).rounded()) }
        let figures = Self.figures(Self.stretched(speed: speed, late: late), speed: speed)
        #expect(abs(figures.mean - 0.0017) < 0.000_03)
        #expect(abs(figures.deviation - 0.001) < 0.000_03)
    }

    @Test("hits that are 60 ms early are early, not lost")
    func early() {
        let figures = Self.figures(Self.stretched(speed: 0.5, late: [-2880]), speed: 0.5)
        #expect(abs(figures.mean + 0.06) < 0.000_03)
        #expect(figures.lost == 0)
    }

    @Test("a hit that is there twice is doubled, one that is smeared over some milliseconds is not")
    func doubled() {
        let twice = Self.stretched(speed: 0.5, adding: [(2, 960), (5, 1200), (6, 2400)])
        #expect(Self.figures(twice, speed: 0.5).doubled == 3)
        let smeared = Self.stretched(speed: 0.5, adding: [(2, 96), (5, 192)])
        #expect(Self.figures(smeared, speed: 0.5).doubled == 0)
    }

    @Test("a hit that is not there is lost, and does not count for the place of the others")
    func lost() {
        let figures = Self.figures(Self.stretched(speed: 2, leavingOut: [3, 7]), speed: 2)
        #expect(figures.lost == 2)
        #expect(figures.errors.count == 8)
        #expect(abs(figures.mean) < 0.000_02)
    }

    @Test("an echo before a hit is told by its power", arguments: [-20.0, -40])
    func preEcho(level: Double) {
        let hits = Self.stretched(speed: 1)
        let scale = Float(level == -20 ? 0.1 : 0.01)
        let echo = Array(hits.dropFirst(1440)).map { $0 * scale } + [Float](repeating: 0, count: 1440)
        #expect(abs(Self.figures(Mixing.sum(hits, echo), speed: 1).preEcho - level) < 1)
    }

    @Test("silence has lost all")
    func silence() {
        let figures = Self.figures([Float](repeating: 0, count: Self.source.count), speed: 1)
        #expect(figures.lost == 10)
        #expect(figures.errors.isEmpty)
    }

    @Test("clicks of one sample are found to the sample")
    func clicks() {
        let clicks = Self.train.clicks(rate: Self.rate)
        let moved = Mixing.delayed(clicks, by: 24)
        let figures = HitFigures(of: moved, source: clicks, train: Self.train, speed: 1, rate: Self.rate)
        #expect(abs(figures.mean - 0.0005) < 1e-9)
        #expect(figures.deviation < 1e-9)
    }
}
