extension CMSampleBuffer.PerSampleAttachmentsDictionary.Key {
    /// Not sync.
    public static let notSync = Self(rawValue: kCMSampleAttachmentKey_NotSync)
    /// Partial sync.
    public static let partialSync = Self(rawValue: kCMSampleAttachmentKey_PartialSync)
    /// Has redundant coding.
    public static let hasRedundantCoding = Self(rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
    /// Is depended on by others.
    public static let isDependedOnByOthers = Self(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
    /// Depends on others.
    public static let dependsOnOthers = Self(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
    /// Earlier display times allowed.
    public static let earlierDisplayTimesAllowed = Self(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
    /// Display immediately.
    public static let displayImmediately = Self(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
    /// Do not display.
    public static let doNotDisplay = Self(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
    /// HEVC temporal level info.
    public static let hevcTemporalLevelInfo = Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
    /// HEVC temporal sub layer access.
    public static let hevcTemporalSubLayerAccess = Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
    /// HEVC stepwise temporal sub layer access.
    public static let hevcStepwiseTemporalSubLayerAccess = Self(
        rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess
    )
    /// HEVC sync sample NAL unit type.
    public static let hevcSyncSampleNALUnitType = Self(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
    /// Audio independent sample decoder refresh count.
    public static let audioIndependentSampleDecoderRefreshCount = Self(
        rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount
    )
    /// Cryptor subsample auxiliary data.
    public static let cryptorSubsampleAuxiliaryData = Self(
        rawValue: kCMSampleAttachmentKey_CryptorSubsampleAuxiliaryData
    )
    /// HDR10 plus per frame data.
    public static let hdr10PlusPerFrameData = Self(rawValue: kCMSampleAttachmentKey_HDR10PlusPerFrameData)
}

extension CMSampleBuffer.AttachmentKey {
    /// Resume output.
    public static let resumeOutput = Self(rawValue: kCMSampleBufferAttachmentKey_ResumeOutput)
    /// Post notification when consumed.
    public static let postNotificationWhenConsumed = Self(
        rawValue: kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed
    )
    /// Reverse.
    public static let reverse = Self(rawValue: kCMSampleBufferAttachmentKey_Reverse)
    /// Reset decoder before decoding.
    public static let resetDecoderBeforeDecoding = Self(
        rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding
    )
    /// Drain after decoding.
    public static let drainAfterDecoding = Self(rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding)
    /// Transition ID.
    public static let transitionID = Self(rawValue: kCMSampleBufferAttachmentKey_TransitionID)
    /// Trim duration at start.
    public static let trimDurationAtStart = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    /// Trim duration at end.
    public static let trimDurationAtEnd = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    /// Speed multiplier.
    public static let speedMultiplier = Self(rawValue: kCMSampleBufferAttachmentKey_SpeedMultiplier)
    /// Fill discontinuities with silence.
    public static let fillDiscontinuitiesWithSilence = Self(
        rawValue: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence
    )
    /// Empty media.
    public static let emptyMedia = Self(rawValue: kCMSampleBufferAttachmentKey_EmptyMedia)
    /// Permanent empty media.
    public static let permanentEmptyMedia = Self(rawValue: kCMSampleBufferAttachmentKey_PermanentEmptyMedia)
    /// Display empty media immediately.
    public static let displayEmptyMediaImmediately = Self(
        rawValue: kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately
    )
    /// Ends previous sample duration.
    public static let endsPreviousSampleDuration = Self(
        rawValue: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration
    )
    /// Sample reference URL.
    public static let sampleReferenceURL = Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceURL)
    /// Sample reference byte offset.
    public static let sampleReferenceByteOffset = Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset)
    /// Gradual decoder refresh.
    public static let gradualDecoderRefresh = Self(rawValue: kCMSampleBufferAttachmentKey_GradualDecoderRefresh)
    /// Dropped frame reason.
    public static let droppedFrameReason = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
    /// Dropped frame reason info.
    public static let droppedFrameReasonInfo = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    /// Still image lens stabilization info.
    public static let stillImageLensStabilizationInfo = Self(
        rawValue: kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo
    )
    /// Camera intrinsic matrix.
    public static let cameraIntrinsicMatrix = Self(rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
    /// Force key frame.
    public static let forceKeyFrame = Self(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
}
