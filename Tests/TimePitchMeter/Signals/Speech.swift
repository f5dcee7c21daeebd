internal import Glibc

/// Speech out of a WAV file of 16 bits and one channel, as scripts/make-speech.sh writes it.
package enum Speech {
    /// Nil where there is no such file.
    package static func samples(path: String, rate: Double) -> [Float]? {
        guard let bytes = bytes(path), let (samples, ownRate) = parse(bytes) else { return nil }
        return resampled(samples, by: rate / ownRate)
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let count = max(ftell(file), 0)
        fseek(file, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: count) { $1 = fread($0.baseAddress, 1, count, file) }
    }

    private static func parse(_ bytes: [UInt8]) -> (samples: [Float], rate: Double)? {
        func number(_ place: Int, _ length: Int) -> Int {
            (0..<length).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        var (place, rate) = (12, 0)
        while place + 8 <= bytes.count {
            let (name, size) = (bytes[place..<(place + 4)], number(place + 4, 4))
            let (start, end) = (place + 8, min(place + 8 + size, bytes.count))
            if name.elementsEqual("fmt ".utf8), end - start >= 16 {
                guard number(start + 2, 2) == 1, number(start + 14, 2) == 16 else { return nil }
                rate = number(start + 4, 4)
            } else if name.elementsEqual("data".utf8), rate > 0 {
                let samples = stride(from: start, to: end - 1, by: 2).map { place in
                    Float(Int16(truncatingIfNeeded: number(place, 2))) / 32768
                }
                return (samples, Double(rate))
            }
            place = end + size % 2
        }
        return nil
    }

    /// To a higher rate: sines over their own length, faded to nothing over 32 samples on either side.
    private static func resampled(_ samples: [Float], by ratio: Double) -> [Float] {
        precondition(ratio >= 1, "speech is only brought to a higher rate")
        let reach = 32
        return (0..<Int(Double(samples.count) * ratio)).map { index in
            let place = Double(index) / ratio
            let nearest = Int(place)
            var sum = 0.0
            for other in max(nearest - reach + 1, 0)...min(nearest + reach, samples.count - 1) {
                let distance = place - Double(other)
                let fade = 0.5 + 0.5 * cos(Double.pi * distance / Double(reach))
                let weight = distance == 0 ? 1 : sin(Double.pi * distance) / (Double.pi * distance)
                sum += Double(samples[other]) * weight * fade
            }
            return Float(sum)
        }
    }
}
