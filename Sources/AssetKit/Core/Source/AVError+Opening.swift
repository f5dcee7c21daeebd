internal import Foundation

extension AVError {
    /// Why media could not be opened, in one sentence about `name`.
    static func opening(_ name: String, because cause: any Error) -> AVError {
        let (code, reason) = explanation(of: cause)
        return AVError(
            code,
            "cannot open '\(name)': \(reason)",
            underlying: cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason]
        )
    }

    /// The code and the words for what went wrong with media.
    static func explanation(of cause: any Error) -> (Code, String) {
        switch cause {
        case let error as AVError: return (error.code, error.failureReason ?? error.localizedDescription)
        case is CancellationError: return (.operationCancelled, "it was cancelled")
        case let failure as FileSource.Failure: return (.failedToLoadMediaData, failure.description)
        case let reference as ForbiddenReference:
            return (
                .referenceForbiddenByReferencePolicy,
                "it refers to '\(reference.reference)', which it may not have opened; allow references to let it"
            )
        case let scheme as MediaInput.UnsupportedScheme:
            return (.contentIsUnavailable, "nothing here reads addresses that begin with '\(scheme.scheme):'")
        case let stream as StreamMemory.TooFarBack: return (.failedToLoadMediaData, stream.reason)
        case let window as ByteWindow.Failure: return (.fileFailedToParse, window.reason)
        case let error as ISOMediaError: return (error.code, error.description)
        case let exceeded as Demuxer.ExceededLimit: return (.fileFailedToParse, exceeded.reason)
        case let error as MatroskaError: return (error.code, error.description)
        case let error as ISOWritingError: return (error.code, error.description)
        case let failure as FileFailure:
            return (failure.isNoRoom ? .diskFull : .unknown, failure.description)
        case let media as MediaProblem: return (media.code, media.reason)
        case let error as FFmpegError: return explanation(of: error)
        default: return (.unknown, (cause as NSError).localizedDescription)
        }
    }

    private static func explanation(of error: FFmpegError) -> (Code, String) {
        switch error.cause {
        case .cancelled: (.operationCancelled, "it was cancelled")
        case .unrecognised: (.fileFormatNotRecognized, "it is not media of a kind known here")
        case .broken: (.fileFailedToParse, error.description)
        case .timedOut: (.failedToLoadMediaData, "the server did not answer in time")
        case .notFound: (.contentIsUnavailable, error.description)
        case .noMemory: (.outOfMemory, error.description)
        case .other: (.failedToLoadMediaData, error.description)
        }
    }
}

/// An error of our own about media: its code, and why it failed, as the end of a sentence.
struct MediaProblem: Error {
    let code: AVError.Code
    let reason: String

    static let empty = MediaProblem(code: .fileFormatNotRecognized, reason: "it is empty")
    static let withoutSamples = MediaProblem(
        code: .operationNotSupportedForAsset,
        reason: "there are no samples in the range"
    )
    static let unrecognised = MediaProblem(
        code: .fileFormatNotRecognized,
        reason: "it is not media of a kind known here"
    )
}

extension ISOMediaError {
    fileprivate var code: AVError.Code {
        switch self {
        case .notISOMedia: .fileFormatNotRecognized
        case .compressedMovieHeader, .stillImage, .segmentWithoutHeader: .operationNotSupportedForAsset
        case .noMovieHeader, .endsEarly, .damaged, .limitExceeded: .fileFailedToParse
        }
    }
}

extension ISOWritingError {
    fileprivate var code: AVError.Code {
        switch self {
        case .format: .formatUnsupported
        case .tooMuch: .maximumNumberOfSamplesForFileFormatReached
        case .time, .metadata: .unsupportedOutputSettings
        }
    }
}

extension MatroskaError {
    fileprivate var code: AVError.Code {
        switch self {
        case .notMatroska: .fileFormatNotRecognized
        case .unsupportedVersion: .operationNotSupportedForAsset
        case .noSegment, .tooLarge: .fileFailedToParse
        }
    }
}

extension ByteWindow.Failure {
    fileprivate var reason: String {
        switch self {
        case .endsEarly(let offset): "it ends at byte \(offset), before its header does"
        case .tooLarge(let count): "it claims a header part of \(count) bytes, which is more than can be true"
        }
    }
}
