internal import CMTimeLib

// What is said before pictures come.

extension PortalCapture {
    /// Has the user choose, and opens what was chosen.
    func open(_ connection: PortalConnection) throws(End) -> PortalStream {
        let (choice, word) = try choose(connection)
        let rate = GrabPace(setup.frameDuration).duration
        let (scale, value) = (CInt(clamping: rate.timescale), CInt(clamping: rate.value))
        guard let stream = PortalStream(choice, of: connection, rate: scale, rateScale: value) else {
            throw .failed(.broken("PipeWire cannot be used"))
        }
        try hold(connection, stream)
        // Desktops send the first picture at once.
        let answer = stream.awaitPicture(milliseconds: 2 * place.patience)
        guard thread.isWanted else { throw .stopped }
        if answer == .done { return stream }
        // What was chosen once is not there any more: the next time the user is asked.
        if answer == .refused || answer == .gone { token.forget(word) }
        throw .failed(failure(before: answer, stream))
    }

    private func choose(_ connection: PortalConnection) throws(End) -> (PortalConnection.Choice, word: String?) {
        var word = token.read()
        while true {
            let (answer, choice, news) = connection.ask(
                for: offer.sources,
                showsPointer: setup.showsCursor,
                token: word
            )
            // A word holds once, and another comes with the answer.
            if answer == .done || answer == .unopened { token.keep(news) }
            if let choice { return (choice, news) }
            if answer == .woken { throw .stopped }
            if [.unwilling, .refused, .ended].contains(answer) {
                token.forget(word)
                // A portal that wants no more of an old answer says so before there is a dialog: then the user is asked.
                if answer == .unwilling, word != nil {
                    word = nil
                    continue
                }
            }
            throw .failed(failure(answer, connection, isRemembered: news != nil))
        }
    }

    /// Why nothing was chosen.
    private func failure(
        _ answer: PortalConnection.Answer,
        _ connection: PortalConnection,
        isRemembered: Bool
    ) -> DeviceFailure {
        let reason = connection.reason.map { ": \($0)" } ?? ""
        switch answer {
        case .refused: return .refused("the desktop's dialog was answered with no")
        case .ended: return .refused("the desktop's dialog was closed without an answer")
        case .unwilling: return .broken("the desktop's portal does not share it\(reason)")
        case .unopened:
            // PipeWire may be there in a moment, and the user need not be asked for that again.
            let sentence = "the desktop's portal has no connection to PipeWire\(reason)"
            return isRemembered ? .interrupted(sentence) : .broken(sentence)
        case .absent: return .broken(PortalProblem.noPortal.sentence)
        case .stalled: return .broken(PortalProblem.silentPortal.sentence)
        case .lost: return .broken(PortalProblem.lost.sentence)
        case .senseless, .done, .woken: return .broken("the desktop's portal makes no sense\(reason)")
        }
    }

    /// Why the first picture does not come.
    private func failure(before answer: PortalStream.Answer, _ stream: PortalStream) -> DeviceFailure {
        let reason = stream.reason.map { ": \($0)" } ?? ""
        return switch answer {
        case .ended: .ended(Self.endText)
        case .refused: .broken("nothing comes of what is shared\(reason)")
        case .gone: .broken("what is shared is not there\(reason)")
        // Whoever tries again might ask again.
        case .lost: .broken("PipeWire does not answer\(reason)")
        case .stalled, .done, .picture, .woken: .broken("no picture comes of what is shared")
        }
    }

    static let endText = "sharing was ended from the desktop"
}
