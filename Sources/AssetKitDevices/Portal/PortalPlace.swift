/// Where a portal is found, and who asks it. A plain value.
struct PortalPlace: Hashable, Sendable {
    /// The address of a bus; nil for the session's.
    let bus: String?
    /// How long an answer may take to what is listed.
    let milliseconds: Int
    /// Whose choices are kept.
    let application: String

    /// How long one may take where somebody is to see something, but for the time in which he thinks.
    var patience: Int { 4 * milliseconds }

    func connect(isPatient: Bool = false) throws(PortalProblem) -> PortalConnection {
        try PortalConnection(bus, milliseconds: isPatient ? patience : milliseconds)
    }
}
