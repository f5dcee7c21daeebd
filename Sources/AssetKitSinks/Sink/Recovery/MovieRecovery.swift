internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// Finishes movies in fragments whose writing was cut off: what is torn at the end goes, and the rest becomes an ordinary
/// movie. Doing it twice changes nothing, and neither does a crash in the middle of it.
package struct MovieRecovery {
    /// What became of a file.
    package struct Outcome: Equatable {
        /// It was an ordinary movie already.
        package var wasComplete: Bool
        package var duration: CMTime
        /// Bytes at the end that were the beginning of something.
        package var removedByteCount: Int64 = 0
    }

    let sink: any ByteSink

    /// Recovers what lies in the sink.
    func recover() throws -> Outcome {
        let scan = try FragmentScan(sink)
        guard let header = scan.header else { throw Self.nothing(scan) }
        guard scan.isFragmented else {
            try completeFlip(scan)
            return Outcome(wasComplete: true, duration: try ISOFileReader.read(ByteWindow(SinkSource(sink))).duration)
        }
        let movie = try ISOFileReader.read(ByteWindow(SinkSource(sink, end: scan.goodEnd)))
        // Of a movie without samples nothing is won, and all that somebody may still get out of the torn end would go.
        guard movie.tracks.contains(where: { $0.samples.count > 0 }) else {
            throw sink.length > scan.goodEnd ? Self.nothingWhole : Self.nothingRecorded
        }
        let initial = try bytes(header)
        let completed = try ISOHeaderCompletion(movie: movie).bytes(completing: initial)
        let removed = sink.length - scan.tornStart
        if sink.length > scan.goodEnd { try sink.truncate(to: scan.goodEnd) }
        do {
            try sink.append(completed)
        } catch {
            // As it is now, it is a movie in fragments without a torn end.
            if sink.length > scan.goodEnd { try sink.truncate(to: scan.goodEnd) }
            throw error
        }
        if let placeholder = scan.placeholder {
            try ISOMovieCompletion.enclose(placeholder..<scan.goodEnd, in: sink)
        } else {
            try ISOMovieCompletion.encloseHeader(header.lowerBound..<scan.goodEnd, in: sink)
        }
        return Outcome(wasComplete: false, duration: try check(movie), removedByteCount: removed)
    }

    private static let nothingWhole = MediaProblem(
        code: .fileFailedToParse,
        reason: "none of its fragments is whole, so nothing can be recovered; it stays as it is"
    )

    private static let nothingRecorded = MediaProblem(
        code: .noDataCaptured,
        reason: "nothing was recorded to it, so there is nothing to recover; it stays as it is"
    )

    private static func nothing(_ scan: FragmentScan) -> MediaProblem {
        guard scan.isISOMedia else {
            return MediaProblem(
                code: .fileFormatNotRecognized,
                reason: "it is neither MP4, QuickTime, Matroska, WebM, WAVE nor a transport stream"
            )
        }
        let reason =
            "it has no movie header, so nothing tells what its media is; only movies in fragments can be recovered"
        return MediaProblem(code: .fileFailedToParse, reason: reason)
    }

    private func bytes(_ range: Range<Int64>) throws -> [UInt8] {
        guard range.count <= 256 << 20 else {
            throw MediaProblem(
                code: .fileFailedToParse,
                reason: "its movie header of \(range.count) bytes cannot be true"
            )
        }
        var bytes = [UInt8](repeating: 0, count: range.count)
        try bytes.withUnsafeMutableBytes { try sink.readAll(at: range.lowerBound, into: $0) }
        return bytes
    }

    /// The last step of completing a movie may have been left: then a box that nobody knows encloses the media.
    private func completeFlip(_ scan: FragmentScan) throws {
        guard let box = scan.unfinishedEnclosure else { return }
        try sink.write(Array("mdat".utf8), at: box + 4)
        try sink.synchronize()
    }

    /// Reads the result back: all samples must be there.
    private func check(_ before: ISOMovie) throws -> CMTime {
        let after = try ISOFileReader.read(ByteWindow(SinkSource(sink)))
        let isEqual =
            !after.isFragmented && after.tracks.count == before.tracks.count
            && zip(after.tracks, before.tracks).allSatisfy { $0.samples.count == $1.samples.count }
        guard isEqual else { throw WriteFailure(number: EIO) }
        return after.duration
    }
}
