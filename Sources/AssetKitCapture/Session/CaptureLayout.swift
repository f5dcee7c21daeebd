internal import AssetKitMedia

/// What a session is made of. A value, so that changes can be made to a copy and taken back.
struct CaptureLayout {
    var inputs: [AVCaptureInput] = []
    var outputs: [AVCaptureOutput] = []
    var connections: [AVCaptureConnection] = []
    /// Those that are connected with the first camera there is.
    var previews: [PreviewReference] = []
    var preset = AVCaptureSession.Preset.high

    /// Whether the connection of a port may be made to an output, which has room for so many of a kind of media.
    func hasRoom(in output: AVCaptureOutput, for mediaType: AVMediaType) -> Bool {
        let taken = connections.count { $0.output === output && $0.mediaType == mediaType }
        return taken < output.slots(for: mediaType)
    }

    /// Connects every enabled port with every output that has room for it.
    mutating func connect(_ ports: [AVCaptureInput.Port], to outputs: [AVCaptureOutput]) {
        for port in ports where port.isEnabled {
            for output in outputs where hasRoom(in: output, for: port.mediaType) {
                connections.append(AVCaptureConnection(inputPorts: [port], output: output))
            }
        }
    }

    /// Whether an input has a port in a connection.
    func isUsed(_ input: AVCaptureInput) -> Bool {
        connections.contains { connection in connection.inputPorts.contains { $0.holder === input } }
    }
}
