internal import AssetKitAssets
internal import AssetKitBase
package import AssetKitMedia
internal import AssetKitSinks
public import CMTimeLib
public import Foundation

/// What became of a movie whose writing was cut off. Not in AVFoundation.
///
/// ```swift
/// let recovery = try await AVAssetWriter.akRecoverMovie(at: URL(filePath: "recording.mp4"))
/// print(recovery.wasComplete, recovery.duration.seconds, "seconds,", recovery.removedByteCount, "bytes removed")
/// ```
public struct AKMovieRecovery: Hashable, Sendable {
    /// The movie was complete already, and nothing was changed.
    public let wasComplete: Bool
    /// How long the movie is now.
    public let duration: CMTime
    /// How many bytes at the end were removed because the rest of their fragment had not been written.
    public let removedByteCount: Int64
}

extension AVAssetWriter {
    /// Finishes a file whose writing was cut off by a crash, a power cut or a full disk, in place. Not in AVFoundation.
    ///
    /// A movie that was written with ``movieFragmentInterval`` can be played as it is, up to the last fragment. This removes
    /// what is torn at its end and makes an ordinary movie of the rest. Matroska and WebM files lose what is torn, and learn
    /// how long they are and where playing can begin; WAVE files, and AIFF and Core Audio files of uncompressed sound, get the sizes
    /// of what is there; transport streams lose packets that are not whole. To do it twice changes nothing, and neither does being cut off in the middle of it. A
    /// movie that is still being written is refused.
    ///
    /// - Parameter url: The file, which is changed.
    /// - Returns: How long it is now, and what was removed.
    /// - Throws: An ``AVError`` that names the file where it is of another kind, has nothing to be saved, or cannot be
    ///   written.
    @discardableResult
    public static func akRecoverMovie(at url: URL) async throws -> AKMovieRecovery {
        try await recoverMovie(url.path(percentEncoded: false), to: nil, replaces: false)
    }

    /// Makes a finished file of one whose writing was cut off, which stays as it is. Not in AVFoundation.
    ///
    /// - Parameters:
    ///   - url: The file that was cut off.
    ///   - output: Where the new file appears when it is complete.
    ///   - replacesExistingFile: Whether a file that has this name already goes then; otherwise it is an error.
    /// - Returns: How long it is now, and what was left out.
    /// - Throws: An ``AVError`` that names the file: as in place, and `.fileAlreadyExists`.
    @discardableResult
    public static func akRecoverMovie(
        at url: URL,
        to output: URL,
        replacesExistingFile: Bool = false
    ) async throws -> AKMovieRecovery {
        let path = output.path(percentEncoded: false)
        return try await recoverMovie(url.path(percentEncoded: false), to: path, replaces: replacesExistingFile)
    }

    private static func recoverMovie(_ path: String, to output: String?, replaces: Bool) async throws -> AKMovieRecovery
    {
        // Reading and writing block, and must not hold a thread of Swift's own pool.
        let outcome = try await withCheckedThrowingContinuation { done in
            WorkerThread.start("assetkit.recovery") {
                done.resume(with: Result { try recoverMovie(atPath: path, to: output, replaces: replaces) })
            }
        }
        var duration = outcome.duration
        if !duration.isNumeric {
            let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
            duration = try await AVURLAsset(url: URL(filePath: output ?? path), options: options).load(.duration)
        }
        return AKMovieRecovery(
            wasComplete: outcome.wasComplete,
            duration: duration,
            removedByteCount: outcome.removedByteCount
        )
    }

    /// Finishes a file whose writing was cut off, on a thread that may wait; false where nothing of it can be saved. One without any
    /// sample is removed: it has nothing for anybody. What somebody else has put under its name meanwhile stays as it is.
    package static func recoverMovieAndWait(at url: URL, which identity: FileIdentity) -> Bool {
        // What cannot be opened cannot be saved.
        guard let file = try? OutputFile(opening: url.path(percentEncoded: false)), file.identity == identity else {
            return false
        }
        do {
            _ = try FileRecovery.recover(inPlace: file)
            return true
        } catch {
            if AVError.explanation(of: error).0 == .noDataCaptured { file.removeName() }
            return false
        }
    }

    private static func recoverMovie(
        atPath path: String,
        to output: String?,
        replaces: Bool
    ) throws -> MovieRecovery.Outcome {
        do {
            return try FileRecovery.recover(path: path, to: output, replaces: replaces)
        } catch {
            var (code, reason) = AVError.explanation(of: error)
            if let failure = error as? WriteFailure, failure.number == EEXIST, let output {
                (code, reason) = (.fileAlreadyExists, "'\(output)' exists already")
            }
            throw AVError(
                code,
                "cannot recover '\(path)': \(reason)",
                underlying: error,
                userInfo: [NSLocalizedFailureReasonErrorKey: reason]
            )
        }
    }
}
