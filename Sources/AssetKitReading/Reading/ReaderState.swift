internal import AssetKitBase

/// What an asset reader is at. Pure: no thread and no file.
struct ReaderState {
    private(set) var status = AVAssetReader.Status.unknown
    private(set) var error: AVError?
    /// It is too late to change what is to be read.
    private(set) var hasStarted = false
    /// The outputs that have something to give yet.
    private var open: Set<ObjectIdentifier> = []

    /// Begins with these outputs; false where the reader has been used.
    mutating func start(_ outputs: [ObjectIdentifier]) -> Bool {
        guard status == .unknown else { return false }
        (status, hasStarted) = (outputs.isEmpty ? .completed : .reading, true)
        open = Set(outputs)
        return true
    }

    /// An output has given everything that it ever will. With the last one reading is complete.
    mutating func finish(_ output: ObjectIdentifier) {
        open.remove(output)
        if status == .reading, open.isEmpty { status = .completed }
    }

    /// Something went wrong; false where it does not matter any more.
    mutating func fail(_ error: AVError) -> Bool {
        guard status == .reading || status == .unknown else { return false }
        (status, self.error) = (.failed, error)
        return true
    }

    /// The client gives up; false where there is nothing to give up.
    mutating func cancel() -> Bool {
        guard status == .reading || status == .unknown else { return false }
        status = .cancelled
        return true
    }
}
