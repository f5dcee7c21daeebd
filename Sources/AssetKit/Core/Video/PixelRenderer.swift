/// Writes the pixels of a picture whose components lie in planes: red, green, blue and alpha in 8 or 16 bits each.
struct PixelRenderer {
    let matrix: ComponentMatrix
    /// Nil where the numbers stay as they are.
    let rendering: ColorRendering?
    let turn: PictureTurn
    let isDeep: Bool
    let storedDepth: Int
    let hasAlpha: Bool

    /// Light of 16 bits to sRGB numbers of 16 bits.
    private static let numbers: [UInt16] = (0...65535).map {
        UInt16((TransferCurve.standardNumber(Double($0) / 65535) * 65535).rounded())
    }

    /// Fills `target`, which has the size of the turned picture.
    func render(_ planes: borrowing Frame, into target: borrowing Frame) {
        let (width, height) = (planes.width, planes.height)
        let size = isDeep ? 8 : 4
        let steps = turn.steps(
            width: width,
            height: height,
            bytesPerPixel: size,
            bytesPerRow: target.lineSize(ofPlane: 0)
        )
        target.withPlane(0) { memory in
            // A filled frame has its planes.
            guard let base = memory.baseAddress else { return }
            withUnsafeTemporaryAllocation(byteCount: width * size, alignment: 16) { line in
                for row in 0..<height {
                    guard let place = steps.column == size ? base + steps.first + row * steps.row : line.baseAddress
                    else { return }
                    write(row, of: planes, to: place, count: width)
                    guard steps.column != size else { continue }
                    Self.scatter(place, base + steps.first + row * steps.row, steps.column, width, size)
                }
            }
        }
    }

    private static func scatter(
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

    private func write(_ row: Int, of planes: borrowing Frame, to place: UnsafeMutableRawPointer, count: Int) {
        planes.withRow(row, ofPlane: 0) { first in
            planes.withRow(row, ofPlane: 1) { second in
                planes.withRow(row, ofPlane: 2) { third in
                    guard let first = first.baseAddress, let second = second.baseAddress, let third = third.baseAddress
                    else { return }
                    let codes = ComponentRow(
                        first: first.assumingMemoryBound(to: UInt16.self),
                        second: second.assumingMemoryBound(to: UInt16.self),
                        third: third.assumingMemoryBound(to: UInt16.self),
                        count: count
                    )
                    if isDeep {
                        writeDeep(codes, place.assumingMemoryBound(to: UInt64.self))
                    } else if let rendering {
                        write(codes, rendering, place.assumingMemoryBound(to: UInt32.self))
                    } else {
                        writePlain(codes, place.assumingMemoryBound(to: UInt32.self))
                    }
                }
            }
        }
        guard hasAlpha else { return }
        planes.withRow(row, ofPlane: 3) { alpha in
            let peak = (1 << storedDepth) - 1
            for column in 0..<count {
                let value = Int(alpha.load(fromByteOffset: column * 2, as: UInt16.self))
                if isDeep {
                    let deep = UInt16(min(value * 65535 / peak, 65535))
                    place.storeBytes(of: deep, toByteOffset: column * 8 + 6, as: UInt16.self)
                } else {
                    let byte = UInt8(min((value * 255 + peak / 2) / peak, 255))
                    place.storeBytes(of: byte, toByteOffset: column * 4 + 3, as: UInt8.self)
                }
            }
        }
    }

    /// The numbers as they are, in 8 bits. Written so that the compiler makes vectors of it.
    private func writePlain(_ codes: ComponentRow, _ place: UnsafeMutablePointer<UInt32>) {
        // A sum with two to the 23rd has the rounded number in its lowest bits.
        let magic: Float = 8_388_608
        let (x, y, z, w) = (matrix.first * 255, matrix.second * 255, matrix.third * 255, matrix.offset * 255)
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

    private func write(_ codes: ComponentRow, _ rendering: ColorRendering, _ place: UnsafeMutablePointer<UInt32>) {
        let count = codes.count
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * count) { memory in
            guard let red = memory.baseAddress else { return }
            let row = ColorRow(red: red, green: red + count, blue: red + 2 * count, count: count)
            matrix.apply(codes, into: row)
            rendering.apply(to: row)
            Self.numbers.withUnsafeBufferPointer { numbers in
                func byte(_ light: Float) -> UInt32 {
                    let low: Float = light < 0 ? 0 : light
                    let number = (low > 1 ? 1 : low) * 65535
                    // From 65,535 to 255 without a bias: 257 codes of the one are a step of the other.
                    return (UInt32(numbers[Int(number + 0.5)]) + 128) / 257
                }
                for column in 0..<count {
                    let (red, green, blue) = (byte(row.red[column]), byte(row.green[column]), byte(row.blue[column]))
                    place[column] = red | green << 8 | blue << 16 | 0xff00_0000
                }
            }
        }
    }

    /// The numbers in 16 bits, in the picture's own space.
    private func writeDeep(_ codes: ComponentRow, _ place: UnsafeMutablePointer<UInt64>) {
        for column in 0..<codes.count {
            let color =
                matrix.apply(
                    Float(codes.first[column]),
                    Float(codes.second[column]),
                    Float(codes.third[column])
                ).clamped(lowerBound: .zero, upperBound: .one) * 65535
            func word(_ value: Float) -> UInt64 { UInt64(value + 0.5) }
            place[column] = word(color.x) | word(color.y) << 16 | word(color.z) << 32 | 0xffff << 48
        }
    }
}

/// A row of codes of three components.
private struct ComponentRow {
    let first: UnsafePointer<UInt16>
    let second: UnsafePointer<UInt16>
    let third: UnsafePointer<UInt16>
    let count: Int

    init(
        first: UnsafeMutablePointer<UInt16>,
        second: UnsafeMutablePointer<UInt16>,
        third: UnsafeMutablePointer<UInt16>,
        count: Int
    ) {
        self.first = UnsafePointer(first)
        self.second = UnsafePointer(second)
        self.third = UnsafePointer(third)
        self.count = count
    }
}

extension ComponentMatrix {
    /// Red, green and blue of a row of codes.
    fileprivate func apply(_ codes: ComponentRow, into row: ColorRow) {
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
}
