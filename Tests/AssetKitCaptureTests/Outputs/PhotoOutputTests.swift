import AssetKitAssets
import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("Photos")
struct PhotoOutputTests {
    /// A session with a camera and an output that runs, half a second in.
    private func running(
        _ camera: AKSyntheticCamera = AKSyntheticCamera(width: 320, height: 240, frameRates: [30])
    ) throws -> (studio: Studio, output: AVCapturePhotoOutput) {
        let studio = Studio()
        try studio.add(studio.camera(camera))
        let output = AVCapturePhotoOutput()
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.5)
        return (studio, output)
    }

    private func text(_ metadata: [String: Any], _ dictionary: String, _ key: String) -> String? {
        (metadata[dictionary] as? [String: Any])?[key].map { "\($0)" }
    }

    @Test("a photo is the next picture, told step by step", arguments: ["420v", "yuvs", "BGRA", "jpeg"])
    func taking(coding: String) throws {
        let (studio, output) = try running(
            AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: coding)
        )
        let log = PhotoLog()
        let settings = AVCapturePhotoSettings()
        output.capturePhoto(with: settings, delegate: log)
        #expect(log.words == ["begin"])
        #expect(log.resolved?.uniqueID == settings.uniqueID && log.resolved?.expectedPhotoCount == 1)
        #expect(log.resolved?.photoDimensions == CMVideoDimensions(width: 320, height: 240))
        studio.advance(1)
        #expect(log.words == PhotoLog.usual && log.errors == [nil])
        let photo = try #require(log.photos.first)
        #expect(photo.timestamp == CMTime(value: 100_533_333_333, timescale: 1_000_000_000))
        #expect(photo.photoCount == 1 && photo.sequenceCount == 0 && photo.pixelBuffer == nil)
        let image = try #require(photo.cgImageRepresentation())
        #expect(image.width == 320 && image.height == 240)
        #expect(pictureNumber(image) == 16)
    }

    @Test(
        "the file says how it is to be turned, and what is known of it",
        arguments: [(0, false, 1), (90, false, 6), (180, false, 3), (270, false, 8), (0, true, 2), (90, true, 5)]
    )
    func turning(angle: Int, isMirrored: Bool, orientation: Int) async throws {
        let (studio, output) = try running()
        let connection = try #require(output.connection(with: .video))
        connection.videoRotationAngle = CGFloat(angle)
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored
        let log = PhotoLog()
        let settings = AVCapturePhotoSettings()
        settings.metadata = [kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "Somebody"]]
        output.capturePhoto(with: settings, delegate: log)
        studio.advance(0.1)
        let photo = try #require(log.photos.first)
        #expect(photo.metadata[kCGImagePropertyOrientation] as? Int == orientation)
        #expect(text(photo.metadata, kCGImagePropertyTIFFDictionary, kCGImagePropertyTIFFMake) == "AssetKit")
        #expect(text(photo.metadata, kCGImagePropertyTIFFDictionary, kCGImagePropertyTIFFArtist) == "Somebody")
        #expect(text(photo.metadata, kCGImagePropertyExifDictionary, kCGImagePropertyExifPixelXDimension) == "320")
        let data = try #require(photo.fileDataRepresentation())
        #expect(data.range(of: Data("Somebody".utf8)) != nil && data.range(of: Data("Synthetic Camera".utf8)) != nil)
        // Who reads the file knows nothing of who wrote it.
        let url = studio.url("photo.jpg")
        try data.write(to: url)
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.load(.tracks).first)
        let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
        #expect(size == CGSize(width: 320, height: 240))
        let turn = CaptureTurn(angle: angle, isMirrored: isMirrored)
        #expect(transform == turn.transform(width: 320, height: 240))
    }

    @Test("a camera's own file is kept: it is not even decoded")
    func keeping() throws {
        let painted = try #require(SyntheticJPEG.file())
        let block = try painted.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
        // Without a decoder: whoever wants pixels of it fails.
        let sample = CapturedSample(DeviceSample(.coded(block), hostTime: 1), number: 0, decoder: nil)
        let product = try PhotoMaker().make(sample, PhotoPlan(), PhotoFacts(), CaptureTurn(angle: 90))
        let kept = try #require(product.file.flatMap { JPEGFile($0) })
        let original = try #require(JPEGFile(painted))
        #expect(kept.data(exif: nil) == original.data(exif: nil))
        var plan = PhotoPlan()
        plan.coding = .jpeg(quality: 0.5)
        #expect(throws: (any Error).self) { try PhotoMaker().make(sample, plan, PhotoFacts(), CaptureTurn()) }
    }

    @Test(
        "pixels come as they are asked for, with a small picture beside",
        arguments: AVCapturePhotoOutput.pixelFormats
    )
    func pixels(format: OSType) throws {
        let (studio, output) = try running()
        let log = PhotoLog()
        let settings = AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey: format])
        settings.previewPhotoFormat = [
            kCVPixelBufferPixelFormatTypeKey: settings.availablePreviewPhotoPixelFormatTypes[0],
            kCVPixelBufferWidthKey: 160, kCVPixelBufferHeightKey: 160,
        ]
        output.capturePhoto(with: settings, delegate: log)
        studio.advance(0.1)
        let photo = try #require(log.photos.first)
        let pixels = try #require(photo.pixelBuffer)
        #expect(CVPixelBufferGetPixelFormatType(pixels) == format && AKSyntheticPicture.number(in: pixels) == 16)
        #expect(photo.fileDataRepresentation() == nil && pictureNumber(photo.cgImageRepresentation()) == 16)
        let preview = try #require(photo.previewPixelBuffer)
        #expect(CVPixelBufferGetWidth(preview) == 160 && CVPixelBufferGetHeight(preview) == 120)
        #expect(pictureNumber(photo.previewCGImageRepresentation()) == 16)
        #expect(photo.metadata[kCGImagePropertyPixelWidth] as? Int == 320)
    }

    @Test("a thumbnail is within the file, and who writes the file may change what it says")
    func thumbnails() throws {
        final class Stripper: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
            func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { nil }
        }
        let (studio, output) = try running()
        let log = PhotoLog()
        let settings = AVCapturePhotoSettings()
        settings.embeddedThumbnailPhotoFormat = [
            AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: 64, AVVideoHeightKey: 64,
        ]
        output.capturePhoto(with: settings, delegate: log)
        studio.advance(0.1)
        let photo = try #require(log.photos.first)
        let data = try #require(photo.fileDataRepresentation())
        let starts = data.indices.dropLast().filter { data[$0] == 0xFF && data[$0 + 1] == 0xD8 }
        #expect(starts.count == 2)
        let small = try #require(JPEGFile(data[starts[1]...]))
        #expect(small.width == 64 && small.height == 48)
        let bare = try #require(photo.fileDataRepresentation(with: Stripper()))
        #expect(bare.count < data.count && bare.range(of: Data("Exif".utf8)) == nil && JPEGFile(bare) != nil)
    }

    /// Wants a thumbnail of a format, of some pixels.
    private final class Thumbnailer: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
        let format: [String: Any]?
        let pixels: CVPixelBuffer?

        init(_ format: [String: Any]?, _ pixels: CVPixelBuffer? = nil) { (self.format, self.pixels) = (format, pixels) }

        func replacementEmbeddedThumbnailPixelBuffer(
            withPhotoFormat format: UnsafeMutablePointer<NSDictionary?>,
            for photo: AVCapturePhoto
        ) -> Unmanaged<CVPixelBuffer>? {
            format.pointee = self.format.map { NSDictionary(dictionary: $0) }
            return pixels.map(Unmanaged.passUnretained)
        }
    }

    /// Changes what is said, and nothing else.
    private final class Renamer: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
        func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? {
            [kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "somebody"]]
        }
    }

    @Test("who writes the file may leave its thumbnail, have another one, or none")
    func replacedThumbnails() throws {
        let (studio, output) = try running()
        let log = PhotoLog()
        let settings = AVCapturePhotoSettings()
        func format(_ size: Int) -> [String: Any] {
            [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: size, AVVideoHeightKey: size]
        }
        settings.embeddedThumbnailPhotoFormat = format(64)
        output.capturePhoto(with: settings, delegate: log)
        studio.advance(0.1)
        let photo = try #require(log.photos.first)
        /// The file's pictures, the large one and then the small one.
        func files(_ customizer: any AVCapturePhotoFileDataRepresentationCustomizer) throws -> [Data] {
            let data = try #require(photo.fileDataRepresentation(with: customizer))
            let starts = data.indices.dropLast().filter { data[$0] == 0xFF && data[$0 + 1] == 0xD8 }
            return starts.map { data[$0...] }
        }
        func sizes(_ customizer: any AVCapturePhotoFileDataRepresentationCustomizer) throws -> [[Int]] {
            try files(customizer).compactMap { JPEGFile($0).map { [$0.width, $0.height] } }
        }
        #expect(try sizes(Thumbnailer(nil)) == [[320, 240]])
        #expect(try sizes(Thumbnailer(format(64))) == [[320, 240], [64, 48]])
        #expect(try sizes(Thumbnailer(format(100))) == [[320, 240], [100, 74]])
        let named = try files(Renamer())
        #expect(try sizes(Renamer()) == [[320, 240], [64, 48]])
        #expect(named[0].range(of: Data("somebody".utf8)) != nil)
        // Somebody else's picture: all of it is white.
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 80, 80, kCVPixelFormatType_32BGRA, nil, &made)
        let white = try #require(made)
        CVPixelBufferLockBaseAddress(white, [])
        memset(try #require(CVPixelBufferGetBaseAddress(white)), 255, CVPixelBufferGetDataSize(white))
        CVPixelBufferUnlockBaseAddress(white, [])
        let small = try #require(try files(Thumbnailer(format(64), white)).last)
        let image = try CapturedPictureDecoder().picture(of: CMBlockBuffer(copying: Data(small)))
        #expect(CVPixelBufferGetWidth(image) == 64 && CVPixelBufferGetHeight(image) == 64)
        let isWhite = image.akWithPlane(0) { bytes in
            (0..<64 * 60).allSatisfy { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) > 250 }
        }
        #expect(isWhite == true)
    }

    @Test("two are on their way at the same time, and the third takes a later picture")
    func several() throws {
        let (studio, output) = try running()
        #expect(output.captureReadiness == .ready)
        let logs = (0..<3).map { _ in PhotoLog() }
        let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: output)
        for log in logs { output.capturePhoto(with: AVCapturePhotoSettings(), delegate: log) }
        #expect(logs.map(\.words) == [["begin"], ["begin"], []])
        #expect(output.captureReadiness == .notReadyWaitingForCapture)
        #expect(coordinator.captureReadiness == .notReadyWaitingForCapture)
        studio.advance(0.5)
        #expect(logs.allSatisfy { $0.words == PhotoLog.usual })
        #expect(logs.map { pictureNumber($0.photos.first?.cgImageRepresentation()) } == [16, 16, 17])
        #expect(output.captureReadiness == .ready && coordinator.captureReadiness == .ready)
    }

    @Test("a photo that nothing comes of ends once, with the reason")
    func stopping() throws {
        let (studio, output) = try running()
        let logs = (0..<3).map { _ in PhotoLog() }
        for log in logs { output.capturePhoto(with: AVCapturePhotoSettings(), delegate: log) }
        studio.session.stopRunning()
        studio.advance(1)
        for log in logs {
            #expect(log.words == ["begin", "no photo", "finish"])
            #expect(log.errors.map { $0?.code } == [.sessionNotRunning])
            #expect(log.photos.first?.fileDataRepresentation() == nil)
        }
        #expect(output.captureReadiness == .sessionNotRunning)
        let late = PhotoLog()
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: late)
        #expect(late.words == ["begin", "no photo", "finish"] && late.errors.map { $0?.code } == [.sessionNotRunning])
    }

    @Test("a photo ends when its camera is unplugged, or its output leaves the session")
    func losing() throws {
        let script = [AKSyntheticEvent(at: 0.51, .unplug)]
        let (studio, output) = try running(
            AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)
        )
        let log = PhotoLog()
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: log)
        studio.advance(1)
        #expect(log.words == ["begin", "no photo", "finish"])
        #expect(log.errors.map { $0?.code } == [.deviceWasDisconnected])
        let (other, removed) = try running()
        let second = PhotoLog()
        removed.capturePhoto(with: AVCapturePhotoSettings(), delegate: second)
        other.session.removeOutput(removed)
        #expect(second.words == ["begin", "no photo", "finish"])
        #expect(second.errors.map { $0?.code } == [.sessionConfigurationChanged])
    }

    @Test("a photo waits while the camera starts anew in another size")
    func reconfiguring() throws {
        let (studio, output) = try running(AKSyntheticCamera(width: 1280, height: 720, frameRates: [30]))
        let log = PhotoLog()
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: log)
        studio.session.sessionPreset = .vga640x480
        studio.advance(0.1)
        #expect(log.words == PhotoLog.usual)
        #expect(log.photos.first?.cgImageRepresentation()?.width == 640)
    }

    @Test("a bracket is exposed picture by picture, and leaves the camera as it was")
    func brackets() throws {
        let (studio, output) = try running(
            AKSyntheticCamera(width: 320, height: 240, frameRates: [30], hasControls: true)
        )
        let device = try #require((studio.session.inputs.first as? AVCaptureDeviceInput)?.device)
        let log = PhotoLog()
        let settings = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0,
            processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
            bracketedSettings: [-1, 0, 2].map { bias in
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: bias)
            }
        )
        #expect(output.maxBracketedCapturePhotoCount >= 3)
        output.capturePhoto(with: settings, delegate: log)
        studio.advance(1)
        #expect(log.words == ["begin", "will capture", "photo", "photo", "captured", "photo", "finish"])
        let biases = log.photos.map {
            text($0.metadata, kCGImagePropertyExifDictionary, kCGImagePropertyExifExposureBiasValue)
        }
        #expect(biases == ["-1.0", "0.0", "2.0"] && device.exposureTargetBias == 0)
        #expect(log.photos.map(\.photoCount) == [1, 2, 3] && log.photos.map(\.sequenceCount) == [1, 2, 3])
        // One picture after each change is passed over.
        #expect(log.photos.map { pictureNumber($0.cgImageRepresentation()) } == [17, 19, 21])
        let manual = AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
            exposureDuration: CMTime(value: 1, timescale: 100),
            iso: 100
        )
        let second = PhotoLog()
        output.capturePhoto(
            with: AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0,
                processedFormat: nil,
                bracketedSettings: [manual]
            ),
            delegate: second
        )
        studio.advance(1)
        #expect(second.photos.first?.bracketSettings === manual)
        let time = second.photos.first.flatMap {
            text($0.metadata, kCGImagePropertyExifDictionary, kCGImagePropertyExifExposureTime)
        }
        #expect(time == "0.01")
        #expect(device.exposureMode == .continuousAutoExposure)
    }

    @Test("a bracket that is broken off ends with the photos that there are")
    func brokenBracket() throws {
        let (studio, output) = try running(
            AKSyntheticCamera(width: 320, height: 240, frameRates: [30], hasControls: true)
        )
        let log = PhotoLog()
        let exposures = [0, 1, 2].map { bias in
            AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: bias)
        }
        let settings = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0,
            processedFormat: nil,
            bracketedSettings: exposures
        )
        output.capturePhoto(with: settings, delegate: log)
        studio.advance(0.08)
        studio.session.stopRunning()
        #expect(log.words == ["begin", "will capture", "photo", "no photo", "no photo", "finish"])
        #expect(log.errors.map { $0?.code } == [.sessionNotRunning])
        let device = try #require((studio.session.inputs.first as? AVCaptureDeviceInput)?.device)
        #expect(device.exposureTargetBias == 0)
    }

    @Test("the flash is armed for the photo and off after it")
    func flash() throws {
        let (studio, output) = try running(
            AKSyntheticCamera(width: 320, height: 240, frameRates: [30], hasControls: true)
        )
        let device = try #require((studio.session.inputs.first as? AVCaptureDeviceInput)?.device)
        func lamp() -> Int64? { device.akControls.first { $0.identifier == "flashLEDMode" }?.value }
        #expect(output.supportedFlashModes == [.off, .on])
        let log = PhotoLog()
        let settings = AVCapturePhotoSettings()
        settings.flashMode = .on
        output.capturePhoto(with: settings, delegate: log)
        #expect(lamp() == 1 && log.resolved?.isFlashEnabled == true)
        studio.advance(0.1)
        #expect(lamp() == 0 && log.words == PhotoLog.usual)
        let noted = log.photos.first.flatMap {
            text($0.metadata, kCGImagePropertyExifDictionary, kCGImagePropertyExifFlash)
        }
        #expect(noted == "1")
    }

    @Test("what cannot be had is not offered")
    func offers() throws {
        let studio = Studio()
        let output = AVCapturePhotoOutput()
        #expect(output.captureReadiness == .sessionNotRunning && output.supportedFlashModes == [.off])
        #expect(output.maxPhotoDimensions == CMVideoDimensions())
        #expect(output.availablePhotoCodecTypes == [.jpeg, .hevc, .akPNG])
        #expect(output.availablePhotoFileTypes == [.jpg, .heic, .akPNG])
        #expect(output.supportedPhotoCodecTypes(for: .jpg) == [.jpeg])
        #expect(output.supportedPhotoCodecTypes(for: .heic) == [.hevc])
        #expect(output.supportedPhotoCodecTypes(for: .akPNG) == [.akPNG])
        #expect(output.supportedPhotoCodecTypes(for: .mov).isEmpty)
        #expect(!output.isLivePhotoCaptureSupported && !output.isZeroShutterLagSupported)
        output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
        output.isResponsiveCaptureEnabled = output.isResponsiveCaptureSupported
        try studio.add(studio.camera(AKSyntheticCamera(width: 1280, height: 720)))
        studio.session.addOutput(output)
        #expect(output.maxPhotoDimensions == CMVideoDimensions(width: 1280, height: 720))
        #expect(output.maxBracketedCapturePhotoCount == 0)
        #expect(!studio.session.canAddOutput(AVCaptureStillImageOutput()))
        let settings = AVCapturePhotoSettings()
        #expect((settings.copy() as? AVCapturePhotoSettings)?.uniqueID == settings.uniqueID)
        #expect(AVCapturePhotoSettings(from: settings).uniqueID != settings.uniqueID)
    }

    @Test("settings are good for one photo")
    func reuse() async {
        await #expect(processExitsWith: .failure) {
            let studio = Studio()
            try studio.add(studio.camera())
            let output = AVCapturePhotoOutput()
            studio.session.addOutput(output)
            studio.session.startRunning()
            let settings = AVCapturePhotoSettings()
            output.capturePhoto(with: settings, delegate: PhotoLog())
            output.capturePhoto(with: settings, delegate: PhotoLog())
        }
    }

    @Test("a coordinator knows of photos that are about to be asked for")
    func coordinating() throws {
        final class Listener: NSObject, AVCapturePhotoOutputReadinessCoordinatorDelegate {
            let heard = Protected([AVCapturePhotoOutput.CaptureReadiness]())
            func readinessCoordinator(
                _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
                captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
            ) { heard.withLock { $0.append(captureReadiness) } }
        }
        let (studio, output) = try running()
        let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: output)
        let listener = Listener()
        coordinator.delegate = listener
        let settings = [AVCapturePhotoSettings(), AVCapturePhotoSettings()]
        settings.forEach { coordinator.startTrackingCaptureRequest(using: $0) }
        #expect(coordinator.captureReadiness == .notReadyMomentarily)
        settings.forEach { output.capturePhoto(with: $0, delegate: PhotoLog()) }
        #expect(coordinator.captureReadiness == .notReadyWaitingForCapture)
        studio.advance(0.1)
        studio.session.stopRunning()
        let heard = listener.heard.withLock { $0 }
        #expect(heard.first == .notReadyMomentarily && heard.last == .sessionNotRunning && heard.contains(.ready))
    }
}
