import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("FFmpeg, scaling and colour")
struct ScalerTests {
    /// Red, green and blue of a flat picture, and its brightness and colour differences by definition.
    struct Patch: Sendable {
        let red: Double
        let green: Double
        let blue: Double

        static let all = [
            (0, 0, 0), (255, 255, 255), (128, 128, 128), (255, 0, 0), (0, 255, 0), (0, 0, 255), (200, 120, 40),
            (30, 90, 160), (1, 2, 3), (250, 128, 114),
        ].map { Patch(red: $0.0, green: $0.1, blue: $0.2) }

        /// Codes of 8 bits by the equations of ITU-T H.273 (`weights`: of red and of blue).
        func codes(_ weights: (red: Double, blue: Double), isFullRange: Bool) -> [Double] {
            let luma = (weights.red * red + (1 - weights.red - weights.blue) * green + weights.blue * blue) / 255
            let blueDifference = (blue / 255 - luma) / (2 * (1 - weights.blue))
            let redDifference = (red / 255 - luma) / (2 * (1 - weights.red))
            let (height, width, black) = isFullRange ? (255.0, 255.0, 0.0) : (219.0, 224.0, 16.0)
            let codes = [black + height * luma, 128 + width * blueDifference, 128 + width * redDifference]
            return codes.map { min(max($0, 0), 255) }
        }
    }

    struct Matrix: Sendable, CustomTestStringConvertible {
        let name: String
        let red: Double
        let blue: Double
        var testDescription: String { name }

        static let all = [
            Matrix(name: kCVImageBufferYCbCrMatrix_ITU_R_601_4, red: 0.299, blue: 0.114),
            Matrix(name: kCVImageBufferYCbCrMatrix_ITU_R_709_2, red: 0.2126, blue: 0.0722),
            Matrix(name: kCVImageBufferYCbCrMatrix_ITU_R_2020, red: 0.2627, blue: 0.0593),
        ]
    }

    private func flat(_ patch: Patch, _ width: Int = 64, _ height: Int = 32) throws -> CVPixelBuffer {
        let picture = try SampleReader.picture(width, height)
        let stride = CVPixelBufferGetBytesPerRow(picture)
        picture.akWithMutablePlane(0) { span in
            for row in 0..<height {
                for column in 0..<width {
                    let place = row * stride + column * 4
                    for (offset, value) in [patch.blue, patch.green, patch.red, 255].enumerated() {
                        span.storeBytes(of: UInt8(value), toByteOffset: place + offset, as: UInt8.self)
                    }
                }
            }
        }
        return picture
    }

    private func byte(_ picture: CVPixelBuffer, _ plane: Int, _ offset: Int) -> Double {
        Double(picture.akWithPlane(plane) { $0.unsafeLoad(fromByteOffset: offset, as: UInt8.self) } ?? 0)
    }

    private func isClose(_ pixel: (red: Int, green: Int, blue: Int, alpha: Int), _ patch: Patch, _ steps: Int) -> Bool {
        abs(pixel.red - Int(patch.red)) <= steps && abs(pixel.green - Int(patch.green)) <= steps
            && abs(pixel.blue - Int(patch.blue)) <= steps && pixel.alpha == 255
    }

    @Test("flat colours have the codes that the standard says, and come back", arguments: Matrix.all, [false, true])
    func codes(matrix: Matrix, isFullRange: Bool) throws {
        let type =
            isFullRange
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let (there, back) = (Scaler(.exact), Scaler(.exact))
        for patch in Patch.all {
            let target = try SampleReader.picture(64, 32, type)
            CVBufferSetAttachment(target, kCVImageBufferYCbCrMatrixKey, matrix.name, .shouldPropagate)
            try there.scale(flat(patch), into: target)
            let expected = patch.codes((matrix.red, matrix.blue), isFullRange: isFullRange)
            let middle = 16 * CVPixelBufferGetBytesPerRowOfPlane(target, 0) + 32
            let pair = 8 * CVPixelBufferGetBytesPerRowOfPlane(target, 1) + 32
            let found = [byte(target, 0, middle), byte(target, 1, pair), byte(target, 1, pair + 1)]
            // One step: FFmpeg's coefficients have 15 bits.
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(patch): \(found) is not \(expected)")
            let again = try SampleReader.picture(64, 32)
            try back.scale(target, into: again)
            #expect(isClose(SampleReader.pixel(of: again, 32, 16), patch, 3), "\(patch)")
        }
        #expect(there.contextCount == 1)
        #expect(back.contextCount == 1)
    }

