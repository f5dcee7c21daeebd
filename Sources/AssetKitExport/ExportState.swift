internal import AssetKitBase
internal import Foundation

/// What a session is at, and what it may do next. Pure.
struct ExportState: Sendable {
    typealias Status = AVAssetExportSession.Status

    private(set) var status = Status.unknown
    private(set) var error: AVError?
    private(set) var result: AKExportResult?
    /// How much is done, from 0 to 1.
    private(set) var fraction = 0.0

    /// The client has started the export. False when that had happened before.
    mutating func start() -> Bool {
        guard status == .unknown else { return false }
        status = .waiting
        return true
    }

    /// Its turn has come. False when it has been given up.
    mutating func begin() -> Bool {
        guard status == .waiting else { return false }
        status = .exporting
        return true
    }

    mutating func advance(to fraction: Double) {
        // Rounds that start again, as those for a size limit do, must not run backwards.
        if status == .exporting { self.fraction = max(self.fraction, min(fraction, 1)) }
    }

    /// The client gives up. True when nothing has begun, so that the end is now.
    mutating func cancel() -> Bool {
        guard status == .waiting else { return false }
        status = .cancelled
        return true
    }

    /// The work has ended. False when the export had an end before.
    mutating func end(_ outcome: Result<AKExportResult, any Error>, of name: String) -> Bool {
        guard status == .exporting else { return false }
        switch outcome {
        case .success(let result):
            (status, self.result, fraction) = (.completed, result, 1)
        case .failure(let cause):
            let error = AVError.exporting(name, because: cause)
            if error.code == .operationCancelled {
                status = .cancelled
            } else {
                (status, self.error) = (.failed, error)
            }
        }
        return true
    }

    /// What went wrong before anything began.
    mutating func fail(_ error: AVError) {
        guard status == .unknown || status == .waiting else { return }
        (status, self.error) = (.failed, error)
    }
}
