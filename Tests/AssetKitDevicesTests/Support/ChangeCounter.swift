import AssetKitBase
import Foundation

/// Waits for something that changes are told of.
final class ChangeCounter: Sendable {
    private let state = Monitor(0)

    @Sendable func changed() {
        state.withLock { $0 += 1 }
        state.announce()
    }

    var count: Int { state.withLock { $0 } }

    /// Asks with each change until it is so; false when that does not happen.
    func wait(seconds: Double = 600, until isReached: () -> Bool) -> Bool {
        let deadline = Date.now + seconds
        while true {
            let seen = count
            if isReached() { return true }
            guard state.wait(until: deadline, for: { $0 > seen ? true : nil }) != nil else { return false }
        }
    }
}
