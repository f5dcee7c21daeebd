import AssetKitBase
import AssetKitClocks
import Foundation

/// Threads of which one goes at a time, and the time passes when all of them wait: so what waits for a network does so in virtual time,
/// and a test sees the same each time.
final class VirtualCrew: @unchecked Sendable {
    // SAFETY: everything is behind the condition.

    /// One thread, and what it has to do.
    private final class Member: SerialWorker, @unchecked Sendable {
        // SAFETY: behind the condition of the crew.
        weak var crew: VirtualCrew?
        var jobs: [@Sendable () -> Void] = []
        /// Until when it waits.
        var due: Int64?
        init(_ crew: VirtualCrew) { self.crew = crew }

        func async(_ job: @escaping @Sendable () -> Void) {
            guard let crew else { return }
            crew.condition.withLock { jobs.append(job) }
        }
    }

    let host: VirtualHostClock
    private let condition = NSCondition()
    private var members: [Member] = []
    /// Who goes; the test where nobody does.
    private var running: Member?
    private(set) var isEnded = false
    private static let key = "test.crew.member"

    init(_ host: VirtualHostClock) { self.host = host }

    func worker() -> any SerialWorker {
        let member = Member(self)
        condition.withLock { members.append(member) }
        let thread = Thread { [condition, weak self] in
            Thread.current.threadDictionary[Self.key] = member
            while true {
                condition.lock()
                while let crew = self, crew.running !== member, !crew.isEnded { condition.wait() }
                guard let crew = self, !crew.isEnded else { return condition.unlock() }
                while !member.jobs.isEmpty {
                    let job = member.jobs.removeFirst()
                    condition.unlock()
                    job()
                    condition.lock()
                }
                crew.running = nil
                condition.broadcast()
                condition.unlock()
            }
        }
        thread.stackSize = 4 << 20
        thread.start()
        return member
    }

    /// Whether the thread is one of them.
    var isMember: Bool { Thread.current.threadDictionary[Self.key] != nil }

    /// The thread waits until a moment.
    func park(until due: Int64) {
        guard let member = Thread.current.threadDictionary[Self.key] as? Member else { return }
        condition.withLock {
            guard !isEnded else { return }
            member.due = due
            running = nil
            condition.broadcast()
            while running !== member, !isEnded { condition.wait() }
            member.due = nil
        }
    }

    /// Lets so much time pass.
    func run(_ seconds: Double) {
        let end = host.now + Int64((seconds * 1_000_000_000).rounded())
        while true {
            settle()
            let due = condition.withLock { members.compactMap(\.due).min() }
            let next = min(host.nextDeadline ?? .max, due ?? .max)
            guard next <= end else { break }
            host.advance(to: max(next, host.now))
        }
        host.advance(to: end)
    }

    /// Lets everybody go who has something to do, until all wait.
    private func settle() {
        condition.withLock {
            while let member = members.first(where: { $0.due.map { $0 <= host.now } ?? !$0.jobs.isEmpty }) {
                running = member
                condition.broadcast()
                while running != nil { condition.wait() }
            }
        }
    }

    /// Nobody waits any more.
    func end() {
        condition.withLock {
            isEnded = true
            condition.broadcast()
        }
    }
}
