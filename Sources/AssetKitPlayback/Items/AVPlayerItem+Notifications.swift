public import Foundation

/// The error, in what an ``AVPlayerItem/failedToPlayToEndTimeNotification`` carries.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey: String = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension AVPlayerItem {
    /// Posted when an item has played to its end.
    public class var didPlayToEndTimeNotification: Notification.Name {
        Notification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    }
    /// Posted when an item could not be played to its end; ``AVPlayerItemFailedToPlayToEndTimeErrorKey`` says why.
    public class var failedToPlayToEndTimeNotification: Notification.Name {
        Notification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
    }
    /// Posted when there was nothing left to play and more was to come.
    public class var playbackStalledNotification: Notification.Name {
        Notification.Name("AVPlayerItemPlaybackStalledNotification")
    }
    /// Posted when the item's time has jumped.
    public class var timeJumpedNotification: Notification.Name {
        Notification.Name("AVPlayerItemTimeJumpedNotification")
    }
    /// Posted when other options of media have been selected.
    public class var mediaSelectionDidChangeNotification: Notification.Name {
        Notification.Name("AVPlayerItemMediaSelectionDidChangeNotification")
    }
}

extension NSNotification.Name {
    /// The older spelling of ``AVPlayerItem/didPlayToEndTimeNotification``.
    public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
    /// The older spelling of ``AVPlayerItem/failedToPlayToEndTimeNotification``.
    public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
    /// The older spelling of ``AVPlayerItem/playbackStalledNotification``.
    public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
    /// The older spelling of ``AVPlayerItem/timeJumpedNotification``.
    public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
}
