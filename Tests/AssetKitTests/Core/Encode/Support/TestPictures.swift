import Foundation

@testable import AssetKit
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Pictures for encoders: something that moves, with the index of the picture as a barcode in the top left corner, as
/// the sample media has it.
enum TestPictures {
    static let width = 272
    static let height = 144
    private static let blockSize = 16

    /// A picture of one of FFmpeg's planar layouts of brightness and colour.
    static func frame(
        _ index: Int,
        _ formatName: String = "yuv420p",
        width: Int = Self.width,
        height: Int = Self.height
    ) throws -> Frame {
        let frame = try Frame(width: width, height: height, formatNamed: formatName)
        let isWide = formatName.hasSuffix("le")
        for (plane, shape) in frame.planeShapes.enumerated() {
            let count = shape.byteCount / (isWide ? 2 : 1)
            for row in 0..<shape.rowCount {
                frame.withRow(row, ofPlane: plane) { bytes in
                    line(index, plane, row, count, isWide: isWide) { bytes.copyMemory(from: $0) }
                }
            }
        }
        return frame
    }

    /// The same in a picture's own memory.
    static func buffer(_ index: Int, _ formatName: String = "yuv420p") throws -> CVPixelBuffer? {
        try frame(index, formatName).takePixelBuffer()
    }

    // A slope that goes up and down, and the same of colour: pictures begin at different places of them.
    private static let slope: [UInt8] = (0..<1000).map { place in
        let step = place % 200
        return UInt8(60 + min(step, 200 - step))
    }
    private static let wideSlope = slope.map { UInt16($0) << 2 }
    private static let color: [UInt8] = (0..<1000).map { place in UInt8(112 + place / 2 % 32) }
    private static let wideColor = color.map { UInt16($0) << 2 }

    /// Lends a row of a picture.
    private static func line(
        _ index: Int,
        _ plane: Int,
        _ row: Int,
        _ count: Int,
        isWide: Bool,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        let start = plane == 0 ? (row + index * 2) % 200 : (index + plane * 8) * 2 % 64
        let range = start..<(start + count)
        if plane == 0, row < blockSize {
            var narrow = Array(slope[range])
            for column in 0..<(16 * blockSize) { narrow[column] = index >> (column / blockSize) & 1 == 1 ? 235 : 16 }
            if isWide { narrow.map { UInt16($0) << 2 }.withUnsafeBytes(body) } else { narrow.withUnsafeBytes(body) }
        } else if isWide {
            (plane == 0 ? wideSlope : wideColor)[range].withUnsafeBytes(body)
        } else {
            (plane == 0 ? slope : color)[range].withUnsafeBytes(body)
        }
    }

    /// The index that a picture spells, and how near, in decibel, its brightness is to the original.
    static func judge(_ frame: borrowing Frame, against formatName: String) throws -> (index: Int, ratio: Double) {
        let isWide = formatName.hasSuffix("le")
        func sample(_ bytes: UnsafeMutableRawBufferPointer, _ column: Int) -> Int {
            isWide ? Int(bytes.load(fromByteOffset: column * 2, as: UInt16.self)) : Int(bytes[column])
        }
        let index = frame.withRow(8, ofPlane: 0) { bytes in
            (0..<16).reduce(0) { $0 | (sample(bytes, $1 * blockSize + 8) > (isWide ? 504 : 126) ? 1 << $1 : 0) }
        }
        var error = 0
        for row in 0..<frame.height {
            frame.withRow(row, ofPlane: 0) { bytes in
                line(index, 0, row, frame.width, isWide: isWide) { expected in
                    error +=
                        isWide ? distance(bytes, expected, as: UInt16.self) : distance(bytes, expected, as: UInt8.self)
                }
            }
        }
        let mean = Double(error) / Double(frame.width * frame.height)
        let peak = isWide ? 1023.0 : 255
        return (index, mean == 0 ? .infinity : 10 * log10(peak * peak / mean))
    }

    /// The sum of the squares of all differences.
    private static func distance<Sample: FixedWidthInteger>(
        _ bytes: UnsafeMutableRawBufferPointer,
        _ expected: UnsafeRawBufferPointer,
        as type: Sample.Type
    ) -> Int {
        let (one, other) = (bytes.bindMemory(to: type), expected.bindMemory(to: type))
        var sum = 0
        for place in 0..<other.count where one[place] != other[place] {
            let difference = Int(one[place]) - Int(other[place])
            sum += difference * difference
        }
        return sum
    }
}
