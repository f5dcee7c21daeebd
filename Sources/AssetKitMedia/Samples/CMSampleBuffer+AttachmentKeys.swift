extension CMSampleBuffer.PerSampleAttachmentsDictionary.Key {
    /// Whether decoding cannot start with the sample.
    public static let notSync = Self(rawValue: kCMSampleAttachmentKey_NotSync)
    /// Whether decoding can start with the sample, but leading pictures behind it are lost.
    public static let partialSync = Self(rawValue: kCMSampleAttachmentKey_PartialSync)
    /// Whether the sample is coded more than once.
    public static let hasRedundantCoding = Self(rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
    /// Whether other samples refer to the sample.
    public static let isDependedOnByOthers = Self(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
    /// Whether the sample refers to others.
    public static let dependsOnOthers = Self(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
    /// Whether samples behind it may be shown before it.
    public static let earlierDisplayTimesAllowed = Self(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
    /// Whether the sample is shown as soon as it is decoded, whatever its time.
    public static let displayImmediately = Self(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
    /// Whether the sample is decoded and not shown.
    public static let doNotDisplay = Self(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
    /// HEVC: the temporal layer of the sample and what it takes to decode it, a dictionary.
    public static let hevcTemporalLevelInfo = Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
    /// HEVC: whether decoding can go up to a higher temporal layer here (TSA).
    public static let hevcTemporalSubLayerAccess = Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
    /// HEVC: whether decoding can go up by one temporal layer here (STSA).
    public static let hevcStepwiseTemporalSubLayerAccess = Self(
        rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess
    )
    /// HEVC: the NAL unit type of a sync sample, a number.
    public static let hevcSyncSampleNALUnitType = Self(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
    /// Sound: how many samples have to be decoded from this one on until what comes out is right.
    public static let audioIndependentSampleDecoderRefreshCount = Self(
        rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount
    )
    /// Which bytes of a protected sample are encrypted, as data.
    public static let cryptorSubsampleAuxiliaryData = Self(
        rawValue: kCMSampleAttachmentKey_CryptorSubsampleAuxiliaryData
    )
    /// HDR10+ metadata of the picture, as data.
    public static let hdr10PlusPerFrameData = Self(rawValue: kCMSampleAttachmentKey_HDR10PlusPerFrameData)
}

extension CMSampleBuffer.AttachmentKey {
    /// Output begins again with this buffer; the value tells which interruption it ends.
    public static let resumeOutput = Self(rawValue: kCMSampleBufferAttachmentKey_ResumeOutput)
    /// A dictionary to be posted as a notification once the buffer has been used.
    public static let postNotificationWhenConsumed = Self(
        rawValue: kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed
    )
    /// Whether the samples are played backwards.
    public static let reverse = Self(rawValue: kCMSampleBufferAttachmentKey_Reverse)
    /// Whether the decoder forgets everything before this buffer.
    public static let resetDecoderBeforeDecoding = Self(
        rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding
    )
    /// Whether the decoder gives what it holds back after this buffer.
    public static let drainAfterDecoding = Self(rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding)
    /// The number of a change from one stream of samples to another.
    public static let transitionID = Self(rawValue: kCMSampleBufferAttachmentKey_TransitionID)
    /// How much at the start of the buffer is decoded and not presented, a time.
    public static let trimDurationAtStart = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    /// How much at the end of the buffer is decoded and not presented, a time.
    public static let trimDurationAtEnd = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    /// How many times faster than real time the samples are played.
    public static let speedMultiplier = Self(rawValue: kCMSampleBufferAttachmentKey_SpeedMultiplier)
    /// Whether gaps in the sound are filled with silence.
    public static let fillDiscontinuitiesWithSilence = Self(
        rawValue: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence
    )
    /// Whether the buffer stands for a gap in the media.
    public static let emptyMedia = Self(rawValue: kCMSampleBufferAttachmentKey_EmptyMedia)
    /// Whether nothing comes after the gap.
    public static let permanentEmptyMedia = Self(rawValue: kCMSampleBufferAttachmentKey_PermanentEmptyMedia)
    /// Whether the picture goes as soon as the gap comes, whatever its time.
    public static let displayEmptyMediaImmediately = Self(
        rawValue: kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately
    )
    /// Whether the buffer says when the sample before it ends.
    public static let endsPreviousSampleDuration = Self(
        rawValue: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration
    )
    /// The file that holds the samples of a buffer without data.
    public static let sampleReferenceURL = Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceURL)
    /// Where in that file the first sample begins, a number.
    public static let sampleReferenceByteOffset = Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset)
    /// How many samples from this one on until pictures that are refreshed bit by bit are whole.
    public static let gradualDecoderRefresh = Self(rawValue: kCMSampleBufferAttachmentKey_GradualDecoderRefresh)
    /// Why a captured picture was dropped.
    public static let droppedFrameReason = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
    /// More about why a captured picture was dropped.
    public static let droppedFrameReasonInfo = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    /// What the lens did against shaking while a still was taken.
    public static let stillImageLensStabilizationInfo = Self(
        rawValue: kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo
    )
    /// The focal length and the centre of the camera that took the picture, as a matrix.
    public static let cameraIntrinsicMatrix = Self(rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
    /// Whether the picture is to be encoded as a key frame.
    public static let forceKeyFrame = Self(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
}
