internal import CDevices

/// A connection to the portal of a desktop, and what is shared through it.
///
/// SAFETY: one thread at a time calls: whoever opened it, then the one capture of a handle or the one thread of a watch. Only ``wake()``
/// comes from elsewhere, and does nothing but one system call.
final class PortalConnection: @unchecked Sendable {
    /// What a call has come to.
    enum Answer {
        case done, absent, refused, ended, unwilling, senseless, stalled, woken, lost, unopened

        fileprivate init(_ raw: CInt) {
            switch Int(raw) {
            case AK_PORTAL_DONE: self = .done
            case AK_PORTAL_ABSENT: self = .absent
            case AK_PORTAL_REFUSED: self = .refused
            case AK_PORTAL_ENDED: self = .ended
            case AK_PORTAL_UNWILLING: self = .unwilling
            case AK_PORTAL_SENSELESS: self = .senseless
            case AK_PORTAL_STALLED: self = .stalled
            case AK_PORTAL_WOKEN: self = .woken
            case AK_PORTAL_UNOPENED: self = .unopened
            default: self = .lost
            }
        }
    }

    /// What was chosen: a connection to PipeWire, which belongs to whoever has this, and a node there.
    struct Choice {
        let descriptor: CInt
        let node: UInt32
    }

    /// Whether there is a library that speaks D-Bus.
    static var isPossible: Bool { ak_portal_has_library() != 0 }

    let raw: OpaquePointer

    /// Connects to a bus, or to the session's. That takes so many milliseconds at most, and so does every call, but for the time in
    /// which a person thinks.
    init(_ address: String?, milliseconds: Int) throws(PortalProblem) {
        var opened: OpaquePointer?
        let answer = Answer(ak_portal_open(&opened, address, CInt(clamping: milliseconds)))
        guard answer == .done, let opened else {
            if let opened { ak_portal_close(opened) }
            throw answer == .stalled ? .silentBus : .noBus
        }
        raw = opened
    }

    deinit { ak_portal_close(raw) }

    /// What there is to share. Shows no dialog.
    func offer() throws(PortalProblem) -> PortalOffer {
        var facts = ak_PortalFacts()
        switch Answer(ak_portal_look(raw, &facts)) {
        case .done: return PortalOffer(facts)
        case .absent: throw .noPortal
        case .stalled: throw .silentPortal
        case .senseless, .unwilling, .refused, .ended, .unopened: throw .senseless(reason)
        case .woken, .lost: throw .lost
        }
    }

    /// Has the desktop ask what is to be shared, unless a token says it. The answer may come with another one, for the next time.
    func ask(
        for sources: UInt32,
        showsPointer: Bool,
        token: String?
    ) -> (answer: Answer, choice: Choice?, token: String?) {
        var choice = ak_PortalChoice()
        func ask(_ token: UnsafePointer<CChar>?) -> Answer {
            var wish = ak_PortalWish()
            wish.sources = sources
            wish.shows_pointer = showsPointer ? 1 : 0
            wish.is_to_be_remembered = 1
            wish.token = token
            return Answer(ak_portal_ask(raw, &wish, &choice))
        }
        let answer = token.map { $0.withCString(ask) } ?? ask(nil)
        let word = withUnsafeBytes(of: choice.token) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let chosen = answer == .done ? Choice(descriptor: choice.descriptor, node: choice.node) : nil
        return (answer, chosen, word.isEmpty ? nil : word)
    }

    /// Waits until sharing has ended, or until a moment of the machine's own clock; without an end where there is none.
    func wait(until moment: Int64? = nil) -> Answer { Answer(ak_portal_wait(raw, moment ?? -1)) }

    /// Why the last call has not done what it should, as half a sentence; nil where nobody has said.
    var reason: String? {
        let text = String(cString: ak_portal_reason(raw))
        return text.isEmpty ? nil : text
    }

    /// Ends the call that another thread is in, and those that follow until ``rest()``.
    func wake() { ak_portal_wake(raw) }
    func rest() { ak_portal_rest(raw) }
}
