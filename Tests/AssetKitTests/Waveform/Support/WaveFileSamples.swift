import Foundation

/// Reads the samples of a 16-bit WAVE file, with nothing but the chunks' sizes to go by.
enum WaveFileSamples {
    struct Unreadable: Error {}

    /// The samples of each frame.
    static func frames(of url: URL, channelCount: Int) throws -> [[Int16]] {
        let bytes = Array(try Data(contentsOf: url))
        var position = 12
        while position + 8 <= bytes.count {
            let size = (0..<4).reduce(0) { $0 | Int(bytes[position + 4 + $1]) << (8 * $1) }
            guard bytes[position..<position + 4].elementsEqual("data".utf8) else {
                position += 8 + size + size % 2
                continue
            }
            let samples = stride(from: position + 8, to: min(position + 8 + size, bytes.count) - 1, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
            return stride(from: 0, to: samples.count, by: channelCount).map { Array(samples[$0..<$0 + channelCount]) }
        }
        throw Unreadable()
    }

    /// A WAVE file of 16-bit samples.
    static func file(_ frames: [[Int16]], sampleRate: Int) -> Data {
        let channelCount = frames.first?.count ?? 1
        let body = frames.flatMap { $0 }.flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var data = Data("RIFF".utf8) + number(36 + body.count, 4) + Data("WAVEfmt ".utf8) + number(16, 4)
        data += number(1, 2) + number(channelCount, 2) + number(sampleRate, 4)
        data += number(sampleRate * channelCount * 2, 4) + number(channelCount * 2, 2) + number(16, 2)
        return data + Data("data".utf8) + number(body.count, 4) + body
    }
}
