internal import AssetKitBase

/// What becomes of a sample that a file output has, of which each of its recordings may take a part. It is counted once, when none of
/// them has the sample any more.
final class SampleFate: Sendable {
    /// What can become of it. Of several, the last of these counts.
    enum Outcome: Int {
        /// It belongs to none of them.
        case unwanted
        /// Its recording has failed.
        case abandoned
        case late
        case broken
        case delivered
    }

    private let connection: AVCaptureConnection
    private let outcome = Protected(Outcome.unwanted)

    init(_ connection: AVCaptureConnection) { self.connection = connection }

    deinit {
        let outcome = outcome.withLock { $0 }
        connection.count { counts in
            switch outcome {
            case .unwanted: counts.unwanted += 1
            case .abandoned: counts.abandoned += 1
            case .late: counts.late += 1
            case .broken: counts.outOfBuffers += 1
            case .delivered: counts.delivered += 1
            }
        }
    }

    /// Something has become of it, in one of the recordings.
    func becomes(_ new: Outcome) {
        outcome.withLock { outcome in
            if new.rawValue > outcome.rawValue { outcome = new }
        }
    }
}
