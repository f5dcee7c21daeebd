import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBitstream

/// Whatever the bytes are, a parser returns a value or throws its small error; a trap would end the whole run.
@Suite("Bitstream, broken headers")
struct BitstreamRobustnessTests {
    struct Subject: CustomTestStringConvertible {
        let name: String
        let bytes: ArraySlice<UInt8>
        let parse: @Sendable (ArraySlice<UInt8>) throws(BitstreamError) -> Void

        var testDescription: String { name }

        init(
            _ name: String,
            _ bytes: ArraySlice<UInt8>,
            _ parse: @escaping @Sendable (ArraySlice<UInt8>) throws(BitstreamError) -> Void
        ) {
            self.name = name
            self.bytes = bytes
            self.parse = parse
        }

        /// `true` when the bytes mean something. Only ``BitstreamError`` can be thrown: the compiler sees to that.
        func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
            do throws(BitstreamError) {
                try parse(bytes)
                return true
            } catch {
                return false
            }
        }
    }

    static let mutationsOfEach = 1_000

    @Test("a whole header is understood", arguments: subjects)
    func whole(subject: Subject) {
        #expect(subject.accepts(subject.bytes))
    }

    @Test("a header cut anywhere throws or means something", arguments: subjects)
    func truncated(subject: Subject) {
        for count in 0..<subject.bytes.count { _ = subject.accepts(subject.bytes.prefix(count)) }
        #expect(!subject.accepts([]))
    }

    @Test("a header with damage throws or means something", arguments: subjects)
    func damaged(subject: Subject) {
        var generator = SeededGenerator(seed: 2_026)
        var understood = 0
        var refused = 0
        for _ in 0..<Self.mutationsOfEach {
            let mutant = Self.mutant(of: Array(subject.bytes), using: &generator)
            // Slices that do not begin at 0 find confusions of index and offset.
            if subject.accepts(([0xFF, 0xFF, 0xFF] + mutant).dropFirst(3)) {
                understood += 1
            } else {
                refused += 1
            }
        }
        // Both ends are exercised: damage that is seen, and damage that leaves other values.
        #expect(understood > 0 && refused > 0)
    }

    @Test("the everyday run is long enough")
    func count() {
        #expect(Self.subjects.count * Self.mutationsOfEach >= 20_000)
    }

    @Test("noise throws or means something", arguments: subjects)
    func noise(subject: Subject) {
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<200 {
            let head = subject.bytes.prefix(Int.random(in: 0...3, using: &generator))
            var bytes = Array(head)
            for _ in 0..<Int.random(in: 0...80, using: &generator) {
                let choices: [UInt8] = [0, 0xFF, .random(in: .min ... .max, using: &generator)]
                bytes.append(choices[Int.random(in: 0...2, using: &generator)])
            }
            _ = subject.accepts(bytes[...])
        }
    }

    private static func mutant(of bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard !bytes.isEmpty else { break }
            let index = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 1: bytes[index] = .random(in: .min ... .max, using: &generator)
            case 2: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            case 3: bytes.remove(at: index)
            case 4: bytes.insert(.random(in: .min ... .max, using: &generator), at: index)
            default: bytes[index] = ~bytes[index]
            }
        }
        return bytes
    }
}
