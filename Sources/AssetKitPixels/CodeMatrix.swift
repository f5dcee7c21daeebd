/// What one step of each of three components adds to red, green and blue, and what they begin with.
package struct CodeMatrix: Sendable, Hashable {
    package let first: SIMD3<Float>
    package let second: SIMD3<Float>
    package let third: SIMD3<Float>
    package let offset: SIMD3<Float>

    package init(_ first: SIMD3<Float>, _ second: SIMD3<Float>, _ third: SIMD3<Float>, offset: SIMD3<Float>) {
        (self.first, self.second, self.third, self.offset) = (first, second, third, offset)
    }

    /// Red, green and blue of a row of codes.
    package func apply(_ codes: CodeRow, into row: ColorRow) {
        let (x, y, z, w) = (first, second, third, offset)
        for column in 0..<codes.count {
            let a = Float(Int32(truncatingIfNeeded: codes.first[column]))
            let b = Float(Int32(truncatingIfNeeded: codes.second[column]))
            let c = Float(Int32(truncatingIfNeeded: codes.third[column]))
            row.red[column] = x.x * a + y.x * b + z.x * c + w.x
            row.green[column] = x.y * a + y.y * b + z.y * c + w.y
            row.blue[column] = x.z * a + y.z * b + z.z * c + w.z
        }
    }

    /// The numbers as they are, in 8 bits. Written so that the compiler makes vectors of it.
    package func writeBytes(_ codes: CodeRow, _ place: UnsafeMutablePointer<UInt32>) {
        // A sum with two to the 23rd has the rounded number in its lowest bits.
        let magic: Float = 8_388_608
        let (x, y, z, w) = (first * 255, second * 255, third * 255, offset * 255)
        @inline(__always) func byte(_ value: Float) -> UInt32 {
            let low: Float = value < 0 ? 0 : value
            let clamped: Float = low > 255 ? 255 : low
            return (clamped + magic).bitPattern & 0xff
        }
        for column in 0..<codes.count {
            let a = Float(Int32(truncatingIfNeeded: codes.first[column]))
            let b = Float(Int32(truncatingIfNeeded: codes.second[column]))
            let c = Float(Int32(truncatingIfNeeded: codes.third[column]))
            let red = byte(a * x.x + b * y.x + c * z.x + w.x)
            let green = byte(a * x.y + b * y.y + c * z.y + w.y)
            let blue = byte(a * x.z + b * y.z + c * z.z + w.z)
            place[column] = red | green << 8 | blue << 16 | 0xff00_0000
        }
    }

    /// The numbers in 16 bits, in the picture's own space. `highest`: what stands for 1.
    package func writeWords(_ codes: CodeRow, _ place: UnsafeMutablePointer<UInt64>, highest: UInt16) {
        let highest = Float(highest)
        for column in 0..<codes.count {
            let (a, b, c) = (Float(codes.first[column]), Float(codes.second[column]), Float(codes.third[column]))
            let sum = first * a + second * b + third * c + offset
            let color = sum.clamped(lowerBound: .zero, upperBound: .one) * highest
            func word(_ value: Float) -> UInt64 { UInt64(value + 0.5) }
            place[column] = word(color.x) | word(color.y) << 16 | word(color.z) << 32 | 0xffff << 48
        }
    }
}
