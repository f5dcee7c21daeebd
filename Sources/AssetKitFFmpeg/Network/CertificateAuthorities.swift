internal import Foundation

/// Whom servers' certificates have to be signed by. A plain value.
package struct CertificateAuthorities: Sendable {
    /// nil: what the system trusts.
    package var file: String?
    package var folder: String?

    /// Those that the environment names, by the variables of OpenSSL and of curl.
    static var ofEnvironment: CertificateAuthorities { CertificateAuthorities(ProcessInfo.processInfo.environment) }

    package init(_ environment: [String: String]) {
        let named = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        file = named("CURL_CA_BUNDLE") ?? named("SSL_CERT_FILE")
        folder = named("SSL_CERT_DIR")
    }
}
