import AssetKit

/// Where a preview comes from. It shows the session to a target, and to nobody else.
protocol PreviewSource: Sendable {
    func connect(to target: any PreviewTarget)
}

/// What shows a preview.
protocol PreviewTarget {
    func setSession(_ session: AVCaptureSession)
}

struct DefaultPreviewSource: PreviewSource {
    private let session: AVCaptureSession

    init(session: AVCaptureSession) { self.session = session }

    func connect(to target: any PreviewTarget) { target.setSession(session) }
}

/// A preview in files, one for each picture. With an `AKWindowTarget` in its place it is a window.
final class PicturePreview: PreviewTarget {
    private let layer = AVCaptureVideoPreviewLayer()
    private let files: AKPictureFilesTarget

    init(pattern: String) throws {
        files = try AKPictureFilesTarget(pattern: pattern, overwrites: true)
        layer.akTarget = files
    }

    func setSession(_ session: AVCaptureSession) { layer.session = session }

    /// How many pictures have been shown.
    var count: Int { files.count }
}
