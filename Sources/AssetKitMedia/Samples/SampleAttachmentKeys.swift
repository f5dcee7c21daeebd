public import CMTimeLib

// Attachments of single samples.

/// Whether decoding cannot start with the sample.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Whether decoding can start with the sample, but leading pictures behind it are lost.
public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// Whether the sample is coded more than once.
public let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
/// Whether other samples refer to the sample.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// Whether the sample refers to others.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Whether samples behind it may be shown before it.
public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString = "EarlierDisplayTimesAllowed"
/// Whether the sample is shown as soon as it is decoded, whatever its time.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Whether the sample is decoded and not shown.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// HEVC: the temporal layer of the sample and what it takes to decode it, a dictionary.
public let kCMSampleAttachmentKey_HEVCTemporalLevelInfo: CFString = "HEVCTemporalLevelInfo"
/// HEVC: whether decoding can go up to a higher temporal layer here (TSA).
public let kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess: CFString = "HEVCTemporalSubLayerAccess"
/// HEVC: whether decoding can go up by one temporal layer here (STSA).
public let kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess: CFString = "HEVCStepwiseTemporalSubLayerAccess"
/// HEVC: the NAL unit type of a sync sample, a number.
public let kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType: CFString = "HEVCSyncSampleNALUnitType"
/// Sound: how many samples have to be decoded from this one on until what comes out is right.
public let kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString =
    "AudioIndependentSampleDecoderRefreshCount"
/// Which bytes of a protected sample are encrypted, as data.
public let kCMSampleAttachmentKey_CryptorSubsampleAuxiliaryData: CFString = "CryptorSubsampleAuxiliaryData"
/// HDR10+ metadata of the picture, as data.
public let kCMSampleAttachmentKey_HDR10PlusPerFrameData: CFString = "HDR10PlusPerFrameData"

// Attachments of whole buffers.

/// Output begins again with this buffer; the value tells which interruption it ends.
public let kCMSampleBufferAttachmentKey_ResumeOutput: CFString = "ResumeOutput"
/// A dictionary to be posted as a notification once the buffer has been used.
public let kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString = "PostNotificationWhenConsumed"
/// Whether the samples are played backwards.
public let kCMSampleBufferAttachmentKey_Reverse: CFString = "Reverse"
/// Whether the decoder forgets everything before this buffer.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"
/// Whether the decoder gives what it holds back after this buffer.
public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// The number of a change from one stream of samples to another.
public let kCMSampleBufferAttachmentKey_TransitionID: CFString = "TransitionID"
/// How much at the start of the buffer is decoded and not presented, a time.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
/// How much at the end of the buffer is decoded and not presented, a time.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// How many times faster than real time the samples are played.
public let kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString = "SpeedMultiplier"
/// Whether gaps in the sound are filled with silence.
public let kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString = "FillDiscontinuitiesWithSilence"
/// Whether the buffer stands for a gap in the media.
public let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// Whether nothing comes after the gap.
public let kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString = "PermanentEmptyMedia"
/// Whether the picture goes as soon as the gap comes, whatever its time.
public let kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString = "DisplayEmptyMediaImmediately"
/// Whether the buffer says when the sample before it ends.
public let kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString = "EndsPreviousSampleDuration"
/// The file that holds the samples of a buffer without data.
public let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// Where in that file the first sample begins, a number.
public let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString = "SampleReferenceByteOffset"
/// How many samples from this one on until pictures that are refreshed bit by bit are whole.
public let kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString = "GradualDecoderRefresh"
/// Why a captured picture was dropped.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// More about why a captured picture was dropped.
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// What the lens did against shaking while a still was taken.
public let kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString = "StillImageLensStabilizationInfo"
/// The focal length and the centre of the camera that took the picture, as a matrix.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// Whether the picture is to be encoded as a key frame.
public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"

// Notifications, and why samples were dropped.

/// Posted when a buffer's data has become ready.
public let kCMSampleBufferNotification_DataBecameReady: CFString = "kCMSampleBufferNotification_DataBecameReady"
/// Posted when a buffer's data will not come.
public let kCMSampleBufferNotification_DataFailed: CFString = "kCMSampleBufferNotification_DataFailed"
/// Key of a notification: the status, a number.
public let kCMSampleBufferNotificationParameter_OSStatus: CFString = "kCMSampleBufferNotificationParameter_OSStatus"
/// Posted when output stops until a buffer that resumes it.
public let kCMSampleBufferConduitNotification_InhibitOutputUntil: CFString =
    "kCMSampleBufferConduitNotification_InhibitOutputUntil"
/// Key of a notification: which interruption the buffer that resumes output names.
public let kCMSampleBufferConduitNotificationParameter_ResumeTag: CFString =
    "kCMSampleBufferConduitNotificationParameter_ResumeTag"
/// Posted when output starts anew.
public let kCMSampleBufferConduitNotification_ResetOutput: CFString = "kCMSampleBufferConduitNotification_ResetOutput"
/// Posted when the presentation times to come have changed.
public let kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged: CFString =
    "kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged"
/// Key of a notification: whether the times to come may overlap those that are queued.
public let kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange: CFString =
    "kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange"
/// Key of a notification: the earliest presentation time to come.
public let kCMSampleBufferConduitNotificationParameter_MinUpcomingOutputPTS: CFString =
    "kCMSampleBufferConduitNotificationParameter_MinUpcomingOutputPTS"
/// Key of a notification: the latest presentation time to come.
public let kCMSampleBufferConduitNotificationParameter_MaxUpcomingOutputPTS: CFString =
    "kCMSampleBufferConduitNotificationParameter_MaxUpcomingOutputPTS"
/// Posted when a buffer that asked for it has been used.
public let kCMSampleBufferConsumerNotification_BufferConsumed: CFString =
    "kCMSampleBufferConsumerNotification_BufferConsumed"
/// A reason for a dropped picture: it came too late.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// A reason for a dropped picture: no buffer was free.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// A reason for a dropped picture: nobody knows how many were lost.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// More about a dropped picture: the camera changed its mode.
public let kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString = "CameraModeSwitch"
/// Lens stabilization: it worked.
public let kCMSampleBufferLensStabilizationInfo_Active: CFString = "Active"
/// Lens stabilization: the movement was too large for it.
public let kCMSampleBufferLensStabilizationInfo_OutOfRange: CFString = "OutOfRange"
/// Lens stabilization: there was none.
public let kCMSampleBufferLensStabilizationInfo_Unavailable: CFString = "Unavailable"
/// Lens stabilization: it was switched off.
public let kCMSampleBufferLensStabilizationInfo_Off: CFString = "Off"
