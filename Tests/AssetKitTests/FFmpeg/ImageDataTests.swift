import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitFFmpeg

@Suite("Picture files")
struct ImageDataTests {
    /// An image of pixels that `pixel` gives by column and row.
    private func image(
        _ width: Int,
        _ height: Int,
        bytesPerPixel: Int = 4,
        _ info: UInt32,
        _ pixel: (Int, Int) -> [UInt8]
    ) throws -> CGImage {
        var data = Data()
        for row in 0..<height {
            for column in 0..<width { data += pixel(column, row) }
            data += [0xee, 0xee]  // rows may be longer than their pixels
        }
        let name = bytesPerPixel == 1 ? CGColorSpace.genericGrayGamma2_2 : CGColorSpace.sRGB
        let space = try #require(CGColorSpace(name: name))
        let provider = try #require(CGDataProvider(data: data))
        return try #require(
            CGImage(
                width: width,
                height: height,
                bitsPerComponent: 8,
                bitsPerPixel: bytesPerPixel * 8,
                bytesPerRow: width * bytesPerPixel + 2,
                space: space,
                bitmapInfo: CGBitmapInfo(rawValue: info),
                provider: provider,
                decode: nil,
                shouldInterpolate: true,
                intent: .defaultIntent
            )
        )
    }

    /// The components of a pixel as they are stored.
    private func stored(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
        image.withPixels { span in
            (0..<(image.bitsPerPixel / 8)).map {
                Int(
                    span.unsafeLoad(
                        fromByteOffset: y * image.bytesPerRow + x * image.bitsPerPixel / 8 + $0,
                        as: UInt8.self
                    )
                )
            }
        }
    }

    private static let patches: [[UInt8]] = [
        [0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255], [128, 128, 128], [200, 120, 40],
        [30, 90, 160],
    ]

    /// Flat squares of 32 pixels side by side.
    private func patches(scale: Int = 1) throws -> CGImage {
        try image(32 * scale * Self.patches.count, 32 * scale, CGImageAlphaInfo.noneSkipLast.rawValue) { column, _ in
            Self.patches[column / (32 * scale)] + [255]
        }
    }

    private func worstStep(_ image: CGImage, scale: Int = 1) -> Int {
        Self.patches.indices.map { index in
            let found = stored(image, (index * 32 + 16) * scale, 16 * scale)
            return zip(found, Self.patches[index]).map { abs($0 - Int($1)) }.max() ?? 255
        }.max() ?? 255
    }

    @Test("PNG keeps every pixel, alpha included")
    func straightAlpha() throws {
        let source = try image(61, 17, CGImageAlphaInfo.last.rawValue) { column, row in
            [UInt8(column * 4), UInt8(row * 15), UInt8(column ^ row), UInt8((column * 7 + row) % 256)]
        }
        let data = try #require(source.akPNGData())
        let read = try #require(CGImage(akData: data))
        #expect(read.width == 61)
        #expect(read.height == 17)
        #expect(read.alphaInfo == .last)
        #expect(read.colorSpace?.name == CGColorSpace.sRGB)
        for row in 0..<17 { for column in 0..<61 { #expect(stored(read, column, row) == stored(source, column, row)) } }
    }

    @Test("PNG of premultiplied colours gives them back when they are multiplied again")
    func premultipliedAlpha() throws {
        let info = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        let source = try image(256, 16, info) { alpha, row in
            [UInt8(alpha * row / 15), UInt8(alpha / 2), UInt8(alpha), UInt8(alpha)]
        }
        let read = try #require(source.akPNGData().flatMap { CGImage(akData: $0) })
        for row in 0..<16 {
            for alpha in 0..<256 {
                let pixel = stored(read, alpha, row)
                #expect(pixel[3] == alpha)
                let again = pixel.prefix(3).map { ($0 * alpha + 127) / 255 }
                #expect(again == [alpha, alpha / 2, alpha * row / 15])
            }
        }
    }

    @Test("PNG keeps grey as grey, and three bytes as opaque colours")
    func otherLayouts() throws {
        let gray = try image(40, 3, bytesPerPixel: 1, CGImageAlphaInfo.none.rawValue) { column, row in
            [UInt8(column * 6 + row)]
        }
        let grayAgain = try #require(gray.akPNGData().flatMap { CGImage(akData: $0) })
        #expect(grayAgain.bitsPerPixel == 8)
        #expect(grayAgain.colorSpace?.model == .monochrome)
        for column in 0..<40 { #expect(stored(grayAgain, column, 2) == [column * 6 + 2]) }
        let three = try image(5, 2, bytesPerPixel: 3, CGImageAlphaInfo.none.rawValue) { column, row in
            [UInt8(column * 50), UInt8(row * 200), 77]
        }
        let threeAgain = try #require(three.akPNGData().flatMap { CGImage(akData: $0) })
        #expect(threeAgain.alphaInfo == .noneSkipLast)
        #expect(stored(threeAgain, 4, 1).prefix(3) == [200, 200, 77])
    }

    @Test("a cropped image is written without the rest")
    func cropped() throws {
        let part = try #require(try patches().cropping(to: CGRect(x: 40, y: 4, width: 50, height: 9)))
        let read = try #require(part.akPNGData().flatMap { CGImage(akData: $0) })
        #expect(read.width == 50)
        #expect(read.height == 9)
        #expect(stored(read, 0, 0).prefix(3) == [255, 255, 255])
        #expect(stored(read, 49, 8).prefix(3) == [255, 0, 0])
    }

    @Test("JPEG keeps flat colours within three steps", arguments: [0.5, 0.8, 0.9, 1.0], [1, 3])
    func jpeg(quality: Double, scale: Int) throws {
        let data = try #require(try patches(scale: scale).akJPEGData(quality: quality))
        let read = try #require(CGImage(akData: data))
        #expect(read.width == 256 * scale)
        #expect(read.height == 32 * scale)
        #expect(worstStep(read, scale: scale) <= 3)
        #expect(read.alphaInfo == .noneSkipLast)
    }

    @Test("JPEG is JFIF; small or fine pictures keep colour for every pixel")
    func jpegSampling() throws {
        // Start of frame, then length, depth, height, width, and number, sampling and table of three components.
        func hasFullColor(_ data: Data) throws -> Bool {
            let start = try #require(data.firstRange(of: Data([0xff, 0xc0]))).lowerBound
            return data[start + 11] == data[start + 14] && data[start + 11] == data[start + 17]
        }
        let (small, large) = (try patches(), try patches(scale: 3))
        let data = try #require(small.akJPEGData(quality: 0.5))
        #expect(data.prefix(11).suffix(5) == Data("JFIF\0".utf8))
        #expect(try hasFullColor(data))
        let fine = try #require(large.akJPEGData(quality: 0.95))
        let coarse = try #require(large.akJPEGData(quality: 0.5))
        #expect(try hasFullColor(fine))
        #expect(try !hasFullColor(coarse))
    }

    @Test("JPEG shows transparent parts on white")
    func jpegOnWhite() throws {
        for info in [CGImageAlphaInfo.last, .premultipliedLast] {
            let source = try image(32, 32, info.rawValue) { column, _ in column < 16 ? [0, 0, 0, 0] : [0, 0, 0, 128] }
            let read = try #require(source.akJPEGData(quality: 1).flatMap { CGImage(akData: $0) })
            #expect(stored(read, 4, 16).prefix(3).allSatisfy { $0 >= 253 })
            #expect(stored(read, 24, 16).prefix(3).allSatisfy { abs($0 - 127) <= 2 })
        }
    }

    @Test("WebP keeps flat colours within three steps, and alpha", arguments: [0.5, 0.8, 1.0])
    func webP(quality: Double) throws {
        let data = try #require(try patches().akWebPData(quality: quality))
        let flat = try #require(CGImage(akData: data))
        #expect(worstStep(flat) <= 3)
        let clear = try image(32, 32, CGImageAlphaInfo.last.rawValue) { _, row in [200, 120, 40, UInt8(row * 8)] }
        let read = try #require(clear.akWebPData(quality: quality).flatMap { CGImage(akData: $0) })
        #expect(read.alphaInfo == .last)
        #expect((0..<32).allSatisfy { stored(read, 16, $0)[3] == $0 * 8 })
    }

    @Test("better quality means a larger file and a smaller error")
    func qualities() throws {
        let noise = try image(128, 128, CGImageAlphaInfo.noneSkipLast.rawValue) { column, row in
            [UInt8((column * 37 + row * 11) % 256), UInt8((column * row) % 256), UInt8((column + row * 5) % 256), 255]
        }
        let qualities = [-1, 0.4, 0.6, 0.8, 1, .nan]
        let jpeg = qualities.compactMap { noise.akJPEGData(quality: $0)?.count }
        let webP = qualities.compactMap { noise.akWebPData(quality: $0)?.count }
        for sizes in [jpeg, webP] {
            #expect(sizes.count == 6)
            #expect(zip(sizes, sizes.dropFirst().prefix(4)).allSatisfy { $0 < $1 })
            #expect(sizes[5] == sizes[3])
        }
    }

    @Test("the same picture gives the same bytes")
    func reproducible() throws {
        let (one, two) = (try patches(), try patches())
        #expect(one.akPNGData() == two.akPNGData())
        #expect(one.akJPEGData() == two.akJPEGData())
        #expect(one.akWebPData() == two.akWebPData())
    }

    @Test("each reader takes its own kind only")
    func kinds() throws {
        let source = try patches()
        let png = try #require(source.akPNGData().flatMap { CGDataProvider(data: $0) })
        let jpeg = try #require(source.akJPEGData().flatMap { CGDataProvider(data: $0) })
        func isPNG(_ provider: CGDataProvider) -> Bool {
            CGImage(pngDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
                != nil
        }
        func isJPEG(_ provider: CGDataProvider) -> Bool {
            CGImage(jpegDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
                != nil
        }
        #expect(isPNG(png) && !isPNG(jpeg))
        #expect(isJPEG(jpeg) && !isJPEG(png))
        #expect(CGImage(akData: Data()) == nil)
        #expect(CGImage(akData: Data("no picture".utf8)) == nil)
    }

    @Test("a pixel layout that nobody draws gives no file")
    func unknownLayout() throws {
        let provider = try #require(CGDataProvider(data: Data(count: 32)))
        let deep = try #require(
            CGImage(
                width: 2,
                height: 2,
                bitsPerComponent: 16,
                bitsPerPixel: 64,
                bytesPerRow: 16,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
                provider: provider,
                decode: nil,
                shouldInterpolate: true,
                intent: .defaultIntent
            )
        )
        #expect(deep.akPNGData() == nil)
        #expect(deep.akJPEGData() == nil)
        #expect(deep.akWebPData() == nil)
    }

    @Test("covers in the samples are pictures", arguments: ["cover.m4a", "cover.mp3", "cover.flac"])
    func covers(name: String) throws {
        let demuxer = try SampleReader.open(name)
        let bytes = try #require(demuxer.streams.compactMap(\.attachedPicture).first)
        let cover = try #require(CGImage(akData: Data(bytes)))
        #expect(cover.width > 0 && cover.height > 0)
    }
}
