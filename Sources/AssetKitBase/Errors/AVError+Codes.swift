// The numbers are those of Apple's headers.

extension AVError.Code {
    /// Something went wrong that no other code names.
    public static let unknown = AVError.Code(number: -11800)
    /// There is not enough memory.
    public static let outOfMemory = AVError.Code(number: -11801)
    /// The capture session is not running.
    public static let sessionNotRunning = AVError.Code(number: -11803)
    /// Another session uses the device.
    public static let deviceAlreadyUsedByAnotherSession = AVError.Code(number: -11804)
    /// No data arrived from the device.
    public static let noDataCaptured = AVError.Code(number: -11805)
    /// The session was changed meanwhile.
    public static let sessionConfigurationChanged = AVError.Code(number: -11806)
    /// There is no space left to write to.
    public static let diskFull = AVError.Code(number: -11807)
    /// The device went away.
    public static let deviceWasDisconnected = AVError.Code(number: -11808)
    /// The format of the source changed.
    public static let mediaChanged = AVError.Code(number: -11809)
    /// The recording is as long as was allowed.
    public static let maximumDurationReached = AVError.Code(number: -11810)
    /// The recording is as big as was allowed.
    public static let maximumFileSizeReached = AVError.Code(number: -11811)
    /// The source has a gap.
    public static let mediaDiscontinuity = AVError.Code(number: -11812)
    /// The file format holds no more samples.
    public static let maximumNumberOfSamplesForFileFormatReached = AVError.Code(number: -11813)
    /// The device is not there.
    public static let deviceNotConnected = AVError.Code(number: -11814)
    /// Another program uses the device.
    public static let deviceInUseByAnotherApplication = AVError.Code(number: -11815)
    /// Another program configures the device.
    public static let deviceLockedForConfigurationByAnotherProcess = AVError.Code(number: -11817)
    /// The session was interrupted.
    public static let sessionWasInterrupted = AVError.Code(number: -11818)
    /// The media services started again.
    public static let mediaServicesWereReset = AVError.Code(number: -11819)
    /// The export did not work.
    public static let exportFailed = AVError.Code(number: -11820)
    /// A sample could not be decoded.
    public static let decodeFailed = AVError.Code(number: -11821)
    /// The source is not what it should be.
    public static let invalidSourceMedia = AVError.Code(number: -11822)
    /// A file is already there.
    public static let fileAlreadyExists = AVError.Code(number: -11823)
    /// Segments leave a gap or overlap.
    public static let compositionTrackSegmentsNotContiguous = AVError.Code(number: -11824)
    /// A segment has an impossible duration.
    public static let invalidCompositionTrackSegmentDuration = AVError.Code(number: -11825)
    /// A segment starts at an impossible source time.
    public static let invalidCompositionTrackSegmentSourceStartTime = AVError.Code(number: -11826)
    /// A segment has an impossible source duration.
    public static let invalidCompositionTrackSegmentSourceDuration = AVError.Code(number: -11827)
    /// The file is of no known format.
    public static let fileFormatNotRecognized = AVError.Code(number: -11828)
    /// The file is damaged.
    public static let fileFailedToParse = AVError.Code(number: -11829)
    /// Too many pictures were asked for at once.
    public static let maximumStillImageCaptureRequestsExceeded = AVError.Code(number: -11830)
    /// The content is protected.
    public static let contentIsProtected = AVError.Code(number: -11831)
    /// There is no picture at that time.
    public static let noImageAtTime = AVError.Code(number: -11832)
    /// No decoder knows the format.
    public static let decoderNotFound = AVError.Code(number: -11833)
    /// No encoder knows the format.
    public static let encoderNotFound = AVError.Code(number: -11834)
    /// The content may not be played here.
    public static let contentIsNotAuthorized = AVError.Code(number: -11835)
    /// The program may not do this.
    public static let applicationIsNotAuthorized = AVError.Code(number: -11836)
    /// The device works only in the foreground.
    public static let deviceIsNotAvailableInBackground = AVError.Code(number: -11837)
    /// The asset does not permit this.
    public static let operationNotSupportedForAsset = AVError.Code(number: -11838)
    /// The decoder is busy.
    public static let decoderTemporarilyUnavailable = AVError.Code(number: -11839)
    /// The encoder is busy.
    public static let encoderTemporarilyUnavailable = AVError.Code(number: -11840)
    /// The video composition contradicts itself.
    public static let invalidVideoComposition = AVError.Code(number: -11841)
    /// The file refers to another one, which is not allowed.
    public static let referenceForbiddenByReferencePolicy = AVError.Code(number: -11842)
    /// The file name has the wrong ending.
    public static let invalidOutputURLPathExtension = AVError.Code(number: -11843)
    /// The screen could not be captured.
    public static let screenCaptureFailed = AVError.Code(number: -11844)
    /// The display was switched off.
    public static let displayWasDisabled = AVError.Code(number: -11845)
    /// The torch cannot be that bright now.
    public static let torchLevelUnavailable = AVError.Code(number: -11846)
    /// The operation was interrupted.
    public static let operationInterrupted = AVError.Code(number: -11847)
    /// The asset does not work here.
    public static let incompatibleAsset = AVError.Code(number: -11848)
    /// The media could not be read.
    public static let failedToLoadMediaData = AVError.Code(number: -11849)
    /// The server does not answer as it should.
    public static let serverIncorrectlyConfigured = AVError.Code(number: -11850)
    /// The program may not use the device.
    public static let applicationIsNotAuthorizedToUseDevice = AVError.Code(number: -11852)
    /// The data is damaged.
    public static let failedToParse = AVError.Code(number: -11853)
    /// The file type cannot refer to samples elsewhere.
    public static let fileTypeDoesNotSupportSampleReferences = AVError.Code(number: -11854)
    /// The media cannot be decoded.
    public static let undecodableMediaData = AVError.Code(number: -11855)
    /// The controller has no internet.
    public static let airPlayControllerRequiresInternet = AVError.Code(number: -11856)
    /// The receiver has no internet.
    public static let airPlayReceiverRequiresInternet = AVError.Code(number: -11857)
    /// The compositor reported an error.
    public static let videoCompositorFailed = AVError.Code(number: -11858)
    /// A recording is running already.
    public static let recordingAlreadyInProgress = AVError.Code(number: -11859)
    /// No content key could be asked for.
    public static let createContentKeyRequestFailed = AVError.Code(number: -11860)
    /// The settings do not work together.
    public static let unsupportedOutputSettings = AVError.Code(number: -11861)
    /// This is not allowed now.
    public static let operationNotAllowed = AVError.Code(number: -11862)
    /// The content is not there.
    public static let contentIsUnavailable = AVError.Code(number: -11863)
    /// The format is not supported.
    public static let formatUnsupported = AVError.Code(number: -11864)
    /// The depth data is damaged.
    public static let malformedDepth = AVError.Code(number: -11865)
    /// There is no newer content.
    public static let contentNotUpdated = AVError.Code(number: -11866)
    /// The item can no longer be played.
    public static let noLongerPlayable = AVError.Code(number: -11867)
    /// Nothing fits the external display.
    public static let noCompatibleAlternatesForExternalDisplay = AVError.Code(number: -11868)
    /// The source track is missing.
    public static let noSourceTrack = AVError.Code(number: -11869)
    /// The asset cannot be played elsewhere.
    public static let externalPlaybackNotSupportedForAsset = AVError.Code(number: -11870)
    /// The preset does not permit this.
    public static let operationNotSupportedForPreset = AVError.Code(number: -11871)
    /// The session asks for more than the hardware has.
    public static let sessionHardwareCostOverage = AVError.Code(number: -11872)
    /// The device's format does not permit this.
    public static let unsupportedDeviceActiveFormat = AVError.Code(number: -11873)
    /// The object is set up the wrong way.
    public static let incorrectlyConfigured = AVError.Code(number: -11875)
    /// A segment does not start with a sync sample.
    public static let segmentStartedWithNonSyncSample = AVError.Code(number: -11876)
    /// A translator for the processor is missing.
    public static let rosettaNotInstalled = AVError.Code(number: -11877)
    /// The operation was cancelled.
    public static let operationCancelled = AVError.Code(number: -11878)
    /// The request for a content key was cancelled.
    public static let contentKeyRequestCancelled = AVError.Code(number: -11879)
    /// The sample cursor belongs elsewhere.
    public static let invalidSampleCursor = AVError.Code(number: -11880)
    /// The sample's data could not be read.
    public static let failedToLoadSampleData = AVError.Code(number: -11881)
    /// The receiver is busy.
    public static let airPlayReceiverTemporarilyUnavailable = AVError.Code(number: -11882)
    /// A sample could not be encoded.
    public static let encodeFailed = AVError.Code(number: -11883)
    /// The file is outside what the program may touch.
    public static let sandboxExtensionDenied = AVError.Code(number: -11884)

    // Apple's numbers for these are not public; ours start at -11900.
    /// The colours could not be mapped.
    public static let toneMappingFailed = AVError.Code(number: -11900)
    /// The extension is switched off.
    public static let mediaExtensionDisabled = AVError.Code(number: -11901)
    /// Two extensions claim the same format.
    public static let mediaExtensionConflict = AVError.Code(number: -11902)
}
