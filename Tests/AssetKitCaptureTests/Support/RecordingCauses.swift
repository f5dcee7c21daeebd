import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import CMTimeLib

/// What can have ended the recordings of a random client, all causes that there are taken together.
struct RecordingCauses {
    /// What recordings may say of their end.
    private let codes: Set<AVError.Code>
    private let limit: CMTime
    /// By how much times of devices may come to be ahead of the clock, in seconds.
    private let lead: Double

    /// `events`: all that happens to the devices of the client's session.
    init(of client: RandomClient, _ events: [AKSyntheticEvent]) {
        limit = client.movies.maxRecordedDuration
        lead = events.reduce(0) { lead, event in
            guard case .jump(let seconds) = event.action else { return lead }
            return lead + max(0, seconds)
        }
        // It may end before anything has come for it, whatever ends it.
        var codes: Set<AVError.Code> = [.noDataCaptured]
        if limit.isNumeric { codes.insert(.maximumDurationReached) }
        if client.movies.maxRecordedFileSize > 0 { codes.insert(.maximumFileSizeReached) }
        for event in events {
            switch event.action {
            case .unplug, .error, .stall: codes.insert(.deviceWasDisconnected)
            case .busy(true): codes.insert(.sessionWasInterrupted)
            default: break
            }
        }
        // A session settles when a device comes back, perhaps before it has heard that another one is gone.
        let actions = Set(events.map(\.action))
        if client.hasChangedSession || actions.isSuperset(of: [.plug, .unplug]) {
            codes.insert(.sessionConfigurationChanged)
        }
        self.codes = codes
    }

    /// Whether there is a cause for what a recording says of its end.
    func explain(_ recording: RandomClient.Recorded) -> Bool {
        let code = recording.log.errors.first?.code
        guard recording.isPossible else { return code == .sessionNotRunning }
        guard let code else { return true }
        return codes.contains(code) && (code != .maximumDurationReached || isLong(recording))
    }

    /// Whether so much time has passed that a recording may be as long as it may become. Pauses come on top of that.
    private func isLong(_ recording: RandomClient.Recorded) -> Bool {
        guard let start = recording.log.starts.first, let end = recording.end.withLock({ $0 }) else { return false }
        // A device's clock that drifts is right to the millisecond still.
        return Double(end) / 1e9 - start.seconds > limit.seconds - lead - 0.001
    }
}
