import AssetKitBase
import AssetKitTargets
import Foundation

/// What a target told.
final class Events<Event: Sendable>: Sendable {
    fileprivate let state = Monitor([Event]())

    @Sendable func add(_ event: Event) {
        state.withLock { $0.append(event) }
        state.announce()
    }

    var all: [Event] { state.withLock { $0 } }

    /// Waits for an event of a kind, which a thread of another process causes; nil when it does not come.
    func wait<Value>(seconds: Double = 600, for kind: (Event) -> Value?) -> Value? {
        state.wait(until: .now + seconds) { events in events.lazy.compactMap(kind).first }
    }
}

extension Events {
    /// Waits until there are so many events; false when they do not come.
    func wait(count: Int, seconds: Double = 600) -> Bool {
        state.wait(until: .now + seconds) { $0.count >= count ? true : nil } ?? false
    }
}

extension Events<AKAudioTargetEvent> {
    /// As text: `underrun`, or why the device is gone.
    var texts: [String] {
        all.map { event in
            switch event {
            case .underrun: "underrun"
            case .lost(let reason): reason
            }
        }
    }
}
