internal import AssetKitBase
internal import CMTimeLib

/// What an asset writer is at. Pure: no thread and no file.
struct WriterState {
    private(set) var status = AVAssetWriter.Status.unknown
    private(set) var error: AVError?
    /// The source time that is zero in the file; nil before the session.
    private(set) var start: CMTime?
    /// The source time at which the file ends; nil where samples decide.
    private(set) var end: CMTime?
    private(set) var isFinishing = false
    /// It is too late to change what is to be written.
    private(set) var hasStarted = false

    /// Begins; false where the writer has been used.
    mutating func begin() -> Bool {
        guard status == .unknown else { return false }
        (status, hasStarted) = (.writing, true)
        return true
    }

    /// Begins the session; false where there was one.
    mutating func beginSession(_ time: CMTime) -> Bool {
        guard start == nil else { return false }
        start = time
        return true
    }

    /// Ends the session; false where there is none that goes on.
    mutating func endSession(_ time: CMTime) -> Bool {
        guard start != nil, end == nil else { return false }
        end = time
        return true
    }

    /// Nothing more comes; false where that has been said, or the writer has ended.
    mutating func beginFinishing() -> Bool {
        guard status == .writing, !isFinishing else { return false }
        isFinishing = true
        return true
    }

    /// The file is complete.
    mutating func complete() {
        if status == .writing { status = .completed }
    }

    /// Something went wrong; false where it does not matter any more.
    mutating func fail(_ error: AVError) -> Bool {
        guard status == .unknown || status == .writing else { return false }
        (status, self.error) = (.failed, error)
        return true
    }

    /// The client gives up; false where there is nothing to give up.
    mutating func cancel() -> Bool {
        guard status == .unknown || status == .writing else { return false }
        status = .cancelled
        return true
    }
}
