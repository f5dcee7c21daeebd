/// What takes samples of a connection: an output, or a preview.
protocol CaptureConsumer: AnyObject, Sendable {
    /// Takes a sample, on the device's thread, which must not be kept waiting.
    func receive(_ sample: CapturedSample, _ connection: AVCaptureConnection)

    /// The device of a connection has ended by itself.
    func ended(_ connection: AVCaptureConnection, because reason: CaptureEnd)
}
