import AssetKitTargets

extension Events<AKVideoTargetEvent> {
    /// As text: `needsPicture`, `key space`, `closed`, `lost: …`.
    var texts: [String] { all.map(\.text) }
}

extension AKVideoTargetEvent {
    var text: String {
        switch self {
        case .key(let key): "key \(key)"
        case .needsPicture: "needsPicture"
        case .closed: "closed"
        case .lost(let reason): "lost: \(reason)"
        }
    }
}
