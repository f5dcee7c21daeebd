internal import Foundation

/// Where the machine says which cameras it has. Tests have folders of their own.
package struct CameraFolders: Hashable, Sendable {
    /// The nodes, `video0` and so on.
    package var devices: String
    /// Links to them that the device manager makes, in `by-path` and `by-id`.
    package var links: String
    /// What the kernel says of the nodes, in a folder of the name of each.
    package var system: String

    package static let standard = CameraFolders(
        devices: "/dev",
        links: "/dev/v4l",
        system: "/sys/class/video4linux"
    )

    package init(devices: String, links: String, system: String) {
        (self.devices, self.links, self.system) = (devices, links, system)
    }

    var linksByPath: String { links + "/by-path" }

    /// Whether a name in the folder of devices is a node's.
    static func isNode(_ name: String) -> Bool { number(name) != nil }

    /// Whether a change under a name may be one of cameras. What changes in the folder of devices is mostly about others.
    static func isNews(_ name: String) -> Bool {
        isNode(name) || name == "v4l" || name.hasPrefix("by-") || name.contains("video")
    }

    private static func number(_ name: String) -> Int? {
        guard name.hasPrefix("video") else { return nil }
        let digits = name.dropFirst("video".count)
        return digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
    }

    /// All nodes, by their numbers.
    func places() throws -> [CameraPlace] {
        let names = try FileManager.default.contentsOfDirectory(atPath: devices)
        let numbered = names.compactMap { name in Self.number(name).map { (number: $0, name: name) } }
        let (paths, identities) = (links(in: "by-path"), links(in: "by-id"))
        return numbered.sorted { $0.number < $1.number }.map { _, name in
            var place = CameraPlace(path: "\(devices)/\(name)")
            (place.linkByPath, place.linkByIdentity) = (paths[name], identities[name])
            addSystemWords(name, to: &place)
            return place
        }
    }

    /// The links of a folder by the nodes they lead to; the first by name where there are several.
    private func links(in folder: String) -> [String: String] {
        let base = "\(links)/\(folder)"
        var result: [String: String] = [:]
        for name in ((try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []).sorted() {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(base)/\(name)"),
                let node = target.split(separator: "/").last.map(String.init), result[node] == nil
            else { continue }
            result[node] = name
        }
        return result
    }

    private func addSystemWords(_ node: String, to place: inout CameraPlace) {
        let base = "\(system)/\(node)"
        place.name = word(base + "/name")
        place.index = word(base + "/index").flatMap { Int($0) }
        guard let device = realPath(base + "/device") else { return }
        let parent = (device as NSString).deletingLastPathComponent
        place.port = (device as NSString).lastPathComponent
        // The node belongs to an interface, whose device is the folder above.
        place.manufacturer = word(parent + "/manufacturer") ?? ""
        place.vendorNumber = word(parent + "/idVendor").flatMap { Int($0, radix: 16) }
        place.productNumber = word(parent + "/idProduct").flatMap { Int($0, radix: 16) }
        switch word(parent + "/physical_location/panel") ?? word(device + "/physical_location/panel") {
        case "front": place.position = .front
        case "back": place.position = .back
        default: break
        }
    }

    private func realPath(_ path: String) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return URL(filePath: path).resolvingSymlinksInPath().path
    }

    private func word(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }
}
