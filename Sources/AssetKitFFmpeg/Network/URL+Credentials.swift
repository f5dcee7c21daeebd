package import Foundation

extension URL {
    /// As messages name it: nobody's password is in them.
    package var withoutCredentials: URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true), parts.user != nil else {
            return self
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.url ?? self
    }

    /// Name and password, where it has them.
    var credentials: (name: String, password: String)? {
        user(percentEncoded: false).map { ($0, password(percentEncoded: false) ?? "") }
    }
}