    @Test(
        "every format keeps flat colours within a few steps",
        arguments: [
            kCVPixelFormatType_32ARGB, kCVPixelFormatType_24RGB, kCVPixelFormatType_422YpCbCr8,
            kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_420YpCbCr8Planar,
            kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
            kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, kCVPixelFormatType_64RGBAHalf,
            kCVPixelFormatType_64RGBALE,
        ]
    )
    func everyFormat(type: OSType) throws {
        for quality in [Scaler.Quality.exact, .fast] {
            let (there, back) = (Scaler(quality), Scaler(quality))
            for patch in Patch.all {
                let middle = try SampleReader.picture(66, 34, type)
                try there.scale(flat(patch, 66, 34), into: middle)
                let again = try SampleReader.picture(66, 34)
                try back.scale(middle, into: again)
                let pixel = SampleReader.pixel(of: again, 33, 17)
                // The fast way rounds down in between, which costs a step more.
                let steps = quality == .exact ? 3 : 4
                #expect(isClose(pixel, patch, steps), "\(patch) became \(pixel)")
            }
        }
    }

    @Test("a change of matrix is worked out, not just relabelled")
    func matrices() throws {
        let patch = Patch(red: 200, green: 120, blue: 40)
        let type = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let old = try SampleReader.picture(64, 32, type)
        let new = try SampleReader.picture(64, 32, type)
        CVBufferSetAttachment(
            old,
            kCVImageBufferYCbCrMatrixKey,
            kCVImageBufferYCbCrMatrix_ITU_R_601_4,
            .shouldPropagate
        )
        CVBufferSetAttachment(
            new,
            kCVImageBufferYCbCrMatrixKey,
            kCVImageBufferYCbCrMatrix_ITU_R_709_2,
            .shouldPropagate
        )
        try Scaler(.exact).scale(flat(patch), into: old)
        try Scaler(.exact).scale(old, into: new)
        let expected = patch.codes((0.2126, 0.0722), isFullRange: false)
        #expect(abs(byte(new, 0, 16 * CVPixelBufferGetBytesPerRowOfPlane(new, 0) + 32) - expected[0]) <= 2)
        #expect(abs(byte(new, 1, 8 * CVPixelBufferGetBytesPerRowOfPlane(new, 1) + 32) - expected[1]) <= 2)
    }

    @Test("what says nothing counts as BT.601 up to standard definition and as BT.709 above")
    func defaults() {
        #expect(PictureColor().resolved(width: 720, height: 576, isRGB: false).matrix == 6)
        #expect(PictureColor().resolved(width: 1280, height: 720, isRGB: false).matrix == 1)
        #expect(PictureColor().resolved(width: 64, height: 64, isRGB: false).isFullRange == false)
        #expect(PictureColor().resolved(width: 64, height: 64, isRGB: true).isFullRange == true)
    }

    @Test("one context serves as long as nothing changes, and a new one after")
    func contexts() throws {
        let scaler = Scaler()
        let patch = Patch(red: 1, green: 2, blue: 3)
        for size in [16, 16, 16, 32, 32, 16] {
            try scaler.scale(flat(patch), into: SampleReader.picture(size, size))
        }
        #expect(scaler.contextCount == 3)
    }

    @Test("rows of any length and place are filled, and nothing beside them", arguments: [1, 3, 17, 33, 61])
    func tightRows(width: Int) throws {
        let patch = Patch(red: 200, green: 120, blue: 40)
        let bytesPerRow = width * 4
        let count = bytesPerRow * 5
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 128, alignment: 1)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xa5)
        let base = try #require(memory.baseAddress) + 61
        var made: CVPixelBuffer?
        CVPixelBufferCreateWithBytes(
            nil,
            width,
            5,
            kCVPixelFormatType_32BGRA,
            base,
            bytesPerRow,
            nil,
            nil,
            nil,
            &made
        )
        let target = try #require(made)
        try Scaler(.exact).scale(flat(patch), into: target)
        for row in 0..<5 { #expect(isClose(SampleReader.pixel(of: target, width - 1, row), patch, 1)) }
        #expect(memory[..<61].allSatisfy { $0 == 0xa5 })
        #expect(memory[(61 + count)...].allSatisfy { $0 == 0xa5 })
        // And the other way round: the lent memory as the source.
        let again = try SampleReader.picture(64, 32)
        try Scaler().scale(target, into: again)
        #expect(isClose(SampleReader.pixel(of: again, 40, 20), patch, 2))
    }

    @Test("a picture lent to FFmpeg stays locked exactly as long as it is needed")
    func lending() throws {
        let picture = try SampleReader.picture(16, 16)
        func lend() throws {
            let frame = try Frame(lending: picture, forWriting: false)
            _ = frame.withRow(0, ofPlane: 0) { $0.count }
            #expect(picture.unlock(readOnly: true) == kCVReturnSuccess)
            #expect(picture.lock(readOnly: true) == kCVReturnSuccess)
        }
        try lend()
        #expect(picture.unlock(readOnly: true) == kCVReturnInvalidArgument)
    }

    @Test("a format that FFmpeg does not have is an error that names it")
    func unsupported() throws {
        let odd = try SampleReader.picture(16, 16, kCVPixelFormatType_128RGBAFloat)
        let error = try #require(throws: FFmpegError.self) {
            try Scaler().scale(SampleReader.picture(16, 16), into: odd)
        }
        #expect(error.description.contains("pixel format"))
    }
}
