import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("X11: pictures of a screen as 4:2:0")
struct X11ComponentTests {
    private static let planar = kCVPixelFormatType_420YpCbCr8Planar
    private static let biPlanar = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange

    /// A server whose screen shows random pixels, always the same.
    private func server(_ width: UInt16, _ height: UInt16, seed: UInt64) throws -> FakeXServer {
        let pixels = RandomPicture(Int(width), Int(height), .bgra, seed: seed).pixels
        return try FakeXServer(width, height, extensions: [:]) { question, usual in
            question == .image ? usual.with(pixels, at: 32) : usual
        }
    }

    /// A picture of it in the pixels that are preferred.
    private func picture(_ server: FakeXServer, _ preference: OSType?) throws -> CVPixelBuffer {
        let handle = try X11Provider(display: server.name).open("x11:\(server.name)/screen")
        handle.prefer(preference)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let sample = try #require(sink.samples(1)?.first)
        handle.close()
        guard case .picture(let picture) = sample.content else { throw AVError(.unknown) }
        return picture
    }

    private func codes(_ picture: CVPixelBuffer) -> [UInt8] {
        _ = picture.lock(readOnly: true)
        defer { _ = picture.unlock(readOnly: true) }
        let storage = picture.storage
        func plane(_ plane: Int, _ width: Int, _ height: Int, start: Int = 0, step: Int = 1) -> [UInt8] {
            (0..<height).flatMap { row in
                (0..<width).map { column in
                    storage.memory(ofPlane: plane)[row * storage.bytesPerRow(ofPlane: plane) + start + column * step]
                }
            }
        }
        let (width, height) = (picture.width, picture.height)
        let luma = plane(0, width, height)
        if storage.planeCount == 3 { return luma + plane(1, width / 2, height / 2) + plane(2, width / 2, height / 2) }
        return luma + plane(1, width / 2, height / 2, step: 2) + plane(1, width / 2, height / 2, start: 1, step: 2)
    }

    @Test(
        "each code is the nearest to what the server shows, and says which matrix it has",
        arguments: [(UInt16(64), UInt16(48), 0.299, 0.114), (1280, 34, 0.2126, 0.0722)],
        [planar, biPlanar]
    )
    func nearest(_ screen: (width: UInt16, height: UInt16, red: Double, blue: Double), _ format: OSType) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let picture = try picture(try server(screen.width, screen.height, seed: seed), format)
        #expect(CVPixelBufferGetPixelFormatType(picture) == format)
        let kind = ConversionKind(red: screen.red, blue: screen.blue, isFullRange: false, isCentred: false)
        let exact = RandomPicture(Int(screen.width), Int(screen.height), .bgra, seed: seed).exact(kind)
        let codes = codes(picture)
        #expect(codes.count == exact.count)
        #expect(zip(codes, exact).allSatisfy { abs(Double($0) - $1) <= 0.502 }, "seed \(seed)")
        let matrix = CVBufferCopyAttachment(picture, kCVImageBufferYCbCrMatrixKey, nil) as? CFString
        let isSmall = screen.red == 0.299
        #expect(matrix == (isSmall ? kCVImageBufferYCbCrMatrix_ITU_R_601_4 : kCVImageBufferYCbCrMatrix_ITU_R_709_2))
        let transfer = CVBufferCopyAttachment(picture, kCVImageBufferTransferFunctionKey, nil) as? CFString
        #expect(transfer == kCVImageBufferTransferFunction_sRGB)
    }

    @Test("all ways of sharing memory give the same codes", arguments: X11Sharing.allCases)
    func sharing(_ sharing: X11Sharing) throws {
        guard let server = try PrivateXServer(128, 96) else { return }
        try server.paint { column, row in UInt32(column & 0xff) << 16 | UInt32(row & 0xff) << 8 | UInt32(column ^ row) }
        let provider = X11Provider(display: server.name, sharing: sharing)
        let handle = try provider.open("x11:\(server.name)/screen")
        let format = try #require(provider.devices().first?.formats.first)
        _ = try handle.configure(DeviceSetup(format: format, showsCursor: false))
        handle.prefer(Self.planar)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let sample = try #require(sink.samples(1)?.first)
        handle.close()
        guard case .picture(let picture) = sample.content else {
            Issue.record("no picture")
            return
        }
        var painted = RandomPicture(128, 96, .bgra, seed: 0)
        painted.pixels = (0..<128 * 96).flatMap { place -> [UInt8] in
            let (column, row) = (place % 128, place / 128)
            return [UInt8(column ^ row), UInt8(row), UInt8(column), 0]
        }
        let exact = painted.exact(ConversionKind(red: 0.299, blue: 0.114, isFullRange: false, isCentred: false))
        #expect(zip(codes(picture), exact).allSatisfy { abs(Double($0) - $1) <= 0.502 })
    }

    @Test("what is preferred may change while it runs, and what is not known is its own pixels")
    func changes() throws {
        let server = try server(64, 48, seed: 1)
        let handle = try X11Provider(display: server.name).open("x11:\(server.name)/screen")
        let sink = ScreenSink { [weak handle] sample in
            guard case .picture(let picture) = sample.content else { return }
            let type = CVPixelBufferGetPixelFormatType(picture)
            // Each picture leads to the next wish.
            let next = [kCVPixelFormatType_32BGRA: Self.planar, Self.planar: Self.biPlanar]
            handle?.prefer(next[type])
        }
        try handle.start(sink, on: SystemHostClock.shared)
        let samples = try #require(sink.samples(5))
        handle.close()
        let types = samples.prefix(5).map { sample -> OSType in
            if case .picture(let picture) = sample.content { CVPixelBufferGetPixelFormatType(picture) } else { 0 }
        }
        let bgra = kCVPixelFormatType_32BGRA
        #expect(types == [bgra, Self.planar, Self.biPlanar, bgra, Self.planar])
        #expect(sink.failures.isEmpty)
        #expect(CVPixelBufferGetPixelFormatType(try picture(server, kCVPixelFormatType_OneComponent8)) == bgra)
    }
}
