package import AssetKitBase
internal import Foundation

/// Cameras of the kernel.
package final class V4L2Provider: DeviceProvider {
    package let name = "v4l2"
    private let folders: CameraFolders
    private let calls: CameraCalls

    package init(_ folders: CameraFolders = .standard, calls: CameraCalls = .system) {
        (self.folders, self.calls) = (folders, calls)
    }

    package var obstacle: String? {
        do { _ = try folders.places() } catch { return "the folder '\(folders.devices)' cannot be read" }
        // There may be nodes that are no cameras.
        return sightings().isEmpty ? "no camera is connected" : nil
    }

    package func devices() -> [DeviceFacts] { sightings().compactMap(\.facts) }

    package func access(to kind: DeviceKind) -> DeviceAccess {
        guard kind == .camera else { return .restricted("the kernel has cameras alone") }
        let refusals = sightings().map { $0.problem?.isRefusal == true ? $0.problem : nil }
        guard !refusals.isEmpty, !refusals.contains(nil) else { return .authorized }
        let problems = refusals.compactMap { $0 }
        // Rights that a user lacks an administrator can give; what the machine forbids nobody can.
        guard let denied = problems.first(where: \.isLackOfRights) else {
            return .restricted(problems[0].explanation.reason)
        }
        return .denied(denied.explanation.reason)
    }

    package func open(_ id: String) throws(AVError) -> any DeviceHandle {
        guard let found = sightings().first(where: { $0.id == id }) else {
            throw AVError(.deviceNotConnected, "cannot open the camera '\(id)': it is not connected")
        }
        switch found.outcome {
        case .closed(let problem): throw AVError.camera("open the camera '\(found.name)'", because: problem)
        case .open(let node, let ability): return V4L2Handle(node, ability, name: found.name)
        }
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? {
        let links = [folders.links, folders.linksByPath]
        let watch = NodeFolderWatch(folders.devices, and: links, isNews: CameraFolders.isNews, look: look, changed)
        guard let watch else { return nil }
        return DeviceWatch { watch.end() }
    }

    private func sightings() -> [CameraSighting] {
        let places = (try? folders.places()) ?? []
        var found = places.compactMap { CameraSighting($0, calls) }
        for (index, id) in CameraPlace.distinct(found.map(\.id)).enumerated() { found[index].id = id }
        return found
    }

    /// What can change while nobody asks.
    private func look() -> CameraView {
        CameraView(cameras: sightings().map { .init(id: $0.id, path: $0.place.path, problem: $0.problem) })
    }
}

/// Which cameras there are.
private struct CameraView: NodeFolderView {
    struct Camera: Hashable, Sendable {
        var id: String
        var path: String
        var problem: CameraProblem?
    }
    var cameras: [Camera]

    var isComplete: Bool { cameras.allSatisfy { $0.problem?.isRefusal != true } }
}
