/// What the machine says of a node for cameras, without opening it.
struct CameraPlace: Hashable {
    /// The node's path.
    var path: String
    /// Names of links that the device manager makes: by the place on the bus, and by what the device says it is.
    var linkByPath: String?
    var linkByIdentity: String?
    /// The kernel's own word for the device that the node belongs to, such as the port of USB it is at.
    var port: String?
    /// The driver's name for the node.
    var name: String?
    /// Which node of its device it is.
    var index: Int?
    var manufacturer = ""
    /// What USB calls its maker and its model.
    var vendorNumber: Int?
    var productNumber: Int?
    var position = DeviceFacts.Position.unspecified

    /// What names the camera: where it is, and what it is. Not the number of the node, which another one has tomorrow.
    func identity(_ ability: CameraAbility?) -> String {
        let number = index.map { "-index\($0)" } ?? ""
        let bus = ability.map(\.busInformation) ?? ""
        let place = linkByPath ?? linkByIdentity ?? port.map { $0 + number } ?? (bus.isEmpty ? "unknown" : bus) + number
        return [place, title(ability)].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The name for people.
    func title(_ ability: CameraAbility?) -> String {
        if let name, !name.isEmpty { return name }
        return ability?.card ?? ""
    }

    /// What Apple calls cameras of USB, and the driver's name otherwise.
    func model(_ ability: CameraAbility?) -> String {
        guard let vendorNumber, let productNumber else { return ability?.driver ?? "" }
        return "UVC Camera VendorID_\(vendorNumber) ProductID_\(productNumber)"
    }

    /// Identities that occur more than once get numbers.
    static func distinct(_ identities: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return identities.map { identity in
            counts[identity, default: 0] += 1
            let count = counts[identity, default: 0]
            return count == 1 ? identity : "\(identity) \(count)"
        }
    }
}
