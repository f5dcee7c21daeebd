import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import CDevices
import Foundation
import Glibc

/// A machine with fake cameras: nodes in a folder of its own, and system calls that lead to them. It counts what is open and mapped.
final class FakeMachine: Sendable {
    struct Memory {
        var byteCount: Int
        var camera: FakeCamera
        var buffer: Int
        var plane: Int
    }
    struct State {
        var cameras: [String: FakeCamera] = [:]
        var open: [CInt: FakeCamera] = [:]
        var memories: [UInt: Memory] = [:]
        var faults: [FakeFault] = []
        /// What nobody may do.
        var mistakes: [String] = []
        var callCounts: [FakeCall: Int] = [:]
    }

    let host: VirtualHostClock
    let folder: URL
    let state = Monitor(State())

    init(host: VirtualHostClock = VirtualHostClock(now: 1_000_000_000_000)) throws {
        self.host = host
        folder = FileManager.default.temporaryDirectory.appending(path: "cameras-\(UUID().uuidString)")
        for name in ["dev", "sys"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var folders: CameraFolders {
        CameraFolders(
            devices: folder.path + "/dev",
            links: folder.path + "/dev/v4l",
            system: folder.path + "/sys"
        )
    }

    func makeProvider() -> V4L2Provider { V4L2Provider(folders, calls: calls) }

    /// Makes a node. `link`: the name of a link by path.
    func plug(_ node: String = "video0", link: String? = nil, change: (FakeCamera) -> Void = { _ in }) throws {
        let camera = FakeCamera()
        change(camera)
        camera.present.format = camera.formats.first ?? camera.present.format
        state.withLock { $0.cameras[node] = camera }
        if let link {
            let links = folder.appending(path: "dev/v4l/by-path")
            try FileManager.default.createDirectory(at: links, withIntermediateDirectories: true)
            let path = links.appending(path: link).path
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../../\(node)")
        }
        try Data().write(to: folder.appending(path: "dev/\(node)"))
    }

    /// A word of the kernel about a node.
    func say(_ words: String, _ file: String, of node: String) throws {
        let url = folder.appending(path: "sys/\(node)/\(file)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((words + "\n").utf8).write(to: url)
    }

    func unplug(_ node: String = "video0") throws {
        state.withLock { state in
            guard let camera = state.cameras.removeValue(forKey: node) else { return }
            camera.isGone = true
            for (descriptor, other) in state.open where other === camera { ak_event_raise(descriptor) }
        }
        let links = folder.appending(path: "dev/v4l/by-path").path
        for link in (try? FileManager.default.contentsOfDirectory(atPath: links)) ?? [] {
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\(link)")
            if target.hasSuffix("/\(node)") { try FileManager.default.removeItem(atPath: "\(links)/\(link)") }
        }
        try FileManager.default.removeItem(at: folder.appending(path: "dev/\(node)"))
    }

    func change(_ node: String = "video0", _ body: (FakeCamera) -> Void) {
        state.withLock { state in state.cameras[node].map(body) }
    }

    func fail(_ faults: FakeFault...) { state.withLock { $0.faults = faults } }

    /// Gives pictures to who streams, as long as buffers last.
    func deliver(_ node: String = "video0", _ frames: FakeCamera.Frame...) {
        state.withLock { state in
            guard let camera = state.cameras[node], let owner = camera.owner else { return }
            camera.frames += frames
            for _ in frames { ak_event_raise(owner) }
        }
    }

    /// Waits until the machine is in some state; false where that takes too long.
    func wait(for condition: (State) -> Bool) -> Bool {
        state.wait(until: .now + 600) { condition($0) ? true : nil } ?? false
    }

    /// What nobody has given back, and what nobody may do.
    var remains: [String] {
        state.withLock { state in
            let open = state.open.isEmpty ? [] : ["\(state.open.count) open descriptors"]
            let mapped = state.memories.isEmpty ? [] : ["\(state.memories.count) mappings"]
            let buffers = state.cameras.values.contains { $0.bufferCount > 0 } ? ["buffers"] : []
            return open + mapped + buffers + state.mistakes
        }
    }

    /// A refusal that is due, as a call answers it.
    func refusal(_ call: FakeCall) -> CInt? {
        state.withLock { state in
            state.callCounts[call, default: 0] += 1
            for index in state.faults.indices where state.faults[index].call == call && state.faults[index].count > 0 {
                if state.faults[index].after > 0 {
                    state.faults[index].after -= 1
                    continue
                }
                state.faults[index].count -= 1
                return -state.faults[index].number
            }
            return nil
        }
    }
}
