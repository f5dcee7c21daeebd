import AssetKitBase

/// Keeps what happened, in order.
final class Recorder<Element: Sendable>: Sendable {
    private let elements = Protected([Element]())

    func add(_ element: Element) { elements.withLock { $0.append(element) } }
    var all: [Element] { elements.withLock { $0 } }
    var count: Int { all.count }
}
