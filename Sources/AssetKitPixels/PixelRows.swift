/// Loops over the pixels of a row that has its colours already.
package enum PixelRows {
    /// Light of a row, and red, green and blue of 8 bits for it. `numbers`: what number stands for light of 16 bits.
    package static func write(_ row: ColorRow, _ numbers: [UInt16], _ place: UnsafeMutablePointer<UInt32>) {
        numbers.withUnsafeBufferPointer { numbers in
            func byte(_ light: Float) -> UInt32 {
                let low: Float = light < 0 ? 0 : light
                let number = (low > 1 ? 1 : low) * 65535
                // From 65,535 to 255 without a bias: 257 codes of the one are a step of the other.
                return (UInt32(numbers[Int(number + 0.5)]) + 128) / 257
            }
            for column in 0..<row.count {
                let (red, green, blue) = (byte(row.red[column]), byte(row.green[column]), byte(row.blue[column]))
                place[column] = red | green << 8 | blue << 16 | 0xff00_0000
            }
        }
    }

    /// Puts pixels of `size` bytes that lie behind each other to places that are `step` bytes apart.
    package static func scatter(
        _ line: UnsafeMutableRawPointer,
        _ target: UnsafeMutableRawPointer,
        _ step: Int,
        _ count: Int,
        _ size: Int
    ) {
        for column in 0..<count {
            if size == 4 {
                let pixel = line.load(fromByteOffset: column * 4, as: UInt32.self)
                target.storeBytes(of: pixel, toByteOffset: column * step, as: UInt32.self)
            } else {
                let pixel = line.load(fromByteOffset: column * 8, as: UInt64.self)
                target.storeBytes(of: pixel, toByteOffset: column * step, as: UInt64.self)
            }
        }
    }

    /// Writes the fourth component into pixels of 16 bits for each, or of 8.
    package static func writeAlpha(
        _ alpha: UnsafeRawPointer,
        _ stored: StoredAlpha,
        _ place: UnsafeMutableRawPointer,
        count: Int,
        isDeep: Bool
    ) {
        for column in 0..<count {
            let code = alpha.load(fromByteOffset: column * 2, as: UInt16.self)
            if isDeep {
                let deep = UInt16(stored.value(code, most: 65535))
                place.storeBytes(of: deep, toByteOffset: column * 8 + 6, as: UInt16.self)
            } else {
                let byte = UInt8(stored.value(code, most: 255))
                place.storeBytes(of: byte, toByteOffset: column * 4 + 3, as: UInt8.self)
            }
        }
    }

    /// Copies one of every `step` samples, and moves their bits down.
    package static func gather(
        _ source: UnsafePointer<UInt16>,
        _ target: UnsafeMutablePointer<UInt16>,
        _ count: Int,
        step: Int,
        shift: UInt16
    ) {
        gatherSamples(source, target, count, step: step, shift: shift)
    }

    /// Copies one of every `step` samples.
    package static func gather(
        _ source: UnsafePointer<UInt8>,
        _ target: UnsafeMutablePointer<UInt8>,
        _ count: Int,
        step: Int
    ) {
        gatherSamples(source, target, count, step: step, shift: 0)
    }

    // What is generic stays in here: elsewhere it would not be made for each type.
    private static func gatherSamples<Sample: FixedWidthInteger>(
        _ source: UnsafePointer<Sample>,
        _ target: UnsafeMutablePointer<Sample>,
        _ count: Int,
        step: Int,
        shift: Sample
    ) {
        // A loop of a fixed step becomes vector code.
        switch step {
        case 1: for place in 0..<count { target[place] = source[place] &>> shift }
        case 2: for place in 0..<count { target[place] = source[place &* 2] &>> shift }
        default: for place in 0..<count { target[place] = source[place &* step] &>> shift }
        }
    }
}
