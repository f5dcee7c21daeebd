/// What a container numbers its tracks with.
public typealias CMPersistentTrackID = Int32

/// The identifier that no track has.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
