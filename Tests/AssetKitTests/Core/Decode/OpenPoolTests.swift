import Testing

@testable import AssetKitSources

@Suite("What is open, in the order in which it is closed")
struct OpenPoolTests {
    /// A file, which cannot be closed while somebody reads it.
    private struct File: Closable {
        var isOpen = false
        var isRead = false

        mutating func close() { isOpen = isRead }
    }

    /// Few files are open, unless more are read at once.
    private struct Files {
        var pool = OpenPool<String, File>()
        private(set) var closed: [String] = []
        private(set) var openCount = 0

        /// Opens a file, where that has not been done, and closes others.
        mutating func use(_ name: String, isRead: Bool = false, limit: Int) {
            let place = pool.use(name) { File() }
            if !pool[place].isOpen { openCount += 1 }
            pool[place].isOpen = true
            pool[place].isRead = isRead
            var walk = pool.walk
            while openCount > limit, let next = pool.closeNext(&walk) {
                guard !isOpen(next) else { continue }
                closed.append(next)
                openCount -= 1
            }
        }

        /// Looks without using the file.
        private func isOpen(_ name: String) -> Bool {
            var copy = pool
            let place = copy.use(name) { File() }
            return copy[place].isOpen
        }
    }

    @Test("what was used longest ago is closed first, and what is used comes last again")
    func order() {
        var files = Files()
        for name in ["a", "b", "c", "a", "d", "e", "b"] { files.use(name, limit: 3) }
        #expect(files.closed == ["b", "c", "a"])
    }

    @Test("what is read stays open, and is closed when it is not any more")
    func inUse() {
        var files = Files()
        files.use("a", isRead: true, limit: 2)
        for name in ["b", "c", "d"] { files.use(name, limit: 2) }
        #expect(files.closed == ["b", "c"])
        files.use("a", limit: 2)
        for name in ["e", "f"] { files.use(name, limit: 2) }
        #expect(files.closed == ["b", "c", "d", "a"])
    }

    @Test("the one that is used is not closed, whatever the limit")
    func used() {
        var files = Files()
        files.use("a", limit: 0)
        #expect(files.closed.isEmpty)
        files.use("b", limit: 0)
        #expect(files.closed == ["a"])
    }

    @Test("what has nothing open keeps its place, and is known when it is used again")
    func places() {
        var pool = OpenPool<String, File>()
        let first = pool.use("a") { File(isOpen: true) }
        let second = pool.use("b") { File(isOpen: true) }
        var walk = pool.walk
        #expect(pool.closeNext(&walk) == "a")
        #expect(pool.closeNext(&walk) == nil)
        #expect(pool.use("a") { File(isOpen: true) } == first)
        #expect(!pool[first].isOpen)
        #expect(pool[second].isOpen)
    }

    @Test("only what is open is changed")
    func update() {
        var pool = OpenPool<String, File>()
        let places = ["a", "b", "c"].map { name in pool.use(name) { File(isOpen: true) } }
        var walk = pool.walk
        _ = pool.closeNext(&walk)
        pool.updateOpen { $0.isRead = true }
        #expect(places.map { pool[$0].isRead } == [false, true, true])
    }

    @Test("ten thousand that are used one after the other are each looked at once to be closed")
    func work() {
        var pool = OpenPool<Int, File>()
        let (count, limit) = (10_000, 6)
        for round in 0..<2 {
            for number in 0..<count {
                let place = pool.use(number) { File() }
                pool[place].isOpen = true
                var walk = pool.walk
                // Before the first ones are closed there are fewer than the limit.
                if round > 0 || number >= limit { _ = pool.closeNext(&walk) }
            }
        }
        #expect(pool.stepCount == 2 * count - limit)
        #expect((0..<count).filter { pool[$0].isOpen }.count == limit)
    }
}
