package import AssetKitBase

/// Why an address cannot be read, as the end of a sentence.
package struct NetworkProblem: ExplainedError, Hashable {
    package let code: AVError.Code
    package let reason: String
    /// Another connection may do better.
    package let isPassing: Bool
    /// Nobody answers at all, as where a server begins anew or a network is gone.
    let isAbsence: Bool

    init(
        _ reason: String,
        code: AVError.Code = .failedToLoadMediaData,
        isPassing: Bool = false,
        isAbsence: Bool = false
    ) {
        (self.reason, self.code, self.isPassing, self.isAbsence) = (reason, code, isPassing, isAbsence)
    }

    package var explanation: (code: AVError.Code, reason: String) { (code, reason) }

    static let silent = NetworkProblem("the server did not answer in time", isPassing: true)
    static let changed = NetworkProblem("it has changed on its server since it was opened")
    static let whole = NetworkProblem("its server sends all of it where a part was asked for", isPassing: true)
    static let strange = NetworkProblem("its server does not answer as a web server does", isPassing: true)

    static let sentNowhere = NetworkProblem(
        "its server sends on to what is no address of the web",
        code: .contentIsUnavailable
    )
    static let sentToInsecure = NetworkProblem(
        "its server sends on from https to http, which anybody on the way can change",
        code: .serverIncorrectlyConfigured
    )
    static let sentToForbidden = NetworkProblem(
        "its server sends on to where it may not lead",
        code: .referenceForbiddenByReferencePolicy
    )
    static let sentTooOften = NetworkProblem("its server sends on from one address to the next without an end")
    static let noLibrary = NetworkProblem(
        "reading from the web needs libcurl, which is not installed (Debian's package libcurl3-gnutls)",
        code: .contentIsUnavailable
    )

    static let noAuthorities = NetworkProblem(
        "the certificates of those whom this system trusts cannot be read (SSL_CERT_FILE or CURL_CA_BUNDLE)"
    )

    static func broken(_ words: String) -> NetworkProblem {
        NetworkProblem("the connection to its server broke: \(words)", isPassing: true)
    }

    static func certificate(_ words: String) -> NetworkProblem {
        NetworkProblem("its server's certificate \(words)", code: .serverIncorrectlyConfigured)
    }

    static func unreachable(_ words: String, isPassing: Bool = true) -> NetworkProblem {
        NetworkProblem("its server cannot be reached: \(words)", isPassing: isPassing, isAbsence: true)
    }

    static func cut(after position: Int64, of length: Int64?) -> NetworkProblem {
        let whole = length.map { " of \($0)" } ?? ""
        return NetworkProblem("its server ended the connection after \(position)\(whole) bytes", isPassing: true)
    }

    /// Words of a server's own are not repeated: they may be anything.
    static func status(_ status: Int) -> NetworkProblem {
        let words = statusWords[status].map { " \($0)" } ?? ""
        let code: AVError.Code =
            switch status {
            case 401, 403, 407: .contentIsNotAuthorized
            case 404, 410: .contentIsUnavailable
            default: .failedToLoadMediaData
            }
        let isPassing = [408, 425, 429].contains(status) || (500...599).contains(status) && status != 501
        return NetworkProblem("its server answers \(status)\(words)", code: code, isPassing: isPassing)
    }

    /// RFC 9110, section 15.
    private static let statusWords = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout", 410: "Gone",
        416: "Range Not Satisfiable", 429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}
