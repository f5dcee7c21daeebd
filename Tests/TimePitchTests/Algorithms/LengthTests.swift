import AssetKitTimePitch
import Testing
import TimePitchMeter

@Suite("How much stretched sound there is")
struct LengthTests {
    private static let speeds =
        UsualSpeeds.all + [
            Speed(1, 32), Speed(1, 1), Speed(25, 24), Speed(1001, 1000), Speed(123_457, 98_765), Speed(32, 1),
        ]

    @Test("a speed is exact, in lowest terms")
    func lowestTerms() {
        #expect(Speed(50, 48) == Speed(25, 24))
        #expect(Speed(25, 24).frameCount(of: 48000) == 46080)
        #expect(Speed(2, 1).frameCount(of: 5) == 3)
        #expect(Speed(1, 32).frameCount(of: .max / 64) == Int64.max / 64 * 32)
        #expect(Speed(1, 32).frameCount(of: .max) == .max)
    }

    @Test("as many frames come as are wanted, of any sound", arguments: Algorithm.allCases, [0, 1, 63, 480, 30_000])
    func everyLength(algorithm: Algorithm, length: Int) throws {
        let source = Noise.signal(rate: 48000, seconds: 1, level: 0.5).prefix(length)
        for speed in Self.speeds {
            let count = min(Int(speed.frameCount(of: Int64(length))), 60_000)
            let made = try Stretched([Array(source)], by: speed, algorithm.stretcher(speed), count: count)
            #expect(made.isComplete, "\(speed)")
        }
    }

    @Test("the source frames of all reads add up to the place in the source", arguments: Algorithm.allCases)
    func mapping(algorithm: Algorithm) throws {
        let source = Tones.glide(rate: 48000, seconds: 3)
        for speed in Self.speeds {
            let made = try Stretched([source], by: speed, algorithm.stretcher(speed))
            let most = max(0.02, 0.01 * speed.value)
            #expect(abs(Double(made.consumed - source.count)) < most * 48000, "\(speed)")
        }
    }

    @Test("at a new speed the source goes on from where it is", arguments: Algorithm.allCases)
    func newSpeed(algorithm: Algorithm) throws {
        let source = Tones.glide(rate: 48000, seconds: 6)
        let stretcher = try algorithm.stretcher(Speed(2, 1))
        let made = try Stretched([source], by: Speed(2, 1), stretcher, count: 192_000) { place in
            place < 96_000 ? Speed(2, 1) : Speed(1, 2)
        }
        // What was played twice as fast stays so.
        #expect(abs(Double(made.consumed) - made.expected) < 2400)
    }

    @Test("it does not matter how much goes in and comes out at once", arguments: Algorithm.allCases)
    func blocks(algorithm: Algorithm) throws {
        let source = HitTrain(count: 4).hitsWithChord(rate: 48000)
        for speed in [Speed(1, 2), Speed(4, 5), Speed(25, 24), Speed(5, 4), Speed(2, 1), Speed(8, 1)] {
            let results = try [64, 1000, 8192].map { block in
                try Stretched([source], by: speed, algorithm.stretcher(speed), block: block).channels
            }
            #expect(results[0] == results[1] && results[1] == results[2], "\(speed)")
        }
    }

    @Test("at its own speed sound is what it was", arguments: Algorithm.timeDomainOnes)
    func identity(algorithm: Algorithm) throws {
        let source = Noise.signal(rate: 48000, seconds: 1, level: 0.5)
        let made = try Stretched([source], by: .normal, algorithm.stretcher(.normal))
        #expect(made.channels == [source])
    }

    @Test(
        "without latency the first block comes out with the first block in, unchanged",
        arguments: [Speed(4, 5), Speed(3, 2)]
    )
    func firstBlock(speed: Speed) throws {
        let source = Tones.glide(rate: 48000, seconds: 1)
        let stretcher = try Algorithm.zeroLatency.stretcher(speed)
        try source.withUnsafeBufferPointer { try stretcher.append([$0.baseAddress!], count: 256) }
        var block = [Float](repeating: 0, count: 256)
        let frames = try block.withUnsafeMutableBufferPointer {
            try stretcher.read(into: [$0.baseAddress!], capacity: 256)
        }
        #expect(frames.count >= 48)
        #expect(block.prefix(frames.count) == source.prefix(frames.count))
    }
}
