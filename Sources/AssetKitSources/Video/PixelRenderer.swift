internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitPixels

/// Writes the pixels of a picture whose components lie in planes: red, green, blue and alpha in 8 or 16 bits each.
struct PixelRenderer {
    let matrix: ComponentMatrix
    /// nil where colours stay as they are. One with an encoding of its own makes 16 bits, others 8.
    let rendering: ColorRendering?
    let turn: PictureTurn
    let isDeep: Bool
    /// What stands for 1 in 16 bits, where colours stay as they are.
    let highest: UInt16
    /// nil for pictures without alpha.
    let alpha: StoredAlpha?

    /// A table from linear light of 16 bits to sRGB of 16 bits.
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
                    PixelRows.scatter(place, base + steps.first + row * steps.row, steps.column, width, size)
                }
            }
        }
    }

    private func write(_ row: Int, of planes: borrowing Frame, to place: UnsafeMutableRawPointer, count: Int) {
        planes.withRow(row, ofPlane: 0) { first in
            planes.withRow(row, ofPlane: 1) { second in
                planes.withRow(row, ofPlane: 2) { third in
                    guard let first = first.baseAddress, let second = second.baseAddress, let third = third.baseAddress
                    else { return }
                    let codes = CodeRow(first, second, third, count: count)
                    if let rendering, let encoding = rendering.encoding {
                        write(codes, rendering) { encoding.write($0, place.assumingMemoryBound(to: UInt64.self)) }
                    } else if isDeep {
                        matrix.codes.writeWords(
                            codes,
                            place.assumingMemoryBound(to: UInt64.self),
                            highest: highest
                        )
                    } else if let rendering {
                        write(codes, rendering) {
                            PixelRows.write($0, Self.numbers, place.assumingMemoryBound(to: UInt32.self))
                        }
                    } else {
                        matrix.codes.writeBytes(codes, place.assumingMemoryBound(to: UInt32.self))
                    }
                }
            }
        }
        guard let stored = alpha else { return }
        planes.withRow(row, ofPlane: 3) { alpha in
            guard let alpha = alpha.baseAddress else { return }
            PixelRows.writeAlpha(alpha, stored, place, count: count, isDeep: isDeep)
        }
    }

    private func write(_ codes: CodeRow, _ rendering: ColorRendering, _ body: (ColorRow) -> Void) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * codes.count) { memory in
            guard let base = memory.baseAddress else { return }
            let row = ColorRow(base, count: codes.count)
            matrix.codes.apply(codes, into: row)
            rendering.light.apply(to: row)
            body(row)
        }
    }
}
