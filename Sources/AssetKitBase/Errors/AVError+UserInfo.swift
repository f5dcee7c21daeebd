public import CMTimeLib
internal import Foundation

/// The device concerned.
public let AVErrorDeviceKey: String = "AVErrorDeviceKey"
/// When it happened, a `CMTime`.
public let AVErrorTimeKey: String = "AVErrorTimeKey"
/// The size the file has, a number of bytes.
public let AVErrorFileSizeKey: String = "AVErrorFileSizeKey"
/// The process concerned.
public let AVErrorPIDKey: String = "AVErrorPIDKey"
/// Whether the recording is good in spite of the error, a truth value.
public let AVErrorRecordingSuccessfullyFinishedKey: String = "AVErrorRecordingSuccessfullyFinishedKey"
/// The media type concerned.
public let AVErrorMediaTypeKey: String = "AVErrorMediaTypeKey"
/// The media subtypes concerned, an array of numbers.
public let AVErrorMediaSubTypeKey: String = "AVErrorMediaSubTypeKey"
/// The presentation time concerned, a `CMTime`.
public let AVErrorPresentationTimeStampKey: String = "AVErrorPresentationTimeStampKey"
/// The track concerned.
public let AVErrorPersistentTrackIDKey: String = "AVErrorPersistentTrackIDKey"
/// The file type concerned.
public let AVErrorFileTypeKey: String = "AVErrorFileTypeKey"
/// What kind of gap it is, a number.
public let AVErrorDiscontinuityFlagsKey: String = "AVErrorDiscontinuityFlagsKey"
/// Where the reason of a failed recording came from.
public let AVErrorRecordingFailureDomainKey: String = "AVErrorRecordingFailureDomainKey"

extension AVError {
    /// When it happened.
    public var time: CMTime? { time(AVErrorTimeKey) }
    /// How big the file is, in bytes.
    public var fileSize: Int64? { (userInfo[AVErrorFileSizeKey] as? NSNumber)?.int64Value }
    /// The process concerned.
    public var processID: Int? { (userInfo[AVErrorPIDKey] as? NSNumber)?.intValue }
    /// Whether the recording is good in spite of the error.
    public var recordingSuccessfullyFinished: Bool? {
        (userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue
    }
    /// The media subtypes concerned.
    public var mediaSubtypes: [Int]? { (userInfo[AVErrorMediaSubTypeKey] as? [NSNumber])?.map(\.intValue) }
    /// The presentation time concerned.
    public var presentationTimeStamp: CMTime? { time(AVErrorPresentationTimeStampKey) }
    /// The track concerned.
    public var persistentTrackID: Int32? { (userInfo[AVErrorPersistentTrackIDKey] as? NSNumber)?.int32Value }
    /// What kind of gap it is.
    public var discontinuityFlags: Int? { (userInfo[AVErrorDiscontinuityFlagsKey] as? NSNumber)?.intValue }

    private func time(_ key: String) -> CMTime? {
        switch userInfo[key] {
        case let time as CMTime: time
        case let dictionary as CFDictionary: CMTimeMakeFromDictionary(dictionary)
        default: nil
        }
    }
}
