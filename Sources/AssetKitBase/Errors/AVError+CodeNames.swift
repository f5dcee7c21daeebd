// So that `catch AVError.fileAlreadyExists` and `error.code == AVError.unknown` compile.

extension AVError {
    /// Something went wrong that no other code names.
    public static var unknown: Code { .unknown }
    /// There is not enough memory.
    public static var outOfMemory: Code { .outOfMemory }
    /// The capture session is not running.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// Another session uses the device.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// No data arrived from the device.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// The session was changed meanwhile.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// There is no space left to write to.
    public static var diskFull: Code { .diskFull }
    /// The device went away.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// The format of the source changed.
    public static var mediaChanged: Code { .mediaChanged }
    /// The recording is as long as was allowed.
    public static var maximumDurationReached: Code { .maximumDurationReached }
    /// The recording is as big as was allowed.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// The source has a gap.
    public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
    /// The file format holds no more samples.
    public static var maximumNumberOfSamplesForFileFormatReached: Code { .maximumNumberOfSamplesForFileFormatReached }
    /// The device is not there.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// Another program uses the device.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another program configures the device.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// The session was interrupted.
    public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
    /// The media services started again.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// The export did not work.
    public static var exportFailed: Code { .exportFailed }
    /// A sample could not be decoded.
    public static var decodeFailed: Code { .decodeFailed }
    /// The source is not what it should be.
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    /// A file is already there.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// Segments leave a gap or overlap.
    public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
    /// A segment has an impossible duration.
    public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
    /// A segment starts at an impossible source time.
    public static var invalidCompositionTrackSegmentSourceStartTime: Code {
        .invalidCompositionTrackSegmentSourceStartTime
    }
    /// A segment has an impossible source duration.
    public static var invalidCompositionTrackSegmentSourceDuration: Code {
        .invalidCompositionTrackSegmentSourceDuration
    }
    /// The file is of no known format.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// The file is damaged.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// Too many pictures were asked for at once.
    public static var maximumStillImageCaptureRequestsExceeded: Code { .maximumStillImageCaptureRequestsExceeded }
    /// The content is protected.
    public static var contentIsProtected: Code { .contentIsProtected }
    /// There is no picture at that time.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// No decoder knows the format.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// No encoder knows the format.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// The content may not be played here.
    public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
    /// The program may not do this.
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    /// The device works only in the foreground.
    public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
    /// The asset does not permit this.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// The decoder is busy.
    public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
    /// The encoder is busy.
    public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
    /// The video composition contradicts itself.
    public static var invalidVideoComposition: Code { .invalidVideoComposition }
    /// The file refers to another one, which is not allowed.
    public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
    /// The file name has the wrong ending.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// The screen could not be captured.
    public static var screenCaptureFailed: Code { .screenCaptureFailed }
    /// The display was switched off.
    public static var displayWasDisabled: Code { .displayWasDisabled }
    /// The torch cannot be that bright now.
    public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
    /// The operation was interrupted.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// The asset does not work here.
    public static var incompatibleAsset: Code { .incompatibleAsset }
    /// The media could not be read.
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    /// The server does not answer as it should.
    public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
    /// The program may not use the device.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// The data is damaged.
    public static var failedToParse: Code { .failedToParse }
    /// The file type cannot refer to samples elsewhere.
    public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
    /// The media cannot be decoded.
    public static var undecodableMediaData: Code { .undecodableMediaData }
    /// The controller has no internet.
    public static var airPlayControllerRequiresInternet: Code { .airPlayControllerRequiresInternet }
    /// The receiver has no internet.
    public static var airPlayReceiverRequiresInternet: Code { .airPlayReceiverRequiresInternet }
    /// The compositor reported an error.
    public static var videoCompositorFailed: Code { .videoCompositorFailed }
    /// A recording is running already.
    public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
    /// No content key could be asked for.
    public static var createContentKeyRequestFailed: Code { .createContentKeyRequestFailed }
    /// The settings do not work together.
    public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
    /// This is not allowed now.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// The content is not there.
    public static var contentIsUnavailable: Code { .contentIsUnavailable }
    /// The format is not supported.
    public static var formatUnsupported: Code { .formatUnsupported }
    /// The depth data is damaged.
    public static var malformedDepth: Code { .malformedDepth }
    /// There is no newer content.
    public static var contentNotUpdated: Code { .contentNotUpdated }
    /// The item can no longer be played.
    public static var noLongerPlayable: Code { .noLongerPlayable }
    /// Nothing fits the external display.
    public static var noCompatibleAlternatesForExternalDisplay: Code { .noCompatibleAlternatesForExternalDisplay }
    /// The source track is missing.
    public static var noSourceTrack: Code { .noSourceTrack }
    /// The asset cannot be played elsewhere.
    public static var externalPlaybackNotSupportedForAsset: Code { .externalPlaybackNotSupportedForAsset }
    /// The preset does not permit this.
    public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
    /// The session asks for more than the hardware has.
    public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
    /// The device's format does not permit this.
    public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
    /// The object is set up the wrong way.
    public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
    /// A segment does not start with a sync sample.
    public static var segmentStartedWithNonSyncSample: Code { .segmentStartedWithNonSyncSample }
    /// A translator for the processor is missing.
    public static var rosettaNotInstalled: Code { .rosettaNotInstalled }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// The request for a content key was cancelled.
    public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
    /// The sample cursor belongs elsewhere.
    public static var invalidSampleCursor: Code { .invalidSampleCursor }
    /// The sample's data could not be read.
    public static var failedToLoadSampleData: Code { .failedToLoadSampleData }
    /// The receiver is busy.
    public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
    /// A sample could not be encoded.
    public static var encodeFailed: Code { .encodeFailed }
    /// The file is outside what the program may touch.
    public static var sandboxExtensionDenied: Code { .sandboxExtensionDenied }
    /// The colours could not be mapped.
    public static var toneMappingFailed: Code { .toneMappingFailed }
    /// The extension is switched off.
    public static var mediaExtensionDisabled: Code { .mediaExtensionDisabled }
    /// Two extensions claim the same format.
    public static var mediaExtensionConflict: Code { .mediaExtensionConflict }
}
