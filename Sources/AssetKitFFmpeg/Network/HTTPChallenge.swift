internal import Foundation

/// How a server wants to be told a name and a password (RFC 7617 and 7616). A plain value.
struct HTTPChallenge {
    private let realm: String
    private let nonce: String
    private let opaque: String?
    private let hasQuality: Bool

    /// nil where the server asks for something that is not known here.
    init?(_ response: HTTPResponse) {
        let asked = response.values("www-authenticate").lazy.filter { $0.lowercased().hasPrefix("digest ") }
        let known = asked.map { Self.parameters($0.dropFirst(7)) }.first { parts in
            (parts["algorithm"] ?? "MD5").uppercased() == "MD5" && parts["qop"].map { $0.contains("auth") } ?? true
        }
        guard let known, let realm = known["realm"], let nonce = known["nonce"] else { return nil }
        (self.realm, self.nonce, opaque, hasQuality) = (realm, nonce, known["opaque"], known["qop"] != nil)
    }

    /// The value of the field that answers it.
    func answer(_ name: String, _ password: String, method: String, target: String) -> String {
        let secret = Self.sum("\(name):\(realm):\(password)")
        let request = Self.sum("\(method):\(target)")
        let count = String(format: "%08x%08x", UInt32.random(in: 0 ... .max), UInt32.random(in: 0 ... .max))
        let proof =
            hasQuality
            ? Self.sum("\(secret):\(nonce):00000001:\(count):auth:\(request)")
            : Self.sum("\(secret):\(nonce):\(request)")
        var fields = ["username=\"\(Self.quoted(name))\"", "realm=\"\(Self.quoted(realm))\""]
        fields += ["nonce=\"\(Self.quoted(nonce))\"", "uri=\"\(target)\"", "response=\"\(proof)\""]
        if hasQuality { fields += ["qop=auth", "nc=00000001", "cnonce=\"\(count)\""] }
        if let opaque { fields.append("opaque=\"\(Self.quoted(opaque))\"") }
        return "Digest " + fields.joined(separator: ", ")
    }

    static func basic(_ name: String, _ password: String) -> String {
        "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
    }

    private static func sum(_ text: String) -> String {
        let sum = MD5Sum()
        Array(text.utf8).withUnsafeBytes { sum.add($0) }
        return sum.finish().map { String(format: "%02x", $0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        let safe = text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
        return String(String.UnicodeScalarView(safe)).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// `a=b, c="d, e"`.
    private static func parameters(_ text: Substring) -> [String: String] {
        var found: [String: String] = [:]
        for match in text.matches(of: /([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/) {
            let value = match.2.map { String($0.replacing(/\\(.)/) { $0.1 }) } ?? match.3.map(String.init) ?? ""
            found[match.1.lowercased()] = value
        }
        return found
    }
}
