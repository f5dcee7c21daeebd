internal import CTransfers
internal import Foundation

/// A request for the bytes of a file from an offset on. A plain value.
struct HTTPRequest {
    private static let redirectLimit: CInt = 10

    let url: URL
    let offset: Int64
    let userAgent: String?
    let authorities: CertificateAuthorities
    /// Whether it may be sent on to an address; nil where it may to any.
    let allowsRedirect: (@Sendable (_ address: String) -> Bool)?

    var isSecure: Bool { url.scheme?.lowercased() == "https" }

    /// Lends it to C for the length of one call.
    func withRaw<Result>(_ body: (UnsafePointer<ak_Request>) -> Result) -> Result {
        let credentials = url.credentials
        let texts = [
            url.withoutCredentials.absoluteString, credentials.map { Self.printable($0.name) }, credentials?.password,
            Self.printable(userAgent ?? "AssetKit"), authorities.file, authorities.folder,
        ]
        let copies = texts.map { $0.map { strdup($0)! } }  // fails only when there is no memory left
        defer { copies.forEach { free($0) } }
        var raw = ak_Request()
        raw.url = UnsafePointer(copies[0])
        raw.name = UnsafePointer(copies[1])
        raw.password = UnsafePointer(copies[2])
        raw.user_agent = UnsafePointer(copies[3])
        raw.authorities_file = UnsafePointer(copies[4])
        raw.authorities_folder = UnsafePointer(copies[5])
        raw.offset = offset
        raw.redirect_limit = Self.redirectLimit
        raw.is_secure = isSecure ? 1 : 0
        return body(&raw)
    }

    /// A client's text cannot end the line that it stands in.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }))
    }
}
