/// Which sound server, under which name, and how long to wait for it. A plain value.
struct PulsePlace: Hashable, Sendable {
    /// Nil for the one that the environment says.
    var server: String?
    /// What mixers call this program.
    var applicationName: String
    /// How long a server may take to answer. One that hangs makes nobody wait longer.
    var milliseconds: CInt

    func withTexts<Result>(_ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>) -> Result) -> Result {
        applicationName.withCString { name in
            guard let server else { return body(nil, name) }
            return server.withCString { body($0, name) }
        }
    }
}
