internal import AssetKitAssets
internal import AssetKitBase

/// What takes samples of a connection: an output, or a preview.
protocol CaptureConsumer: AnyObject, Sendable {
    /// Takes a sample, on the device's thread, which must not be kept waiting.
    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection)

    /// Takes metadata of a time on the host clock, on the thread of whoever says it.
    func receive(_ group: AVTimedMetadataGroup, at hostTime: Int64, _ connection: AVCaptureConnection)

    /// The pixels that suit it best; nil for whatever the device has.
    func wish(_ connection: AVCaptureConnection) -> OSType?

    /// The device of a connection has ended by itself.
    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd)
}

extension CaptureConsumer {
    /// Most have no use for it.
    func receive(_ group: AVTimedMetadataGroup, at hostTime: Int64, _ connection: AVCaptureConnection) {
        connection.count { $0.unwanted += 1 }
    }

    func wish(_ connection: AVCaptureConnection) -> OSType? { nil }
}
