import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import Foundation

/// A file as a synthetic camera delivers it.
enum SyntheticJPEG {
    static func file() -> Data? {
        let studio = Studio()
        guard
            let device = try? studio.camera(
                AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: "jpeg")
            ), (try? studio.add(device)) != nil
        else { return nil }
        let output = AVCapturePhotoOutput()
        studio.session.addOutput(output)
        studio.session.startRunning()
        let log = PhotoLog()
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: log)
        studio.advance(0.1)
        return log.photos.first?.fileDataRepresentation()
    }
}
