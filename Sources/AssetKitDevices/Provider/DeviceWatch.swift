/// Somebody who hears of changes, as long as this is held.
package final class DeviceWatch: Sendable {
    private let end: @Sendable () -> Void

    package init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
