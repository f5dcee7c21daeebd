/// How addresses are read.
package struct NetworkOptions: Sendable {
    package var time: any NetworkTime = SystemNetworkTime()
    /// How long a connection may keep silent before it is given up, in nanoseconds.
    package var silence: Int64 = 15_000_000_000
    /// How long a reader waits for anything at all, over however many connections.
    package var patience: Int64 = 30_000_000_000
    /// What is waited before each new connection where one breaks. Most were only closed, and the next one is as good.
    package var pauses: [Int64] = [0, 250, 500, 500, 1000, 1000, 2000, 2000].map { $0 * 1_000_000 }
    /// So many bytes of an address are kept in memory.
    package var byteBudget = 48 << 20
    /// So many stay of what nobody reads, such as headers.
    package var restingBudget = 4 << 20
    package var userAgent: String?
    /// Whom certificates have to be signed by; nil: whom the environment or the system says.
    package var authorities: CertificateAuthorities?
    /// Whether a server may send on to an address; nil where it may send on to any.
    package var allowsRedirect: (@Sendable (_ address: String) -> Bool)?

    package init() {}

    /// The same for what refers to nothing that is not allowed.
    func guarded(_ allowsRedirect: @escaping @Sendable (_ address: String) -> Bool) -> NetworkOptions {
        var options = self
        options.allowsRedirect = allowsRedirect
        return options
    }
}
