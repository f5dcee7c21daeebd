/// Why nothing can be shared.
enum PortalProblem: Error, Hashable {
    /// Which library is missing.
    case noLibrary(String)
    case noBus
    case silentBus
    case noPortal
    case silentPortal
    /// It answers what makes no sense, or an error.
    case senseless(String?)
    /// Bus or portal are gone.
    case lost
    /// There is nothing to choose.
    case nothing

    /// As half a sentence.
    var sentence: String {
        switch self {
        case .noLibrary(let name): "\(name) is not installed"
        case .noBus: "there is no session bus"
        case .silentBus: "the session bus does not answer"
        case .noPortal: "no portal on the session bus shares screens"
        case .silentPortal: "the desktop's portal does not answer"
        case .senseless(let reason): "the desktop's portal is of no use" + (reason.map { ": \($0)" } ?? "")
        case .lost: "the desktop's portal is gone"
        case .nothing: "the desktop's portal has nothing to share"
        }
    }

    /// Somebody is there, and says nothing for too long.
    var isSilence: Bool { self == .silentBus || self == .silentPortal }
}
