public import Foundation

// Names of what assets that change would post. Assets here do not change once they are loaded, so nothing posts them;
// code that observes them compiles and waits, as it does for a file on Apple's systems.

/// Posted when the duration of an asset has changed. Assets here do not change: nothing posts it.
public let AVAssetDurationDidChangeNotification: String = "AVAssetDurationDidChangeNotification"
/// Posted when fragments were added to an asset without any. Assets here do not change: nothing posts it.
public let AVAssetContainsFragmentsDidChangeNotification: String = "AVAssetContainsFragmentsDidChangeNotification"
/// Posted when an asset's fragments were joined. Assets here do not change: nothing posts it.
public let AVAssetWasDefragmentedNotification: String = "AVAssetWasDefragmentedNotification"
/// Posted when the chapters of an asset have changed. Assets here do not change: nothing posts it.
public let AVAssetChapterMetadataGroupsDidChangeNotification: String =
    "AVAssetChapterMetadataGroupsDidChangeNotification"
/// Posted when the choices of an asset have changed. Assets here do not change: nothing posts it.
public let AVAssetMediaSelectionGroupsDidChangeNotification: String = "AVAssetMediaSelectionGroupsDidChangeNotification"
/// Posted when a track's time range has changed. Assets here do not change: nothing posts it.
public let AVAssetTrackTimeRangeDidChangeNotification: String = "AVAssetTrackTimeRangeDidChangeNotification"
/// Posted when a track's segments have changed. Assets here do not change: nothing posts it.
public let AVAssetTrackSegmentsDidChangeNotification: String = "AVAssetTrackSegmentsDidChangeNotification"
/// Posted when a track's associations have changed. Assets here do not change: nothing posts it.
public let AVAssetTrackTrackAssociationsDidChangeNotification: String =
    "AVAssetTrackTrackAssociationsDidChangeNotification"

extension AVAsset {
    /// Posted when the duration has changed. Assets here do not change: nothing posts it.
    public static let durationDidChangeNotification = Notification.Name.AVAssetDurationDidChange
    /// Posted when fragments were added where there were none. Assets here do not change: nothing posts it.
    public static let containsFragmentsDidChangeNotification = Notification.Name.AVAssetContainsFragmentsDidChange
    /// Posted when the fragments were joined. Assets here do not change: nothing posts it.
    public static let wasDefragmentedNotification = Notification.Name.AVAssetWasDefragmented
    /// Posted when the chapters have changed. Assets here do not change: nothing posts it.
    public static let chapterMetadataGroupsDidChangeNotification =
        Notification.Name.AVAssetChapterMetadataGroupsDidChange
    /// Posted when the choices have changed. Assets here do not change: nothing posts it.
    public static let mediaSelectionGroupsDidChangeNotification =
        Notification.Name.AVAssetMediaSelectionGroupsDidChange
}

extension AVAssetTrack {
    /// Posted when the time range has changed. Tracks here do not change: nothing posts it.
    public static let timeRangeDidChangeNotification = Notification.Name.AVAssetTrackTimeRangeDidChange
    /// Posted when the segments have changed. Tracks here do not change: nothing posts it.
    public static let segmentsDidChangeNotification = Notification.Name.AVAssetTrackSegmentsDidChange
    /// Posted when the associations have changed. Tracks here do not change: nothing posts it.
    public static let trackAssociationsDidChangeNotification =
        Notification.Name.AVAssetTrackTrackAssociationsDidChange
}

extension Notification.Name {
    /// Posted when the duration of an asset has changed. Assets here do not change: nothing posts it.
    public static let AVAssetDurationDidChange = Notification.Name(AVAssetDurationDidChangeNotification)
    /// Posted when fragments were added to an asset without any. Assets here do not change: nothing posts it.
    public static let AVAssetContainsFragmentsDidChange =
        Notification.Name(AVAssetContainsFragmentsDidChangeNotification)
    /// Posted when an asset's fragments were joined. Assets here do not change: nothing posts it.
    public static let AVAssetWasDefragmented = Notification.Name(AVAssetWasDefragmentedNotification)
    /// Posted when the chapters of an asset have changed. Assets here do not change: nothing posts it.
    public static let AVAssetChapterMetadataGroupsDidChange =
        Notification.Name(AVAssetChapterMetadataGroupsDidChangeNotification)
    /// Posted when the choices of an asset have changed. Assets here do not change: nothing posts it.
    public static let AVAssetMediaSelectionGroupsDidChange =
        Notification.Name(AVAssetMediaSelectionGroupsDidChangeNotification)
    /// Posted when a track's time range has changed. Tracks here do not change: nothing posts it.
    public static let AVAssetTrackTimeRangeDidChange = Notification.Name(AVAssetTrackTimeRangeDidChangeNotification)
    /// Posted when a track's segments have changed. Tracks here do not change: nothing posts it.
    public static let AVAssetTrackSegmentsDidChange = Notification.Name(AVAssetTrackSegmentsDidChangeNotification)
    /// Posted when a track's associations have changed. Tracks here do not change: nothing posts it.
    public static let AVAssetTrackTrackAssociationsDidChange =
        Notification.Name(AVAssetTrackTrackAssociationsDidChangeNotification)
}
