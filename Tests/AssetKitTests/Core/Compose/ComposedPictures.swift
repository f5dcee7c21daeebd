import AssetKitBase
import AssetKitCore
import Foundation

@testable import AssetKitFFmpeg
@testable import AssetKitPixels
@testable import AssetKitSources

/// Pictures that compositors are given, and what is in those that they make.
enum ComposedPictures {
    static let color = PictureColor(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)

    /// A picture whose samples `value` makes for a plane, a column and a row.
    static func frame(
        _ format: String,
        _ width: Int,
        _ height: Int,
        color: PictureColor = color,
        _ value: (_ plane: Int, _ column: Int, _ row: Int) -> Int
    ) throws -> Frame {
        let frame = try Frame(width: width, height: height, formatNamed: format)
        frame.setColor(color)
        let depth = frame.bitDepth
        for (plane, shape) in frame.planeShapes.enumerated() {
            for row in 0..<shape.rowCount {
                frame.withRow(row, ofPlane: plane) { bytes in
                    for column in 0..<shape.byteCount / (depth > 8 ? 2 : 1) {
                        let code = value(plane, column, row)
                        if depth > 8 {
                            bytes.storeBytes(of: UInt16(code), toByteOffset: column * 2, as: UInt16.self)
                        } else {
                            bytes[column] = UInt8(code)
                        }
                    }
                }
            }
        }
        return frame
    }

    /// A picture of one colour.
    static func flat(_ format: String, _ width: Int, _ height: Int, _ codes: [Int]) throws -> Frame {
        try frame(format, width, height) { plane, _, _ in codes[plane] }
    }

    static func picture(_ frame: borrowing Frame) throws -> LayerPicture {
        try LayerPicture(frame, PictureDescription())
    }

    /// A sample of a picture.
    static func code(_ frame: borrowing Frame, _ plane: Int, _ column: Int, _ row: Int) -> Int {
        let isDeep = frame.bitDepth > 8
        return frame.withRow(row, ofPlane: plane) { bytes in
            isDeep ? Int(bytes.load(fromByteOffset: column * 2, as: UInt16.self)) : Int(bytes[column])
        }
    }

    /// All samples of a plane, row by row.
    static func codes(_ frame: borrowing Frame, _ plane: Int) -> [[Int]] {
        let shape = frame.planeShapes[plane]
        let count = shape.byteCount / (frame.bitDepth > 8 ? 2 : 1)
        var rows: [[Int]] = []
        for row in 0..<shape.rowCount {
            var codes: [Int] = []
            for column in 0..<count { codes.append(code(frame, plane, column, row)) }
            rows.append(codes)
        }
        return rows
    }

    static func compositor(like frame: borrowing Frame, _ width: Int, _ height: Int) -> PictureCompositor {
        PictureCompositor(
            PictureCompositor.Output(like: frame, PictureDescription(), width: width, height: height, color: color)
        )
    }
}
