package import AssetKitBase
package import AssetKitContainers
package import AssetKitISOMedia
package import AssetKitFFmpeg
package import AssetKitMedia

// What the errors of sources and containers are in the public API: here, so that wording stays alike.

extension FileSource.Failure: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) { (.failedToLoadMediaData, description) }
}

extension ForbiddenReference: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) {
        (
            .referenceForbiddenByReferencePolicy,
            "it refers to '\(reference)', which it may not have opened; allow references to let it"
        )
    }
}

extension StreamMemory.TooFarBack: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) { (.failedToLoadMediaData, reason) }
}

extension ByteWindow.Failure: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) {
        switch self {
        case .endsEarly(let offset): (.fileFailedToParse, "it ends at byte \(offset), before its header does")
        case .tooLarge(let count):
            (.fileFailedToParse, "it claims a header part of \(count) bytes, which is more than can be true")
        }
    }
}

extension Demuxer.ExceededLimit: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) { (.fileFailedToParse, reason) }
}

extension WriteFailure: ExplainedError {
    /// For files that are read: about one that is written, writing itself has more to say.
    package var explanation: (code: AVError.Code, reason: String) { (isNoRoom ? .diskFull : .unknown, description) }
}

extension FFmpegError: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) {
        switch cause {
        case .cancelled: CancellationError().explanation
        case .unrecognised: MediaProblem.unrecognised.explanation
        case .broken: (.fileFailedToParse, description)
        case .timedOut: (.failedToLoadMediaData, "the server did not answer in time")
        case .notFound: (.contentIsUnavailable, description)
        case .noMemory: (.outOfMemory, description)
        case .other: (.failedToLoadMediaData, description)
        }
    }
}

extension ISOMediaError: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) { (publicCode, description) }

    private var publicCode: AVError.Code {
        switch self {
        case .notISOMedia: .fileFormatNotRecognized
        case .compressedMovieHeader, .stillImage, .segmentWithoutHeader: .operationNotSupportedForAsset
        case .noMovieHeader, .endsEarly, .damaged, .limitExceeded: .fileFailedToParse
        }
    }
}

extension ISOWritingError: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) { (publicCode, description) }

    private var publicCode: AVError.Code {
        switch self {
        case .format: .formatUnsupported
        case .tooMuch: .maximumNumberOfSamplesForFileFormatReached
        case .time, .metadata: .unsupportedOutputSettings
        }
    }
}

extension MatroskaError: ExplainedError {
    package var explanation: (code: AVError.Code, reason: String) { (publicCode, description) }

    private var publicCode: AVError.Code {
        switch self {
        case .notMatroska: .fileFormatNotRecognized
        case .unsupportedVersion: .operationNotSupportedForAsset
        case .noSegment, .tooLarge: .fileFailedToParse
        }
    }
}
