import TestSupport

/// Makes broken copies of bytes: the same ones for the same seed everywhere.
struct ByteMutator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func mutant(of bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var result = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !result.isEmpty { change(&result) }
        return result
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        // Half of the damage falls on the first part of a file, where the structure is.
        let reach = Bool.random(using: &generator) ? min(bytes.count, 2_048) : bytes.count
        let place = Int.random(in: 0..<reach, using: &generator)
        let count = min(Int.random(in: 1...64, using: &generator), bytes.count - place)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes.removeSubrange(place...)
        case 1:
            for _ in 0..<8 {
                let bit = UInt8.random(in: 0...7, using: &generator)
                bytes[Int.random(in: 0..<reach, using: &generator)] ^= 1 << bit
            }
        case 2: for index in 0..<min(8, bytes.count - place) { bytes[place + index] = 0xff }
        case 3: for index in 0..<count { bytes[place + index] = 0 }
        case 4: bytes.removeSubrange(place..<place + count)
        case 5: bytes.insert(contentsOf: bytes[place..<place + count], at: place)
        default:
            let hostile: [[UInt8]] = [
                [0x7f, 0xff, 0xff, 0xff], [0x80, 0, 0, 0], [0xff, 0xff, 0xff, 0xfe], [0, 0, 0, 1],
                [0x01, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x08, 0xff, 0xff, 0xff, 0xff],
            ]
            let pattern = hostile[Int.random(in: 0..<hostile.count, using: &generator)]
            for (index, byte) in pattern.enumerated() where place + index < bytes.count { bytes[place + index] = byte }
        }
    }
}
