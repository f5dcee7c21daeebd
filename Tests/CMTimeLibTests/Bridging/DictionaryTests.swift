import CMTimeLib
import Foundation
import Testing

@Suite("Dictionaries")
struct DictionaryTests {
    static let times = [
        CMTime.zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity,
        CMTime(value: .min, timescale: .max, flags: CMTimeFlags(rawValue: .max), epoch: .min),
        CMTime(value: 1001, timescale: 30000, flags: [.valid, .hasBeenRounded], epoch: 7),
    ]

    private func hasSameBits(_ first: CMTime, _ second: CMTime) -> Bool {
        first.value == second.value && first.timescale == second.timescale && first.flags == second.flags
            && first.epoch == second.epoch
    }

    @Test("every time comes back from its dictionary bit for bit", arguments: times)
    func roundTrip(time: CMTime) throws {
        let dictionary = try #require(CMTimeCopyAsDictionary(time, allocator: kCFAllocatorDefault))
        #expect(dictionary.count == 4)
        #expect(hasSameBits(CMTimeMakeFromDictionary(dictionary), time))
    }

    @Test("ranges and mappings hold the dictionaries of their parts")
    func nested() throws {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: .positiveInfinity)
        let mapping = CMTimeMapping(source: range, target: .zero)
        let ranges = try #require(CMTimeRangeCopyAsDictionary(range, allocator: nil))
        #expect(CMTimeRangeMakeFromDictionary(ranges) == range)
        let mappings = try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
        #expect(CMTimeMappingMakeFromDictionary(mappings) == mapping)
        #expect(CMTimeRangeMakeFromDictionary([kCMTimeRangeStartKey: [:] as CFDictionary]) == .invalid)
        #expect(CMTimeMappingMakeFromDictionary([:]) == .invalid)
    }

    @Test("numbers of any kind are read, and anything that does not fit its field gives no time")
    func foreignDictionaries() {
        func time(_ value: Any, _ timescale: Any, _ epoch: Any = 0, _ flags: Any = 1) -> CMTime {
            CMTimeMakeFromDictionary(["value": value, "timescale": timescale, "epoch": epoch, "flags": flags])
        }
        let half = CMTime(value: 1, timescale: 2)
        #expect(time(1, 2) == half)
        #expect(time(Int8(1), UInt16(2), Int64(0), UInt32(1)) == half)
        #expect(time(1.0, Float(2)) == half)
        #expect(time(NSNumber(value: 1), NSNumber(value: 2.0)) == half)
        #expect(time(NSNumber(value: UInt64.max), 1) == .invalid)
        #expect(time(1.5, 2) == .invalid)
        #expect(time(Double.nan, 2) == .invalid)
        #expect(time(NSNumber(value: Double.infinity), 2) == .invalid)
        #expect(time("1", 2) == .invalid)
        #expect(time(1, Int64(1) << 40) == .invalid)
        #expect(time(1, 2, 0, -1) == .invalid)
        #expect(time(1, 2, 0, true) == .invalid)
        #expect(time(NSNumber(value: true), 2) == .invalid)
        #expect(time(NSNumber(value: Int8(1)), NSNumber(value: UInt8(2))) == half)
        #expect(CMTimeMakeFromDictionary(nil) == .invalid)
        #expect(CMTimeMakeFromDictionary([:]) == .invalid)
    }
}
