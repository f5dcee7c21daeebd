// The numbers are those of Apple's headers.

extension AVError.Code {
    /// Something went wrong that no other code names.
    public static let unknown = AVError.Code(rawValue: -11800)
    /// There is not enough memory.
    public static let outOfMemory = AVError.Code(rawValue: -11801)
    /// The capture session is not running.
    public static let sessionNotRunning = AVError.Code(rawValue: -11803)
    /// Another session uses the device.
    public static let deviceAlreadyUsedByAnotherSession = AVError.Code(rawValue: -11804)
    /// No data arrived from the device.
    public static let noDataCaptured = AVError.Code(rawValue: -11805)
    /// The session was changed meanwhile.
    public static let sessionConfigurationChanged = AVError.Code(rawValue: -11806)
    /// There is no space left to write to.
    public static let diskFull = AVError.Code(rawValue: -11807)
    /// The device went away.
    public static let deviceWasDisconnected = AVError.Code(rawValue: -11808)
    /// The format of the source changed.
    public static let mediaChanged = AVError.Code(rawValue: -11809)
    /// The recording is as long as was allowed.
    public static let maximumDurationReached = AVError.Code(rawValue: -11810)
    /// The recording is as big as was allowed.
    public static let maximumFileSizeReached = AVError.Code(rawValue: -11811)
    /// The source has a gap.
    public static let mediaDiscontinuity = AVError.Code(rawValue: -11812)
    /// The file format holds no more samples.
    public static let maximumNumberOfSamplesForFileFormatReached = AVError.Code(rawValue: -11813)
    /// The device is not there.
    public static let deviceNotConnected = AVError.Code(rawValue: -11814)
    /// Another program uses the device.
    public static let deviceInUseByAnotherApplication = AVError.Code(rawValue: -11815)
    /// Another program configures the device.
    public static let deviceLockedForConfigurationByAnotherProcess = AVError.Code(rawValue: -11817)
    /// The session was interrupted.
    public static let sessionWasInterrupted = AVError.Code(rawValue: -11818)
    /// The media services started again.
    public static let mediaServicesWereReset = AVError.Code(rawValue: -11819)
    /// The export did not work.
    public static let exportFailed = AVError.Code(rawValue: -11820)
    /// A sample could not be decoded.
    public static let decodeFailed = AVError.Code(rawValue: -11821)
    /// The source is not what it should be.
    public static let invalidSourceMedia = AVError.Code(rawValue: -11822)
    /// A file is already there.
    public static let fileAlreadyExists = AVError.Code(rawValue: -11823)
    /// Segments leave a gap or overlap.
    public static let compositionTrackSegmentsNotContiguous = AVError.Code(rawValue: -11824)
    /// A segment has an impossible duration.
    public static let invalidCompositionTrackSegmentDuration = AVError.Code(rawValue: -11825)
    /// A segment starts at an impossible source time.
    public static let invalidCompositionTrackSegmentSourceStartTime = AVError.Code(rawValue: -11826)
    /// A segment has an impossible source duration.
    public static let invalidCompositionTrackSegmentSourceDuration = AVError.Code(rawValue: -11827)
    /// The file is of no known format.
    public static let fileFormatNotRecognized = AVError.Code(rawValue: -11828)
    /// The file is damaged.
    public static let fileFailedToParse = AVError.Code(rawValue: -11829)
    /// Too many pictures were asked for at once.
    public static let maximumStillImageCaptureRequestsExceeded = AVError.Code(rawValue: -11830)
    /// The content is protected.
    public static let contentIsProtected = AVError.Code(rawValue: -11831)
    /// There is no picture at that time.
    public static let noImageAtTime = AVError.Code(rawValue: -11832)
    /// No decoder knows the format.
    public static let decoderNotFound = AVError.Code(rawValue: -11833)
    /// No encoder knows the format.
    public static let encoderNotFound = AVError.Code(rawValue: -11834)
    /// The content may not be played here.
    public static let contentIsNotAuthorized = AVError.Code(rawValue: -11835)
    /// The program may not do this.
    public static let applicationIsNotAuthorized = AVError.Code(rawValue: -11836)
    /// The device works only in the foreground.
    public static let deviceIsNotAvailableInBackground = AVError.Code(rawValue: -11837)
    /// The asset does not permit this.
    public static let operationNotSupportedForAsset = AVError.Code(rawValue: -11838)
    /// The decoder is busy.
    public static let decoderTemporarilyUnavailable = AVError.Code(rawValue: -11839)
    /// The encoder is busy.
    public static let encoderTemporarilyUnavailable = AVError.Code(rawValue: -11840)
    /// The video composition contradicts itself.
    public static let invalidVideoComposition = AVError.Code(rawValue: -11841)
    /// The file refers to another one, which is not allowed.
    public static let referenceForbiddenByReferencePolicy = AVError.Code(rawValue: -11842)
    /// The file name has the wrong ending.
    public static let invalidOutputURLPathExtension = AVError.Code(rawValue: -11843)
    /// The screen could not be captured.
    public static let screenCaptureFailed = AVError.Code(rawValue: -11844)
    /// The display was switched off.
    public static let displayWasDisabled = AVError.Code(rawValue: -11845)
    /// The torch cannot be that bright now.
    public static let torchLevelUnavailable = AVError.Code(rawValue: -11846)
    /// The operation was interrupted.
    public static let operationInterrupted = AVError.Code(rawValue: -11847)
    /// The asset does not work here.
    public static let incompatibleAsset = AVError.Code(rawValue: -11848)
    /// The media could not be read.
    public static let failedToLoadMediaData = AVError.Code(rawValue: -11849)
    /// The server does not answer as it should.
    public static let serverIncorrectlyConfigured = AVError.Code(rawValue: -11850)
    /// The program may not use the device.
    public static let applicationIsNotAuthorizedToUseDevice = AVError.Code(rawValue: -11852)
    /// The data is damaged.
    public static let failedToParse = AVError.Code(rawValue: -11853)
    /// The file type cannot refer to samples elsewhere.
    public static let fileTypeDoesNotSupportSampleReferences = AVError.Code(rawValue: -11854)
    /// The media cannot be decoded.
    public static let undecodableMediaData = AVError.Code(rawValue: -11855)
    /// The controller has no internet.
    public static let airPlayControllerRequiresInternet = AVError.Code(rawValue: -11856)
    /// The receiver has no internet.
    public static let airPlayReceiverRequiresInternet = AVError.Code(rawValue: -11857)
    /// The compositor reported an error.
    public static let videoCompositorFailed = AVError.Code(rawValue: -11858)
    /// A recording is running already.
    public static let recordingAlreadyInProgress = AVError.Code(rawValue: -11859)
    /// No content key could be asked for.
    public static let createContentKeyRequestFailed = AVError.Code(rawValue: -11860)
    /// The settings do not work together.
    public static let unsupportedOutputSettings = AVError.Code(rawValue: -11861)
    /// This is not allowed now.
    public static let operationNotAllowed = AVError.Code(rawValue: -11862)
    /// The content is not there.
    public static let contentIsUnavailable = AVError.Code(rawValue: -11863)
    /// The format is not supported.
    public static let formatUnsupported = AVError.Code(rawValue: -11864)
    /// The depth data is damaged.
    public static let malformedDepth = AVError.Code(rawValue: -11865)
    /// There is no newer content.
    public static let contentNotUpdated = AVError.Code(rawValue: -11866)
    /// The item can no longer be played.
    public static let noLongerPlayable = AVError.Code(rawValue: -11867)
    /// Nothing fits the external display.
    public static let noCompatibleAlternatesForExternalDisplay = AVError.Code(rawValue: -11868)
    /// The source track is missing.
    public static let noSourceTrack = AVError.Code(rawValue: -11869)
    /// The asset cannot be played elsewhere.
    public static let externalPlaybackNotSupportedForAsset = AVError.Code(rawValue: -11870)
    /// The preset does not permit this.
    public static let operationNotSupportedForPreset = AVError.Code(rawValue: -11871)
    /// The session asks for more than the hardware has.
    public static let sessionHardwareCostOverage = AVError.Code(rawValue: -11872)
    /// The device's format does not permit this.
    public static let unsupportedDeviceActiveFormat = AVError.Code(rawValue: -11873)
    /// The object is set up the wrong way.
    public static let incorrectlyConfigured = AVError.Code(rawValue: -11875)
    /// A segment does not start with a sync sample.
    public static let segmentStartedWithNonSyncSample = AVError.Code(rawValue: -11876)
    /// A translator for the processor is missing.
    public static let rosettaNotInstalled = AVError.Code(rawValue: -11877)
    /// The operation was cancelled.
    public static let operationCancelled = AVError.Code(rawValue: -11878)
    /// The request for a content key was cancelled.
    public static let contentKeyRequestCancelled = AVError.Code(rawValue: -11879)
    /// The sample cursor belongs elsewhere.
    public static let invalidSampleCursor = AVError.Code(rawValue: -11880)
    /// The sample's data could not be read.
    public static let failedToLoadSampleData = AVError.Code(rawValue: -11881)
    /// The receiver is busy.
    public static let airPlayReceiverTemporarilyUnavailable = AVError.Code(rawValue: -11882)
    /// A sample could not be encoded.
    public static let encodeFailed = AVError.Code(rawValue: -11883)
    /// The file is outside what the program may touch.
    public static let sandboxExtensionDenied = AVError.Code(rawValue: -11884)

    // Apple's numbers for these are not public; ours start at -11900.
    /// The colours could not be mapped.
    public static let toneMappingFailed = AVError.Code(rawValue: -11900)
    /// The extension is switched off.
    public static let mediaExtensionDisabled = AVError.Code(rawValue: -11901)
    /// Two extensions claim the same format.
    public static let mediaExtensionConflict = AVError.Code(rawValue: -11902)
}
