import AssetKitBase
import AssetKitDevices
import AssetKitFFmpeg
import AssetKitMedia
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("Photos as PNG files")
struct PNGPhotoTests {
    private let studio = Studio()

    private func taken(angle: Int = 0) throws -> AVCapturePhoto {
        try studio.add(studio.camera())
        let (output, log) = (AVCapturePhotoOutput(), PhotoLog())
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.5)
        let connection = try #require(output.connection(with: .video))
        connection.videoRotationAngle = CGFloat(angle)
        let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.akPNG])
        settings.metadata = [kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "Somebody"]]
        output.capturePhoto(with: settings, delegate: log)
        studio.advance(0.1)
        #expect(log.words == PhotoLog.usual && log.errors == [nil])
        return try #require(log.photos.first)
    }

    @Test("the file shows the picture, and holds what is known of it")
    func content() throws {
        let photo = try taken()
        let data = try #require(photo.fileDataRepresentation())
        #expect(pictureNumber(CGImage(akData: data)) == 16 && pictureNumber(photo.cgImageRepresentation()) == 16)
        let exif = try #require(data.range(of: Data("eXIfMM".utf8)))
        #expect(exif.lowerBound == 37 && data.range(of: Data("Somebody".utf8)) != nil)
    }

    @Test("its pixels are turned as it was asked for")
    func turning() throws {
        let photo = try taken(angle: 90)
        #expect(photo.metadata[kCGImagePropertyOrientation] as? Int == 1)
        #expect(photo.resolvedSettings.photoDimensions == CMVideoDimensions(width: 240, height: 320))
        let image = try #require(photo.fileDataRepresentation().flatMap { CGImage(akData: $0) })
        #expect(image.width == 240 && image.height == 320)
    }

    @Test("somebody else's notes take the place of those in the file")
    func notes() throws {
        final class Nobody: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
            func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { nil }
        }
        let data = try #require(try taken().fileDataRepresentation(with: Nobody()))
        #expect(data.range(of: Data("eXIf".utf8)) == nil && pictureNumber(CGImage(akData: data)) == 16)
    }

    @Test("a chunk has its length and its checksum")
    func chunks() {
        #expect(PNGFile.chunk("IEND", []) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }
}
