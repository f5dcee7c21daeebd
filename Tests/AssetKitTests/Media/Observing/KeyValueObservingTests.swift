@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia
import Foundation
import Synchronization
import Testing

@Suite("Observing properties")
struct KeyValueObservingTests {
    private final class Lamp: AKKeyValueObserving, @unchecked Sendable {
        // SAFETY: each test uses its lamp from one thread at a time.
        let akObservers = AKKeyValueObservers()
        private var stored = 0
        var brightness: Int { stored }
        var color: String? { nil }

        func set(_ value: Int) {
            announcing(\.brightness) { stored = value }
        }
    }

    @Test("an observer hears of changes of its property, with the values it asked for")
    func changes() {
        let lamp = Lamp()
        let seen = Mutex<[[Int?]]>([])
        let observation = lamp.observe(\.brightness, options: [.old, .new]) { lamp, change in
            seen.withLock { $0.append([lamp.brightness, change.oldValue, change.newValue]) }
            #expect(change.kind == .setting)
            #expect(!change.isPrior)
        }
        let other = lamp.observe(\.color) { _, _ in Issue.record("nobody changed the colour") }
        lamp.set(3)
        lamp.set(5)
        #expect(seen.withLock { $0 } == [[3, 0, 3], [5, 3, 5]])
        observation.invalidate()
        other.invalidate()
        lamp.set(7)
        #expect(seen.withLock { $0.count } == 2)
    }

    @Test("the initial value comes before the call returns, the prior one before the change")
    func initialAndPrior() {
        let lamp = Lamp()
        lamp.set(1)
        let seen = Mutex<[String]>([])
        let observation = lamp.observe(\.brightness, options: [.initial, .prior, .new]) { lamp, change in
            let value = change.newValue.map(String.init) ?? "-"
            seen.withLock { $0.append("\(lamp.brightness) \(value) \(change.isPrior)") }
        }
        #expect(seen.withLock { $0 } == ["1 1 false"])
        lamp.set(2)
        #expect(seen.withLock { $0 } == ["1 1 false", "1 - true", "2 2 false"])
        observation.invalidate()
    }

    @Test("an observation that nobody holds is over, and keeps nothing alive")
    func lifetimes() {
        var lamp: Lamp? = Lamp()
        let count = Mutex(0)
        _ = lamp?.observe(\.brightness) { _, _ in count.withLock { $0 += 1 } }
        lamp?.set(1)
        #expect(count.withLock { $0 } == 0)
        let observation = lamp?.observe(\.brightness) { _, _ in }
        weak let gone = lamp
        lamp = nil
        #expect(gone == nil)
        observation?.invalidate()
    }

    @Test("values come as a sequence, the present one first")
    func values() async {
        let lamp = Lamp()
        lamp.set(8)
        var values = lamp.values(for: \.brightness).makeAsyncIterator()
        #expect(await values.next() == 8)
        lamp.set(9)
        #expect(await values.next() == 9)
        lamp.set(10)
        lamp.set(11)
        #expect(await values.next() == 11)
    }

    @Test("notifications come as a sequence, of one object where one is named")
    func notifications() async {
        let center = NotificationCenter()
        let (mine, other) = (NSObject(), NSObject())
        let name = Notification.Name("test.\(UUID().uuidString)")
        var all = center.notifications(named: name).makeAsyncIterator()
        var ours = center.notifications(named: name, object: mine).makeAsyncIterator()
        center.post(name: name, object: other, userInfo: ["number": 1])
        center.post(name: name, object: mine, userInfo: ["number": 2])
        #expect(await all.next()?.userInfo?["number"] as? Int == 1)
        #expect(await all.next()?.userInfo?["number"] as? Int == 2)
        #expect(await ours.next()?.userInfo?["number"] as? Int == 2)
    }
}
