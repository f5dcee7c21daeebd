public import Foundation

extension CMTimebase {
    /// Posted when the effective rate has changed, of the timebase or of one that drives it. The object is the timebase.
    ///
    /// A timebase's notifications come in the order in which things happened, as a rule on the thread of whoever changed something, after
    /// the change.
    public static let effectiveRateChanged = Notification.Name("kCMTimebaseNotification_EffectiveRateChanged")

    /// Posted when the time has jumped, of the timebase or of one that drives it. The object is the timebase. A change of
    /// rate is no jump.
    public static let timeJumped = Notification.Name("kCMTimebaseNotification_TimeJumped")

    /// What stands in a notification.
    public struct NotificationKey: RawRepresentable, Hashable, Sendable {
        /// The key's text.
        public let rawValue: String

        /// Makes a key of its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The time that the timebase had right after the change, as a dictionary for `CMTimeMakeFromDictionary`.
        public static let eventTime = NotificationKey(rawValue: "kCMTimebaseNotificationKey_EventTime")
    }

    /// Waits until the timebase's notifications of all that has happened so far are posted. Within a notification it returns at once.
    public func notificationBarrier() throws {
        poster.wait()
    }
}
