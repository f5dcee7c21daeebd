public import CMTimeLib
public import Foundation

/// What became of a movie whose writing was cut off. Not in AVFoundation.
public struct AVMovieRecovery: Hashable, Sendable {
    /// The movie was complete already, and nothing was changed.
    public let wasComplete: Bool
    /// How long the movie is now.
    public let duration: CMTime
    /// How many bytes at the end were removed because the rest of their fragment had not been written.
    public let removedByteCount: Int64
}

extension AVAssetWriter {
    /// Finishes a movie whose writing with ``movieFragmentInterval`` was cut off by a crash, a power cut or a full disk.
    /// Not in AVFoundation.
    ///
    /// Such a movie can be played as it is, up to the last fragment. This removes what is torn at its end and makes an
    /// ordinary movie of the rest, in place. To do it twice changes nothing, and neither does being cut off in the middle
    /// of it. A movie that is still being written is refused.
    @discardableResult
    public static func recoverMovie(at url: URL) async throws -> AVMovieRecovery {
        let path = url.path(percentEncoded: false)
        // Reading and writing block, and must not hold a thread of Swift's own pool.
        return try await withCheckedThrowingContinuation { done in
            Thread.detachNewThread {
                done.resume(with: Result { try recoverMovie(atPath: path) })
            }
        }
    }

    private static func recoverMovie(atPath path: String) throws -> AVMovieRecovery {
        do {
            let outcome = try MovieRecovery.recover(path: path)
            return AVMovieRecovery(
                wasComplete: outcome.wasComplete,
                duration: outcome.duration,
                removedByteCount: outcome.removedByteCount
            )
        } catch {
            let (code, reason) = AVError.explanation(of: error)
            throw AVError(
                code,
                "cannot recover '\(path)': \(reason)",
                underlying: error,
                userInfo: [NSLocalizedFailureReasonErrorKey: reason]
            )
        }
    }
}
