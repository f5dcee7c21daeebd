internal import AssetKitBase
internal import Foundation

/// An address of the web, in the parts that a request needs.
struct HTTPAddress {
    let url: URL
    let host: String
    let port: UInt16
    let isSecure: Bool

    /// Throws where it is no address that can be asked.
    init(_ url: URL) throws {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(percentEncoded: false), !host.isEmpty, let port = UInt16(exactly: url.port ?? 0)
        else { throw NetworkProblem("it names no server", code: .contentIsUnavailable) }
        (self.url, isSecure) = (url, scheme == "https")
        self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        self.port = port > 0 ? port : isSecure ? 443 : 80
    }

    /// Path and query, as they go over the wire: a client's odd characters cannot end the line.
    var target: String {
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        let text = (path.isEmpty ? "/" : path) + query
        var safe = ""
        for byte in text.utf8 {
            safe += (33...126).contains(byte) ? String(UnicodeScalar(byte)) : String(format: "%%%02X", byte)
        }
        return safe
    }

    /// The server, as requests name it.
    var hostField: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Name and password, where the address has them.
    var credentials: (name: String, password: String)? {
        url.user(percentEncoded: false).map { ($0, url.password(percentEncoded: false) ?? "") }
    }

    func isOfSameServer(as other: HTTPAddress) -> Bool {
        (host.lowercased(), port, isSecure) == (other.host.lowercased(), other.port, other.isSecure)
    }

    /// Where a server sends on to. It does not learn another server's password.
    func redirected(to location: String) throws -> HTTPAddress {
        let refusal = NetworkProblem(
            "its server sends on to what is no address of the web",
            code: .contentIsUnavailable
        )
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, let next = try? HTTPAddress(target)
        else { throw refusal }
        guard next.credentials == nil, let mine = credentials, next.isOfSameServer(as: self),
            var parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
        else { return next }
        (parts.user, parts.password) = (mine.name, mine.password)
        return try parts.url.map { try HTTPAddress($0) } ?? next
    }
}
