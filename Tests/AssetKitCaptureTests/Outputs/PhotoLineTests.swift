import Testing

@testable import AssetKitCapture

@Suite("Requests for photos in line")
struct PhotoLineTests {
    @Test("two are on their way, and the next begins when one is through")
    func limit() {
        var line = PhotoLine()
        for id in 1...3 { line.submit(Int64(id), pictureCount: 1, isExclusive: false) }
        #expect(line.begin() == [1, 2])
        #expect(line.begin() == [])
        line.arm(1, notBefore: 10)
        line.arm(2, notBefore: 10)
        #expect(line.take(at: 9).count == 0)
        #expect(line.take(at: 10).map(\.id) == [1, 2])
        #expect(!line.entries.isEmpty && line.isTaking)
        #expect(line.finish(1) == true)
        #expect(line.begin() == [3])
        #expect(line.finish(2) == true)
        #expect(line.entries.map(\.id) == [3])
    }

    @Test("a bracket takes its pictures alone, one after the other, and what is behind it waits")
    func brackets() {
        var line = PhotoLine()
        line.submit(1, pictureCount: 1, isExclusive: false)
        line.submit(2, pictureCount: 2, isExclusive: true)
        line.submit(3, pictureCount: 1, isExclusive: false)
        #expect(line.begin() == [1])
        line.arm(1, notBefore: 0)
        #expect(line.take(at: 1).map(\.remaining) == [0])
        #expect(line.begin() == [2])
        line.arm(2, notBefore: 2, skipping: 1)
        #expect(line.finish(1) == true)
        #expect(line.begin() == [])
        #expect(line.take(at: 3).count == 0)
        #expect(line.take(at: 4).map(\.remaining) == [1])
        // It is not set up for the second one yet.
        #expect(line.take(at: 5).count == 0)
        line.arm(2, notBefore: 6)
        #expect(line.take(at: 6).map(\.remaining) == [0])
        #expect(line.finish(2) == false)
        #expect(line.begin() == [3])
        #expect(line.finish(2) == true)
    }

    @Test("those that wait for pictures fail at once, others with what is being worked on")
    func failing() {
        var line = PhotoLine()
        line.submit(1, pictureCount: 1, isExclusive: false)
        line.submit(2, pictureCount: 3, isExclusive: true)
        line.submit(3, pictureCount: 1, isExclusive: false)
        _ = line.begin()
        line.arm(1, notBefore: 0)
        _ = line.take(at: 0)
        _ = line.begin()
        line.arm(2, notBefore: 0)
        _ = line.take(at: 1)
        let failed = line.fail()
        #expect(
            failed.map(\.id) == [2, 3] && failed.map(\.missing) == [2, 1] && failed.map(\.isLeaving) == [false, true]
        )
        #expect(line.arm(2, notBefore: 0) == false)
        #expect(line.finish(2) == true)
        #expect(line.finish(1) == true)
        #expect(line.entries.isEmpty)
        #expect(line.fail().count == 0)
    }
}
