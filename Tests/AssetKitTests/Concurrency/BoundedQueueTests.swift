import Testing

@testable import AssetKit
@testable import AssetKitBase

@Suite("Queues between threads")
struct BoundedQueueTests {
    private struct Broken: Error {}

    @Test("elements come out as they went in, and then the end")
    func order() throws {
        let queue = BoundedQueue<Int>(capacity: .max)
        for number in 0..<100 { #expect(queue.put(number)) }
        queue.finish()
        for number in 0..<100 { #expect(try queue.take() == number) }
        #expect(try queue.take() == nil)
        #expect(!queue.put(100))
    }

    @Test("an error comes behind what was made before it")
    func failure() throws {
        let queue = BoundedQueue<Int>(capacity: 2)
        #expect(queue.put(1))
        queue.finish(Broken())
        queue.finish()
        #expect(try queue.take() == 1)
        #expect(throws: Broken.self) { try queue.take() }
    }

    @Test("a maker that is too far ahead waits for whoever takes")
    func waiting() throws {
        let queue = BoundedQueue<Int>(capacity: 1)
        let maker = TestThread {
            let wanted = (0..<1_000).filter { queue.put($0) }
            queue.finish()
            return wanted.count
        }
        var taken: [Int] = []
        while let number = try queue.take() { taken.append(number) }
        #expect(taken == Array(0..<1_000))
        #expect(try maker.value() == 1_000)
    }

    @Test("closing lets both sides go on, and leaves nothing")
    func closing() throws {
        let queue = BoundedQueue<Int>(capacity: 1)
        #expect(queue.put(1))
        let maker = TestThread { queue.put(2) }
        queue.close()
        #expect(try !maker.value())
        #expect(throws: CancellationError.self) { try queue.take() }
    }

    @Test("both ends of a list stay cheap, however much waits", arguments: [1, 2, 3, 64, 1_000])
    func fifo(waiting: Int) {
        var fifo = Fifo<Int>()
        for number in 0..<waiting { fifo.append(number) }
        for number in 0..<3 * waiting {
            #expect(fifo.first == number)
            #expect(fifo.first { -$0 } == -number)
            #expect(fifo.popFirst() == number)
            fifo.append(number + waiting)
            #expect(fifo.count == waiting)
        }
    }

    @Test("what a pump makes is handed on until nobody wants it")
    func pump() throws {
        let numbers = Lock(0)
        let pump = Pump(name: "assetkit.test", ahead: 2) {
            numbers.withLock { number -> Int? in
                number += 1
                return number <= 5 ? number : nil
            }
        }
        for number in 1...5 { #expect(try pump.next() == number) }
        #expect(try pump.next() == nil)
        pump.stop()
        #expect(throws: CancellationError.self) { try pump.next() }
    }
}
