internal import AssetKitClocks
internal import CMTimeLib

// What is said before pictures come.

extension PortalRun {
    /// How long the first picture may take once something was chosen, in milliseconds. Desktops send one at once.
    private static let patience = 20_000

    func connect() throws(End) -> PortalConnection {
        do throws(PortalProblem) {
            return try place.connect()
        } catch {
            throw .failed(.broken(error.sentence))
        }
    }

    /// Has the user choose, and opens what was chosen.
    func open(_ connection: PortalConnection) throws(End) -> PortalStream {
        try hold(connection)
        let choice = try choose(connection)
        let rate = GrabPace(setup.frameDuration).duration
        let (scale, value) = (CInt(clamping: rate.timescale), CInt(clamping: rate.value))
        guard let stream = PortalStream(choice, of: connection, rate: scale, rateScale: value) else {
            throw .failed(.broken("PipeWire cannot be used"))
        }
        try hold(connection, stream)
        do throws(End) {
            try awaitPicture(stream)
        } catch {
            // What was chosen once is perhaps not there any more: the next time the user is asked.
            if case .failed(.broken) = error { token.keep(nil) }
            throw error
        }
        return stream
    }

    private func choose(_ connection: PortalConnection) throws(End) -> PortalConnection.Choice {
        var word = token.read()
        while true {
            let (answer, choice) = connection.ask(
                for: offer.sources,
                showsPointer: setup.showsCursor,
                token: word
            )
            switch answer {
            case .done:
                guard let choice else { throw .failed(.broken("the desktop's portal shares nothing")) }
                // A word holds once, and another comes with the answer.
                token.keep(choice.token)
                return choice
            case .unwilling, .ended, .senseless:
                // It may be the old answer that is not wanted any more: then the user is asked, once.
                guard word == nil else {
                    word = nil
                    token.keep(nil)
                    continue
                }
                throw .failed(failure(answer, connection))
            case .refused:
                token.keep(nil)
                throw .failed(failure(answer, connection))
            case .woken: throw .stopped
            case .absent, .stalled, .lost: throw .failed(failure(answer, connection))
            }
        }
    }

    private func failure(_ answer: PortalConnection.Answer, _ connection: PortalConnection) -> DeviceFailure {
        let reason = connection.reason.map { ": \($0)" } ?? ""
        return switch answer {
        case .refused: .refused("the desktop's dialog was answered with no")
        case .ended: .refused("the desktop's dialog was closed without an answer")
        case .unwilling: .broken("the desktop's portal does not share it\(reason)")
        case .senseless, .done, .woken: .broken("the desktop's portal makes no sense\(reason)")
        case .absent: .broken(PortalProblem.noPortal.sentence)
        case .stalled: .broken(PortalProblem.silentPortal.sentence)
        case .lost: .broken(PortalProblem.lost.sentence)
        }
    }

    private func awaitPicture(_ stream: PortalStream) throws(End) {
        let answer = stream.awaitPicture(milliseconds: max(place.milliseconds, Self.patience))
        guard isWanted else { throw .stopped }
        let reason = stream.reason.map { ": \($0)" } ?? ""
        switch answer {
        case .done, .picture: return
        case .woken: throw .stopped
        case .ended: throw .failed(end(answer, stream))
        case .refused: throw .failed(.broken("nothing comes of what is shared\(reason)"))
        case .gone: throw .failed(.broken("what is shared is not there\(reason)"))
        case .stalled: throw .failed(.broken("no picture comes of what is shared"))
        // Whoever tries again would ask again.
        case .lost: throw .failed(.broken("PipeWire does not answer\(reason)"))
        }
    }

    /// Why pictures have ended.
    func end(_ answer: PortalStream.Answer, _ stream: PortalStream) -> DeviceFailure {
        let reason = stream.reason.map { ": \($0)" } ?? ""
        switch answer {
        case .ended: return .ended(Self.endText)
        case .gone: return .disconnected
        case .lost: return .interrupted(stream.reason ?? "PipeWire or the desktop's portal is gone")
        case .refused: return .broken("pictures cannot be read any more\(reason)")
        case .done, .picture, .stalled, .woken: return .stalled
        }
    }

    static let endText = "sharing was ended from the desktop"
}
