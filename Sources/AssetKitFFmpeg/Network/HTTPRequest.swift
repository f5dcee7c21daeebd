internal import Foundation

/// A request for bytes of a file. A plain value.
struct HTTPRequest {
    /// Whom it goes to: the server, or a proxy that asks for us.
    let target: HTTPAddress
    let bytes: [UInt8]

    init(_ address: HTTPAddress, from offset: Int64, userAgent: String?, _ challenge: HTTPChallenge?) {
        let proxy = Self.proxy(for: address)
        target = proxy ?? address
        // TLS goes through proxies by itself.
        let path = proxy == nil ? address.target : "http://\(address.hostField)\(address.target)"
        var lines = ["GET \(path) HTTP/1.1", "Host: \(address.hostField)", "Accept: */*"]
        lines += ["User-Agent: \(Self.printable(userAgent ?? "AssetKit"))"]
        // A packed file cannot be read from its middle.
        lines += ["Accept-Encoding: identity", "Range: bytes=\(offset)-", "Connection: close"]
        if let (name, password) = address.credentials {
            let answer = challenge?.answer(name, password, method: "GET", target: path)
            lines.append("Authorization: \(answer ?? HTTPChallenge.basic(name, password))")
        }
        if let (name, password) = proxy?.credentials {
            lines.append("Proxy-Authorization: \(HTTPChallenge.basic(name, password))")
        }
        bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// A client's text cannot end the line.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { (32...126).contains($0.value) }))
    }

    /// The proxy of the environment (`http_proxy`), unless `no_proxy` leaves the server out.
    private static func proxy(for address: HTTPAddress) -> HTTPAddress? {
        let environment = ProcessInfo.processInfo.environment
        guard !address.isSecure, let name = environment["http_proxy"], !name.isEmpty,
            let url = URL(string: name.contains("://") ? name : "http://\(name)"), let proxy = try? HTTPAddress(url),
            !proxy.isSecure
        else { return nil }
        let exceptions = (environment["no_proxy"] ?? "").split(whereSeparator: { ", ".contains($0) })
        let host = address.host.lowercased()
        let isLeftOut = exceptions.contains { exception in
            let name = exception.lowercased().drop { $0 == "." || $0 == "*" }
            return exception == "*" || host == name || host.hasSuffix(".\(name)")
        }
        return isLeftOut ? nil : proxy
    }
}
