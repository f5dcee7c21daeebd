import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("Pictures, interlaced")
struct DeinterlacingTests {
    /// How many pixels stick out from the lines above and below, both to the same side: teeth of a comb.
    private func teeth(_ buffer: CVPixelBuffer) -> Int {
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        let (width, height) = (buffer.width, buffer.height)
        return buffer.akWithPlane(0) { span in
            var count = 0
            for row in 1..<(height - 1) {
                for column in 0..<width {
                    func value(_ row: Int) -> Int {
                        Int(span.unsafeLoad(fromByteOffset: row * stride + column, as: UInt8.self))
                    }
                    if (value(row) - value(row - 1)) * (value(row) - value(row + 1)) > 400 { count += 1 }
                }
            }
            return count
        } ?? 0
    }

    private func request(deinterlaces: Bool) -> PictureRequest {
        let buffer = PixelBufferRequest(formats: [kCVPixelFormatType_420YpCbCr8Planar])
        return PictureRequest(output: .pixelBuffer(buffer), deinterlaces: deinterlaces)
    }

    /// A bright bar that moves by 6 pixels from one field to the next, before stripes that stand still.
    private func bar(_ number: Int, topFirst: Bool = true) throws -> Frame {
        let color = Storage.highDefinition.color(isFullRange: false)
        let frame = try Pictures.frame(.planar420, width: 320, height: 240, color: color) { x, y, plane in
            guard plane == 0 else { return 128 }
            let isLate = (y % 2 == 1) == topFirst
            let place = x - (number * 2 + (isLate ? 1 : 0)) * 6
            return (60..<100).contains(place) ? 200 : 50
        }
        frame.setInterlaced(topFieldFirst: topFirst)
        return frame
    }

    @Test("a moving bar loses its comb, alone, with neighbours, and in a sequence", arguments: [true, false])
    func movingBar(topFirst: Bool) throws {
        let raw = try PictureConverter(request(deinterlaces: false)).pixelBuffer(bar(3, topFirst: topFirst))
        #expect(teeth(raw) > 2000)
        let converter = PictureConverter(request(deinterlaces: true))
        let alone = try converter.pixelBuffer(bar(3, topFirst: topFirst))
        #expect(teeth(alone) == 0)
        let before = try bar(2, topFirst: topFirst)
        let now = try bar(3, topFirst: topFirst)
        let after = try bar(4, topFirst: topFirst)
        let between = try converter.pixelBuffer(now, between: before, and: after)
        #expect(teeth(between) == 0)
        #expect(try teeth(converter.pixelBuffer(now, between: before, and: Frame())) == 0)
        #expect(try teeth(converter.pixelBuffer(now, between: Frame(), and: after)) == 0)
        // The lines of the first field stay as they are.
        let row = topFirst ? 100 : 101
        let stride = CVPixelBufferGetBytesPerRowOfPlane(raw, 0)
        for buffer in [alone, between] {
            let stays = buffer.akWithPlane(0) { span in
                (0..<320).allSatisfy { x in
                    let place = row * CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) + x
                    let original = raw.akWithPlane(0) {
                        $0.unsafeLoad(fromByteOffset: row * stride + x, as: UInt8.self)
                    }
                    return span.unsafeLoad(fromByteOffset: place, as: UInt8.self) == original
                }
            }
            #expect(stays == true)
        }
    }

    @Test("what stands still keeps every line when neighbours are known")
    func stillPicture() throws {
        func stripes() throws -> Frame {
            let color = Storage.highDefinition.color(isFullRange: false)
            let frame = try Pictures.frame(.planar420, width: 64, height: 64, color: color) { _, y, plane in
                plane == 0 ? 60 + (y % 2) * 100 : 128
            }
            frame.setInterlaced(topFieldFirst: true)
            return frame
        }
        let before = try stripes()
        let now = try stripes()
        let after = try stripes()
        let buffer = try PictureConverter(request(deinterlaces: true)).pixelBuffer(now, between: before, and: after)
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        for row in 4..<60 {
            let value = buffer.akWithPlane(0) { $0.unsafeLoad(fromByteOffset: row * stride + 30, as: UInt8.self) }
            #expect(value == UInt8(60 + (row % 2) * 100))
        }
    }

    @Test("pictures that come in their order are given to the filter once")
    func sequence() throws {
        let deinterlacer = Deinterlacer()
        var before = Frame()
        var now = try bar(0)
        for number in 1...10 {
            let after = try bar(number)
            let made = try deinterlacer.deinterlace(now, previous: before, next: after)
            let (isInterlaced, width) = (made.isInterlaced, made.width)
            #expect(!isInterlaced)
            #expect(width == 320)
            swap(&before, &now)
            now = consume after
        }
        // Two to begin with; then one each, but for the second start that the first picture's neighbour asks for.
        #expect(deinterlacer.sentCount <= 13)
    }

    @Test("without the filter, lines in between are the mean of their neighbours")
    func meanLines() throws {
        let made = try bar(3).withMeanLines()
        let isInterlaced = made.isInterlaced
        #expect(!isInterlaced)
        let buffer = try PictureConverter(request(deinterlaces: true)).pixelBuffer(made)
        #expect(teeth(buffer) == 0)
    }

    @Test("interlaced samples lose their combs")
    func samples() throws {
        var before = Frame()
        var now = Frame()
        var (combed, smooth, images) = (0, 0, 0)
        let converter = PictureConverter(request(deinterlaces: true))
        let plain = PictureConverter(request(deinterlaces: false))
        try SampleReader.decode("interlaced-tff.mp4", .video) { frame, _ in
            if !now.isEmpty, images < 20 {
                let isInterlaced = now.isInterlaced
                #expect(isInterlaced)
                combed += try teeth(plain.pixelBuffer(now))
                smooth += try teeth(converter.pixelBuffer(now, between: before, and: frame))
                images += 1
            }
            swap(&before, &now)
            now = try frame.view()
        }
        #expect(images == 20)
        #expect(combed > 10000, "there is no comb to begin with: \(combed)")
        #expect(smooth * 10 < combed, "\(combed) teeth became \(smooth)")
        #expect(plain.counts.handedOver == 20)
    }
}
