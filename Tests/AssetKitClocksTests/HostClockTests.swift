import AssetKitClocks
import TestSupport
import Testing

@Suite("Host clocks")
struct HostClockTests {
    @Test("virtual time passes only when it is told to, and calls come in the order of their moments")
    func order() {
        let host = VirtualHostClock(now: 5)
        let calls = Recorder<String>()
        let alarms = [(30, "c"), (10, "a"), (30, "d"), (20, "b")].map { moment, name in
            host.alarm(at: moment) { calls.add("\(name)\(host.now)") }
        }
        #expect(host.now == 5)
        host.advance(to: 9)
        #expect(calls.all.isEmpty)
        host.advance(to: 29)
        #expect(calls.all == ["a10", "b20"])
        #expect(host.now == 29)
        host.advance(by: 1)
        #expect(calls.all == ["a10", "b20", "c30", "d30"])
        #expect(host.alarmCount == 0)
        withExtendedLifetime(alarms) {}
    }

    @Test("a call that another call asks for comes on the way")
    func nested() {
        let host = VirtualHostClock()
        let calls = Recorder<Int64>()
        let inner = Recorder<HostAlarm>()
        let outer = host.alarm(at: 10) {
            inner.add(host.alarm(at: 15) { calls.add(host.now) })
            inner.add(host.alarm(at: 3) { calls.add(host.now) })
        }
        host.advance(to: 20)
        #expect(calls.all == [10, 15])
        #expect(host.now == 20)
        withExtendedLifetime(outer) {}
    }

    @Test("an alarm that is cancelled or dropped does not come")
    func cancelled() {
        let host = VirtualHostClock()
        let calls = Recorder<Int>()
        let cancelled = host.alarm(at: 1) { calls.add(1) }
        _ = host.alarm(at: 1) { calls.add(2) }
        cancelled.cancel()
        host.advance(to: 2)
        #expect(calls.all.isEmpty)
        #expect(host.nextDeadline == nil)
    }

    @Test("a task waits for virtual time")
    func waiting() async throws {
        let host = VirtualHostClock()
        let task = Task {
            try await host.wait(until: hour)
            return host.now
        }
        try await waitPatiently("for a task to wait") { host.alarmCount != 0 }
        host.advance(by: 2 * hour)
        #expect(try await task.value >= hour)
    }

    @Test("a task that is cancelled waits no longer")
    func cancelledWaiting() async {
        let host = VirtualHostClock()
        let task = Task { try await host.wait(until: hour) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(host.now == 0)
    }

    @Test("the machine's clock runs forward, and calls no sooner than asked")
    func system() async throws {
        let host = SystemHostClock.shared
        let start = host.now
        #expect(start > 0)
        let deadline = start + 1_000_000
        try await host.wait(until: deadline)
        #expect(host.now >= deadline)
        try await host.wait(until: 0)
    }
}
