/// Where a portal is found, and who asks it. A plain value.
struct PortalPlace: Hashable, Sendable {
    /// The address of a bus; nil for the session's.
    let bus: String?
    /// How long an answer may take for which nobody has to think.
    let milliseconds: Int
    /// Whose choices are kept.
    let application: String

    func connect() throws(PortalProblem) -> PortalConnection {
        try PortalConnection(bus, milliseconds: milliseconds)
    }
}
