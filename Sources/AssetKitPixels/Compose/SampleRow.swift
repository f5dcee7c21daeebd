/// Loops over rows of samples as numbers, for whatever needs more than whole weights. They become vector code.
enum SampleRow {
    /// The numbers of samples that are `step` bytes apart.
    static func read(
        _ source: UnsafeRawPointer,
        step: Int,
        isDeep: Bool,
        into row: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        if isDeep {
            read(source.assumingMemoryBound(to: UInt16.self), step / 2, row, count)
        } else {
            read(source.assumingMemoryBound(to: UInt8.self), step, row, count)
        }
    }

    private static func read<Sample: FixedWidthInteger & UnsignedInteger>(
        _ source: UnsafePointer<Sample>,
        _ step: Int,
        _ row: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        guard step != 1 else {
            for column in 0..<count { row[column] = Float(Int32(truncatingIfNeeded: source[column])) }
            return
        }
        for column in 0..<count { row[column] = Float(Int32(truncatingIfNeeded: source[column &* step])) }
    }

    /// Copies samples that are `step` bytes apart.
    static func gather(
        _ source: UnsafeRawPointer,
        step: Int,
        isDeep: Bool,
        _ target: UnsafeMutableRawPointer,
        _ count: Int
    ) {
        for column in 0..<count {
            if isDeep {
                let sample = source.load(fromByteOffset: column &* step, as: UInt16.self)
                target.storeBytes(of: sample, toByteOffset: column &* 2, as: UInt16.self)
            } else {
                let sample = source.load(fromByteOffset: column &* step, as: UInt8.self)
                target.storeBytes(of: sample, toByteOffset: column, as: UInt8.self)
            }
        }
    }

    /// Multiplies all numbers with one.
    static func multiply(_ row: UnsafeMutablePointer<Float>, by factor: Float, _ count: Int) {
        for column in 0..<count { row[column] *= factor }
    }

    /// Multiplies each number with a factor of its own and one for all.
    static func multiply(
        _ row: UnsafeMutablePointer<Float>,
        by factors: UnsafePointer<Float>,
        _ factor: Float,
        _ count: Int
    ) {
        for column in 0..<count { row[column] *= factors[column] * factor }
    }

    /// Lays numbers over samples, each with its own weight from 0 to 1.
    static func lay(
        _ row: UnsafePointer<Float>,
        weights: UnsafePointer<Float>,
        over target: UnsafeMutableRawPointer,
        isDeep: Bool,
        _ count: Int
    ) {
        if isDeep {
            lay(row, weights, target.assumingMemoryBound(to: UInt16.self), count)
        } else {
            lay(row, weights, target.assumingMemoryBound(to: UInt8.self), count)
        }
    }

    private static func lay<Sample: FixedWidthInteger & UnsignedInteger>(
        _ row: UnsafePointer<Float>,
        _ weights: UnsafePointer<Float>,
        _ target: UnsafeMutablePointer<Sample>,
        _ count: Int
    ) {
        for column in 0..<count {
            let under = Float(Int32(truncatingIfNeeded: target[column]))
            target[column] = rounded(under + (row[column] - under) * weights[column])
        }
    }

    /// The same for numbers that are multiplied with alpha: each counts as far as `shares` says, and hides what is below as
    /// far as `weights` says. `zero`: the code that stands for nothing.
    static func layPremultiplied(
        _ row: UnsafePointer<Float>,
        shares: UnsafePointer<Float>,
        weights: UnsafePointer<Float>,
        zero: Int,
        over target: PixelPlane,
        at place: UnsafeMutableRawPointer,
        _ count: Int
    ) {
        let (zero, peak) = (Float(zero), Float(target.peak))
        if target.isDeep {
            lay(row, shares, weights, zero, peak, place.assumingMemoryBound(to: UInt16.self), count)
        } else {
            lay(row, shares, weights, zero, peak, place.assumingMemoryBound(to: UInt8.self), count)
        }
    }

    private static func lay<Sample: FixedWidthInteger & UnsignedInteger>(
        _ row: UnsafePointer<Float>,
        _ shares: UnsafePointer<Float>,
        _ weights: UnsafePointer<Float>,
        _ zero: Float,
        _ peak: Float,
        _ target: UnsafeMutablePointer<Sample>,
        _ count: Int
    ) {
        for column in 0..<count {
            let under = Float(Int32(truncatingIfNeeded: target[column])) - zero
            let sum = zero + (row[column] - zero) * shares[column] + under * (1 - weights[column])
            let low: Float = sum < 0 ? 0 : sum
            target[column] = rounded(low > peak ? peak : low)
        }
    }

    /// The nearest code. A sum with two to the 23rd has it in its lowest bits.
    @inline(__always)
    private static func rounded<Sample: FixedWidthInteger & UnsignedInteger>(_ number: Float) -> Sample {
        Sample(truncatingIfNeeded: (number + 8_388_608).bitPattern)
    }
}
