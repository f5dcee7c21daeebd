package import Foundation
internal import Glibc

/// Waiting for what others do, with an end: a test that would wait for ever fails and says what it waits for.
///
/// Nothing takes so long, also where a sanitizer makes everything slow and all tests run at once. Who looks again and again
/// has looked often as well: whoever is waited for has had a turn as often.
package struct Patience {
    package static let seconds = 1800.0
    private static let fewestLooks = 100_000

    private let what: String
    private let start = ContinuousClock.now
    private var looks = 0

    /// `what` completes the sentence "waited in vain".
    package init(_ what: String) { self.what = what }

    /// Throws when it has come to an end.
    package mutating func check() throws {
        looks += 1
        guard looks > Self.fewestLooks, start.duration(to: .now) > .seconds(Self.seconds) else { return }
        throw Exhausted(what: what)
    }

    package struct Exhausted: Error, CustomStringConvertible {
        package let what: String

        package var description: String { "waited in vain \(what)" }
    }
}

/// Lets other tasks go on until something holds.
package func waitPatiently(_ what: String, until holds: () throws -> Bool) async throws {
    var patience = Patience(what)
    while try !holds() {
        try patience.check()
        await Task.yield()
    }
}

/// Lets other threads go on until something holds.
package func spinPatiently(_ what: String, until holds: () throws -> Bool) throws {
    var patience = Patience(what)
    while try !holds() {
        try patience.check()
        sched_yield()
    }
}

extension NSCondition {
    /// Waits to be woken, with the lock held.
    package func waitPatiently(_ what: String) throws {
        guard wait(until: Date(timeIntervalSinceNow: Patience.seconds)) else { throw Patience.Exhausted(what: what) }
    }
}

extension DispatchSemaphore {
    package func waitPatiently(_ what: String) throws {
        guard wait(timeout: .now() + Patience.seconds) == .success else { throw Patience.Exhausted(what: what) }
    }
}
