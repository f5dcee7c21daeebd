package import AssetKitBase
internal import AssetKitFFmpeg
package import AssetKitMedia
package import Foundation

extension AVError {
    /// Why a file could not be written, in one sentence about `name`, which stands in the error by itself, too.
    package static func writing(_ name: String, because cause: any Error) -> AVError {
        if let error = cause as? AVError, error.errorDescription != nil { return error }
        let (code, reason) = writingExplanation(of: cause)
        return AVError(
            code,
            "cannot write '\(name)': \(reason)",
            underlying: (cause as? WriteFailure)?.cocoaError ?? cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason, NSFilePathErrorKey: name]
        )
    }

    private static func writingExplanation(of cause: any Error) -> (Code, String) {
        if let failure = cause as? WriteFailure { return (failure.code, failure.reason) }
        let (code, reason) = explanation(of: cause)
        guard let failure = cause as? FFmpegError else { return (code, reason) }
        if failure.cause == .noMemory || failure.cause == .cancelled { return (code, reason) }
        return (failure.isOfCodec ? .encodeFailed : .unknown, failure.description)
    }
}

extension WriteFailure {
    fileprivate var code: AVError.Code {
        switch number {
        case EFBIG: .maximumFileSizeReached
        case _ where isNoRoom: .diskFull
        case EEXIST: .fileAlreadyExists
        case EACCES, EPERM, EROFS: .applicationIsNotAuthorized
        case ENOENT, ENOTDIR, ENAMETOOLONG, EISDIR, EBUSY: .operationNotAllowed
        default: .unknown
        }
    }

    /// Why writing failed, as the end of a sentence.
    package var reason: String {
        guard let temporaryFolder else { return ownReason }
        let place = "the folder for temporary files, '\(temporaryFolder)'"
        let isMissing = number == ENOENT && !isFolderClosed
        return (isMissing ? "\(place), does not exist" : "\(place): \(ownReason)") + "; TMPDIR names another"
    }

    private var ownReason: String {
        switch number {
        case EEXIST: "there is a file of this name already"
        case ENOENT where !isFolderClosed: "the folder does not exist"
        case ENOTDIR: "a part of the path is no folder"
        case EISDIR: "it is a folder"
        case EBUSY: "it is still being written"
        case EACCES, EPERM: "this user may not write there"
        case EROFS: "the file system is read-only"
        case EFBIG: "the file would become larger than files may be here"
        case EDQUOT: "the quota of this user is used up"
        case ENOSPC: "there is no space left on the disk"
        default: description
        }
    }

    /// The same in Foundation's words: what a client sees behind an error, with the system's number.
    package var cocoaError: NSError {
        let posix = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
        let code: CocoaError.Code? =
            switch number {
            case EEXIST: .fileWriteFileExists
            case ENOENT, ENOTDIR: .fileNoSuchFile
            case EACCES, EPERM: .fileWriteNoPermission
            case EROFS: .fileWriteVolumeReadOnly
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            default: nil
            }
        guard let code else { return posix }
        return NSError(domain: NSCocoaErrorDomain, code: code.rawValue, userInfo: [NSUnderlyingErrorKey: posix])
    }
}
