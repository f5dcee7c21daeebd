/// What tells one version of a file on a server from another. A plain value.
package struct RemoteVersion: Hashable, Sendable {
    var length: Int64?
    var tag: String?
    var date: String?

    /// Whether bytes of one fit to bytes of the other, as far as the server tells.
    func fits(_ other: RemoteVersion) -> Bool {
        if let length, let length2 = other.length, length != length2 { return false }
        // Weak tags say that it means the same, which for bytes is not enough; nothing better is said.
        if let tag, let tag2 = other.tag { return tag == tag2 }
        if let date, let date2 = other.date { return date == date2 }
        return true
    }
}
