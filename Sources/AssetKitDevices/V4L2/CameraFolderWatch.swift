internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import CDevices
internal import Glibc

/// Hears of nodes that come and go, on a thread of its own, and says so when cameras have changed with them.
final class CameraFolderWatch: Sendable {
    /// What is looked for: which cameras there are, and which of them can be opened.
    struct View: Hashable, Sendable {
        struct Camera: Hashable, Sendable {
            var id: String
            var path: String
            var problem: CameraProblem?
        }
        var cameras: [Camera]

        var isComplete: Bool { cameras.allSatisfy { $0.problem?.isRefusal != true } }
    }

    private let folders: CameraFolders
    private let notifier: OpenDescriptor
    private let signal: CameraSignal
    private let flag = CancellationFlag()
    private let look: @Sendable () -> View
    private let changed: @Sendable () -> Void

    private static let events = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM)

    /// Nil where the kernel has no more watches for this user.
    init?(_ folders: CameraFolders, look: @escaping @Sendable () -> View, _ changed: @escaping @Sendable () -> Void) {
        let answer = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard answer >= 0 else { return nil }
        notifier = OpenDescriptor(owning: answer)
        guard let signal = try? CameraSignal() else { return nil }
        (self.folders, self.signal, self.look, self.changed) = (folders, signal, look, changed)
        guard inotify_add_watch(answer, folders.devices, Self.events) >= 0 else { return nil }
        watchLinks()
        // What changes from here on is heard of.
        let first = look()
        WorkerThread.start("assetkit.camera.watch") { self.work(first) }
    }

    func end() {
        flag.cancel()
        signal.raise()
    }

    /// The folders of links come with the first camera and go with the last.
    private func watchLinks() {
        for folder in [folders.links, folders.linksByPath] {
            _ = inotify_add_watch(notifier.number, folder, Self.events)
        }
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

    /// Reads what the kernel has to say: whether something of it is about cameras.
    private func hasNews() -> Bool {
        var isNews = false
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { bytes in
            while true {
                let count = read(notifier.number, bytes.baseAddress, bytes.count)
                guard count > 0 else { return }
                isNews =
                    isNews
                    || Self.names(in: UnsafeRawBufferPointer(rebasing: bytes[..<count])).contains(where: Self.isNews)
            }
        }
        return isNews
    }

    /// What changes in the folder of devices is mostly about others. Without a name it is a folder, or too much to say.
    private static func isNews(_ name: String) -> Bool {
        name.isEmpty || CameraFolders.isNode(name) || name == "v4l" || name.hasPrefix("by-") || name.contains("video")
    }

    /// The names in a list of events.
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
