public import CMTimeLib

// Attachments of single samples.

/// Not sync.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Partial sync.
public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// Has redundant coding.
public let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
/// Is depended on by others.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// Depends on others.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Earlier display times allowed.
public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString = "EarlierDisplayTimesAllowed"
/// Display immediately.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Do not display.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// HEVC temporal level info.
public let kCMSampleAttachmentKey_HEVCTemporalLevelInfo: CFString = "HEVCTemporalLevelInfo"
/// HEVC temporal sub layer access.
public let kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess: CFString = "HEVCTemporalSubLayerAccess"
/// HEVC stepwise temporal sub layer access.
public let kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess: CFString = "HEVCStepwiseTemporalSubLayerAccess"
/// HEVC sync sample NAL unit type.
public let kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType: CFString = "HEVCSyncSampleNALUnitType"
/// Audio independent sample decoder refresh count.
public let kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString =
    "AudioIndependentSampleDecoderRefreshCount"
/// Cryptor subsample auxiliary data.
public let kCMSampleAttachmentKey_CryptorSubsampleAuxiliaryData: CFString = "CryptorSubsampleAuxiliaryData"
/// HDR10 plus per frame data.
public let kCMSampleAttachmentKey_HDR10PlusPerFrameData: CFString = "HDR10PlusPerFrameData"

// Attachments of whole buffers.

/// Resume output.
public let kCMSampleBufferAttachmentKey_ResumeOutput: CFString = "ResumeOutput"
/// Post notification when consumed.
public let kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString = "PostNotificationWhenConsumed"
/// Reverse.
public let kCMSampleBufferAttachmentKey_Reverse: CFString = "Reverse"
/// Reset decoder before decoding.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"
/// Drain after decoding.
public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// Transition ID.
public let kCMSampleBufferAttachmentKey_TransitionID: CFString = "TransitionID"
/// Trim duration at start.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
/// Trim duration at end.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// Speed multiplier.
public let kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString = "SpeedMultiplier"
/// Fill discontinuities with silence.
public let kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString = "FillDiscontinuitiesWithSilence"
/// Empty media.
public let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// Permanent empty media.
public let kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString = "PermanentEmptyMedia"
/// Display empty media immediately.
public let kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString = "DisplayEmptyMediaImmediately"
/// Ends previous sample duration.
public let kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString = "EndsPreviousSampleDuration"
/// Sample reference URL.
public let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// Sample reference byte offset.
public let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString = "SampleReferenceByteOffset"
/// Gradual decoder refresh.
public let kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString = "GradualDecoderRefresh"
/// Dropped frame reason.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// Dropped frame reason info.
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// Still image lens stabilization info.
public let kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString = "StillImageLensStabilizationInfo"
/// Camera intrinsic matrix.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// Force key frame.
public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"

// Notifications, and why samples were dropped.

/// Data became ready.
public let kCMSampleBufferNotification_DataBecameReady: CFString = "kCMSampleBufferNotification_DataBecameReady"
/// Data failed.
public let kCMSampleBufferNotification_DataFailed: CFString = "kCMSampleBufferNotification_DataFailed"
/// OS status.
public let kCMSampleBufferNotificationParameter_OSStatus: CFString = "kCMSampleBufferNotificationParameter_OSStatus"
/// Inhibit output until.
public let kCMSampleBufferConduitNotification_InhibitOutputUntil: CFString =
    "kCMSampleBufferConduitNotification_InhibitOutputUntil"
/// Resume tag.
public let kCMSampleBufferConduitNotificationParameter_ResumeTag: CFString =
    "kCMSampleBufferConduitNotificationParameter_ResumeTag"
/// Reset output.
public let kCMSampleBufferConduitNotification_ResetOutput: CFString = "kCMSampleBufferConduitNotification_ResetOutput"
/// Upcoming output PTS range changed.
public let kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged: CFString =
    "kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged"
/// Upcoming output PTS range may overlap queued output PTS range.
public let kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange: CFString =
    "kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange"
/// Min upcoming output PTS.
public let kCMSampleBufferConduitNotificationParameter_MinUpcomingOutputPTS: CFString =
    "kCMSampleBufferConduitNotificationParameter_MinUpcomingOutputPTS"
/// Max upcoming output PTS.
public let kCMSampleBufferConduitNotificationParameter_MaxUpcomingOutputPTS: CFString =
    "kCMSampleBufferConduitNotificationParameter_MaxUpcomingOutputPTS"
/// Buffer consumed.
public let kCMSampleBufferConsumerNotification_BufferConsumed: CFString =
    "kCMSampleBufferConsumerNotification_BufferConsumed"
/// Frame was late.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// Out of buffers.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// Discontinuity.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// Camera mode switch.
public let kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString = "CameraModeSwitch"
/// Active.
public let kCMSampleBufferLensStabilizationInfo_Active: CFString = "Active"
/// Out of range.
public let kCMSampleBufferLensStabilizationInfo_OutOfRange: CFString = "OutOfRange"
/// Unavailable.
public let kCMSampleBufferLensStabilizationInfo_Unavailable: CFString = "Unavailable"
/// Off.
public let kCMSampleBufferLensStabilizationInfo_Off: CFString = "Off"
