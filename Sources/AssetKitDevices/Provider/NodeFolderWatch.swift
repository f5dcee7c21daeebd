internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import CDevices
internal import Glibc

/// What is looked for in folders of nodes: which devices there are, and which of them can be opened.
protocol NodeFolderView: Hashable, Sendable {
    /// Nobody refuses one. Device managers give rights after a node is there.
    var isComplete: Bool { get }
}

/// Hears of nodes that come and go, on a thread of its own, and says so when devices have changed with them.
final class NodeFolderWatch<View: NodeFolderView>: Sendable {
    private let linkFolders: [String]
    private let isNews: @Sendable (String) -> Bool
    private let notifier: OpenDescriptor
    private let signal: CameraSignal
    private let flag = CancellationFlag()
    private let look: @Sendable () -> View
    private let changed: @Sendable () -> Void

    private static var events: UInt32 { UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM) }

    /// Watches a folder, and others that may come with the first device and go with the last. What changes in them is looked at where
    /// `isNews` says so of its name. Nil where the kernel has no more watches for this user.
    init?(
        _ folder: String,
        and linkFolders: [String],
        isNews: @escaping @Sendable (String) -> Bool,
        look: @escaping @Sendable () -> View,
        _ changed: @escaping @Sendable () -> Void
    ) {
        let answer = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard answer >= 0 else { return nil }
        notifier = OpenDescriptor(owning: answer)
        guard let signal = try? CameraSignal() else { return nil }
        (self.linkFolders, self.isNews, self.signal, self.look, self.changed) = (
            linkFolders, isNews, signal, look, changed
        )
        guard inotify_add_watch(answer, folder, Self.events) >= 0 else { return nil }
        watchLinks()
        // What changes from here on is heard of.
        let first = look()
        WorkerThread.start("assetkit.devices.watch") { self.work(first) }
    }

    func end() {
        flag.cancel()
        signal.raise()
    }

    private func watchLinks() {
        for folder in linkFolders { _ = inotify_add_watch(notifier.number, folder, Self.events) }
    }

    private func work(_ first: View) {
        var seen = first
        var schedule = HotPlugSchedule()
        let clock = SystemHostClock.shared
        while !flag.isCancelled {
            var both = [notifier.number, signal.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let answer = poll(&both, nfds_t(both.count), schedule.pause(at: clock.now))
            if answer < 0, errno != EINTR { return }
            guard !flag.isCancelled else { return }
            if answer > 0, hasNews() {
                watchLinks()
                schedule.changed(at: clock.now)
            }
            guard schedule.isDue(at: clock.now) else { continue }
            let view = look()
            schedule.looked(at: clock.now, isComplete: view.isComplete)
            guard view != seen, !flag.isCancelled else { continue }
            seen = view
            changed()
        }
    }

    /// Reads what the kernel has to say: whether something of it is about such devices.
    private func hasNews() -> Bool {
        var isNews = false
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { bytes in
            while true {
                let count = read(notifier.number, bytes.baseAddress, bytes.count)
                guard count > 0 else { return }
                isNews =
                    isNews
                    || Self.names(in: UnsafeRawBufferPointer(rebasing: bytes[..<count])).contains {
                        $0.isEmpty || self.isNews($0)
                    }
            }
        }
        return isNews
    }

    /// The names in a list of events. Without a name it is a folder, or too much to say.
    private static func names(in bytes: UnsafeRawBufferPointer) -> [String] {
        let headerSize = MemoryLayout<inotify_event>.size
        var (result, place): ([String], Int) = ([], 0)
        while place + headerSize <= bytes.count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self).len)
            let start = place + headerSize
            guard start + length <= bytes.count else { break }
            result.append(String(decoding: bytes[start..<(start + length)].prefix { $0 != 0 }, as: UTF8.self))
            place = start + length
        }
        return result
    }
}
