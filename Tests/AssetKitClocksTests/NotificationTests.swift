import AssetKitClocks
import CMTimeLib
import Testing

@Suite("Notifications of timebases")
struct NotificationTests {
    @Test("jumps and changes of rate are told with the time they left, and nothing else is")
    func times() throws {
        let time = VirtualTime()
        let timebase = try time.timebase()
        let watch = Watch(timebase)
        try timebase.setRate(2)
        time.host.advance(by: 3 * second)
        try timebase.setRate(2)
        try timebase.setTime(seconds(100))
        try timebase.setRateAndAnchorTime(rate: 2, anchorTime: seconds(50), referenceTime: time.clock.time)
        try timebase.setAnchorTime(seconds(60), referenceTime: time.clock.time)
        #expect(watch.names == ["rate", "jumped", "jumped", "jumped"])
        #expect(watch.times == [.zero, seconds(100), seconds(50), seconds(60)])
    }

    @Test("what happens above is told below, where time moves")
    func above() throws {
        let time = VirtualTime()
        let top = try time.timebase(rate: 1)
        let moving = try CMTimebase(sourceTimebase: top)
        let standing = try CMTimebase(sourceTimebase: top)
        let below = try CMTimebase(sourceTimebase: standing)
        try moving.setRate(3)
        try below.setRate(1)
        let watches = [moving, standing, below].map { Watch($0) }
        try top.setTime(seconds(4))
        try top.setRate(2)
        #expect(watches.map(\.names) == [["jumped", "rate"], [], []])
        #expect(watches[0].times == [seconds(12), seconds(12)])
    }

    @Test("a rate below what stands still changes nothing that counts")
    func standingAbove() throws {
        let top = try VirtualTime().timebase()
        let bottom = try CMTimebase(sourceTimebase: top)
        let watch = Watch(bottom)
        try bottom.setRate(2)
        #expect(watch.names.isEmpty)
        try top.setRate(1)
        #expect(watch.names == ["rate"])
    }

    @Test("changes made within a notification are told after it, in order, and the barrier does not wait for itself")
    func nested() throws {
        let timebase = try VirtualTime().timebase()
        let order = Recorder<String>()
        let watch = Watch(timebase) { name in
            order.add("begin \(name)")
            if name == "rate" {
                try? timebase.setTime(seconds(9))
                try? timebase.notificationBarrier()
            }
            order.add("end \(name)")
        }
        try timebase.setRate(1)
        try timebase.notificationBarrier()
        #expect(order.all == ["begin rate", "end rate", "begin jumped", "end jumped"])
        #expect(watch.names == ["rate", "jumped"])
    }

    @Test("after the barrier all is told, whoever posts")
    func barrier() async throws {
        let timebases = try (0..<4).map { _ in try VirtualTime().timebase() }
        let watches = timebases.map { Watch($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for timebase in timebases {
                group.addTask {
                    for step in 1...200 { try timebase.setTime(seconds(Int64(step))) }
                    try timebase.notificationBarrier()
                }
            }
            try await group.waitForAll()
        }
        for watch in watches { #expect(watch.times == (1...200).map { seconds($0) }) }
    }
}
