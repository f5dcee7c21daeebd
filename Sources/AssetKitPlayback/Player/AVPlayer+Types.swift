public import Foundation

extension AVPlayer {
    /// Whether a player can play.
    public enum Status: Int, Sendable {
        /// Nothing has been loaded yet.
        case unknown = 0
        /// It plays what it is given.
        case readyToPlay = 1
        /// It cannot play any more; ``AVPlayer/error`` says why.
        case failed = 2
    }

    /// What a player is doing about its rate.
    public enum TimeControlStatus: Int, Sendable {
        /// Its rate is 0, or it has come to the end.
        case paused = 0
        /// It will play, and waits for something: ``AVPlayer/reasonForWaitingToPlay`` says for what.
        case waitingToPlayAtSpecifiedRate = 1
        /// The time passes.
        case playing = 2
    }

    /// Why a player waits.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        /// Makes a reason of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There would soon be nothing left to play.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// It finds out whether there is enough to begin.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason"
        )
        /// It has no item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
        /// Something else plays in between. Nothing here does.
        public static let interstitialEvent = WaitingReason(rawValue: "AVPlayerWaitingDuringInterstitialEventReason")
        /// Other players are waited for. Nothing here does.
        public static let waitingForCoordinatedPlayback = WaitingReason(
            rawValue: "AVPlayerWaitingForCoordinatedPlaybackReason"
        )
    }

    /// What a player does when an item has ended.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Goes on with the next item. Players with a queue alone do.
        case advance = 0
        /// Pauses.
        case pause = 1
        /// Nothing: the time runs on.
        case none = 2
    }

    /// Why the rate has changed.
    public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        /// Makes a reason of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Somebody asked for it, or an item has ended.
        public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
        /// It cannot be played at the rate that was asked for.
        public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
        /// Another program took the sound. Nothing here does.
        public static let audioSessionInterrupted = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted"
        )
        /// The program went to the background. Nothing here does.
        public static let appBackgrounded = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
    }

    /// Posted when the rate has changed; ``rateDidChangeReasonKey`` says why.
    public class var rateDidChangeNotification: Notification.Name {
        Notification.Name("AVPlayerRateDidChangeNotification")
    }
    /// The raw value of a ``RateDidChangeReason``, in what a ``rateDidChangeNotification`` carries.
    public class var rateDidChangeReasonKey: String { "AVPlayerRateDidChangeReason" }
}
