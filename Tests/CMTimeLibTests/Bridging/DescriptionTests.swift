import CMTimeLib
import Foundation
import Testing

@testable import CMTimeLib

@Suite("Descriptions")
struct DescriptionTests {
    @Test(
        "three decimals are those of the exact binary value, ties to even",
        arguments: [
            0, -0.0, 0.0005, 0.0015, 0.0625, 2.0005, 1e-300, Double.leastNonzeroMagnitude, -1e-4, -0.0005, 1.0 / 3,
            4_294_967_298,
            9_007_199_254_740_992, 0x1p63, -0x1p63, 123_456.789, .infinity, -.infinity, .nan,
        ]
    )
    func milliseconds(number: Double) {
        // The C library rounds correctly.
        #expect(millisecondText(number) == String(format: "%.3f", number).replacingOccurrences(of: "-nan", with: "nan"))
    }

    @Test("three decimals agree with the C library on random numbers")
    func randomMilliseconds() {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Double(Int64(bitPattern: state)) / Double(Int32(truncatingIfNeeded: state >> 33) | 1)
            #expect(millisecondText(number) == String(format: "%.3f", number), "seed of the numbers is fixed")
        }
    }

    @Test("a mapping shows both its ranges")
    func mapping() {
        let mapping = CMTimeMapping(source: .zero, target: .invalid)
        let text = CMTimeMappingCopyDescription(allocator: nil, mapping: mapping)
        #expect(text == "{{{0/1 = 0.000}, {0/1 = 0.000}}, {{INVALID}, {INVALID}}}")
    }

    @Test("malformed times have a text, too")
    func malformed() {
        let malformed = CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)
        #expect(CMTimeCopyDescription(allocator: nil, time: malformed) == "{1/0 = inf}")
        CMTimeShow(malformed)
        CMTimeRangeShow(.zero)
        CMTimeMappingShow(.invalid)
    }
}
