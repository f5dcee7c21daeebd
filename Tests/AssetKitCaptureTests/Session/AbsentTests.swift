import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("What cameras here do not have")
struct AbsentTests {
    @Test("is answered with no by all who are asked")
    func answers() throws {
        let studio = Studio()
        let camera = try studio.camera()
        #expect(!camera.isVirtualDevice && camera.constituentDevices.isEmpty && !camera.isContinuityCamera)
        #expect(!camera.isLowLightBoostSupported && !camera.isSmoothAutoFocusSupported)
        #expect(camera.activeColorSpace == .sRGB && camera.activeFormat.supportedColorSpaces == [.sRGB])
        #expect(camera.systemPressureState.level == .nominal && camera.systemPressureState.factors.isEmpty)
        #expect(!camera.activeFormat.isCenterStageSupported && camera.activeFormat.supportedDepthDataFormats.isEmpty)
        let size = camera.activeFormat.formatDescription.videoDimensions
        #expect(camera.activeFormat.highResolutionStillImageDimensions.width == size.width)
        #expect(!studio.session.supportsControls && studio.session.hardwareCost == 0)
        let output = AVCapturePhotoOutput()
        #expect(output.availableRawPhotoFileTypes.isEmpty && !output.isVirtualDeviceFusionSupported)
        #expect(!AVCaptureMovieFileOutput().isSpatialVideoCaptureSupported)
    }

    @Test("may be set to what it is, and what has no question to ask is set in vain")
    func settings() throws {
        let studio = Studio()
        let camera = try studio.camera()
        (camera.isVideoHDREnabled, camera.activeColorSpace) = (false, .sRGB)
        studio.session.automaticallyConfiguresApplicationAudioSession = true
        #expect(!studio.session.automaticallyConfiguresApplicationAudioSession)
        let output = AVCaptureVideoDataOutput()
        #expect(output.automaticallyConfiguresOutputBufferDimensions && !output.deliversPreviewSizedOutputBuffers)
        output.automaticallyConfiguresOutputBufferDimensions = false
        output.deliversPreviewSizedOutputBuffers = false
        #expect(!output.automaticallyConfiguresOutputBufferDimensions && !output.deliversPreviewSizedOutputBuffers)
        let settings = AVCapturePhotoSettings()
        (settings.isDepthDataDeliveryEnabled, settings.isAutoRedEyeReductionEnabled) = (false, true)
        #expect(!settings.isAutoRedEyeReductionEnabled && settings.rawFileType == nil)
    }

    @Test("stops the program that insists on it")
    func insisting() async {
        await #expect(processExitsWith: .failure) { AVCapturePhotoSettings().isDepthDataDeliveryEnabled = true }
        await #expect(processExitsWith: .failure) {
            AVCaptureVideoDataOutput().deliversPreviewSizedOutputBuffers = true
        }
        await #expect(processExitsWith: .failure) { AVCapturePhotoOutput().isConstantColorEnabled = true }
        await #expect(processExitsWith: .failure) { AVCaptureMovieFileOutput().isSpatialVideoCaptureEnabled = true }
    }

    @Test("points of what was found are pixels of the picture that goes out, turned and mirrored as it is")
    func points() throws {
        let studio = Studio()
        try studio.add(
            studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], position: "front"))
        )
        let output = AVCaptureVideoDataOutput()
        studio.session.addOutput(output)
        let connection = try #require(output.connection(with: .video))
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = false
        let part = CGRect(x: 0, y: 0, width: 0.25, height: 0.5)
        let found = AVMetadataObject(.qr, at: .zero, part)
        #expect(output.outputRectConverted(fromMetadataOutputRect: part) == CGRect(x: 0, y: 0, width: 80, height: 120))
        let plain = output.transformedMetadataObject(for: found, connection: connection)
        #expect(plain?.bounds == CGRect(x: 0, y: 0, width: 80, height: 120))
        connection.videoRotationAngle = 90
        // Its upper left corner is at the upper right now.
        let turned = CGRect(x: 120, y: 0, width: 120, height: 80)
        #expect(output.transformedMetadataObject(for: found, connection: connection)?.bounds == turned)
        #expect(output.outputRectConverted(fromMetadataOutputRect: part) == turned)
        #expect(output.metadataOutputRectConverted(fromOutputRect: turned) == part)
        connection.isVideoMirrored = true
        let mirrored = CGRect(x: 0, y: 0, width: 120, height: 80)
        #expect(output.transformedMetadataObject(for: found, connection: connection)?.bounds == mirrored)
        #expect(AVCaptureVideoDataOutput().transformedMetadataObject(for: found, connection: connection) == nil)
    }
}
