internal import AssetKitMedia
internal import CMTimeLib

extension AVCaptureSession {
    /// Lets a preview show what the session captures. Where it `connects`, so does every camera that is added later, as long as the
    /// preview has no other.
    func addPreview(_ layer: AVCaptureVideoPreviewLayer, connects: Bool) {
        guard connects else { return }
        change { layout in
            layout.previews.append(PreviewReference(layer))
            layout.connectPreviews(layout.inputs.flatMap(\.ports))
        }
    }

    /// Takes a preview away with its connection, and those that are gone; nil for only these.
    func removePreview(_ layer: AVCaptureVideoPreviewLayer?) {
        change { layout in
            layout.previews.removeAll { $0.layer == nil || $0.layer === layer }
            layout.connections.removeAll { connection in
                connection.output == nil
                    && (connection.videoPreviewLayer == nil || connection.videoPreviewLayer === layer)
            }
        }
    }
}

/// A preview that a session knows of and does not hold.
struct PreviewReference {
    weak var layer: AVCaptureVideoPreviewLayer?

    init(_ layer: AVCaptureVideoPreviewLayer) { self.layer = layer }
}

extension CaptureLayout {
    /// Connects the first of some ports that has pictures with every preview that has none.
    mutating func connectPreviews(_ ports: [AVCaptureInput.Port]) {
        guard let port = ports.first(where: { $0.mediaType == .video && $0.isEnabled }) else { return }
        for layer in previews.compactMap(\.layer) where !connections.contains(where: { $0.videoPreviewLayer === layer })
        {
            connections.append(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
        }
    }

    /// Why a connection to a preview cannot be made; nil where it can, and for one to an output.
    func obstacle(toPreview connection: AVCaptureConnection) -> String? {
        guard let layer = connection.videoPreviewLayer, connection.mediaType == .video else {
            return "it leads nowhere"
        }
        let isTaken = connections.contains { $0.videoPreviewLayer === layer }
        return isTaken ? "its preview has a connection already" : nil
    }
}
