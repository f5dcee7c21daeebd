package import Foundation

/// Sound whose n-th frame says so: n / 2^20 in every channel, which floating-point numbers hold exactly.
package enum CounterSound {
    package static func value(_ frame: Int) -> Float { Float(frame) / Float(1 << 20) }

    /// Writes frames of it as a WAV file of 32-bit floating-point numbers.
    package static func write(_ frames: Range<Int>, to url: URL, channels: Int = 2, rate: Int = 48_000) throws {
        try data(frames, channels: channels, rate: rate).write(to: url)
    }

    /// Writes a sine of half the full level.
    package static func writeSine(count: Int, frequency: Double, to url: URL) throws {
        try data(0..<count) { Float(0.5 * sin(2 * .pi * frequency * Double($0) / 48_000)) }.write(to: url)
    }

    /// The bytes of such a file.
    package static func data(
        _ frames: Range<Int>,
        channels: Int = 2,
        rate: Int = 48_000,
        value: (Int) -> Float = Self.value
    ) -> Data {
        var data = Data("RIFF".utf8)
        func add<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        let byteCount = frames.count * channels * 4
        add(UInt32(36 + byteCount))
        data.append(Data("WAVEfmt ".utf8))
        add(UInt32(16))
        add(UInt16(3))
        add(UInt16(channels))
        add(UInt32(rate))
        add(UInt32(rate * channels * 4))
        add(UInt16(channels * 4))
        add(UInt16(32))
        data.append(Data("data".utf8))
        add(UInt32(byteCount))
        for frame in frames {
            for _ in 0..<channels { add(value(frame).bitPattern) }
        }
        return data
    }

    /// The numbers of the frames in heard sound, of its first channel; -1 for silence.
    package static func numbers(_ samples: [Float], channels: Int = 2) -> [Int] {
        stride(from: 0, to: samples.count, by: channels).map { index in
            samples[index] == 0 ? -1 : Int((samples[index] * Float(1 << 20)).rounded())
        }
    }

    /// Where what follows is not the next frame: (place, before, behind).
    package static func breaks(_ numbers: [Int]) -> [String] {
        zip(numbers.indices, zip(numbers, numbers.dropFirst())).compactMap { index, pair in
            pair.1 == pair.0 + 1 ? nil : "\(index): \(pair.0) then \(pair.1)"
        }
    }
}
