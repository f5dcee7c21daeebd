internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib

/// Finishes AIFF and Core Audio files of uncompressed sound whose writing was cut off: the sizes in the header become those of what is
/// there.
struct SoundRecovery {
    let sink: any ByteSink

    func recover() throws -> MovieRecovery.Outcome {
        var head = [UInt8](repeating: 0, count: 4)
        _ = try head.withUnsafeMutableBytes { try sink.read(at: 0, into: $0) }
        return head == Array("caff".utf8) ? try recoverCoreAudio() : try recoverAIFF()
    }

    private func recoverAIFF() throws -> MovieRecovery.Outcome {
        guard let header = try GrowingHeader(sink) else { throw Self.nothing }
        // What says how long it is, and is, was completed; other chunks may follow its sound.
        if try isWhole() { return MovieRecovery.Outcome(wasComplete: true, duration: .indefinite) }
        let removed = try cut(to: header.wholeFrames(of: sink.length))
        try header.update(sink)
        return MovieRecovery.Outcome(wasComplete: false, duration: .indefinite, removedByteCount: removed)
    }

    private func isWhole() throws -> Bool {
        var field = FieldReader(try ByteWindow(SinkSource(sink)).available(8, at: 0))
        guard field.skip(4), let size = field.big(4) else { return false }
        return size > 0 && Int64(size) + 8 >= sink.length - 1 && Int64(size) + 8 <= sink.length
    }

    private func recoverCoreAudio() throws -> MovieRecovery.Outcome {
        let window = try ByteWindow(SinkSource(sink))
        var (offset, frame): (Int64, Int64) = (8, 0)
        for _ in 0..<1024 {
            var chunk = FieldReader(try window.available(12, at: offset))
            guard let name = chunk.code(), let size = chunk.big(8) else { break }
            if name == "desc" {
                var content = FieldReader(try window.available(20, at: offset + 12))
                guard content.skip(16), let value = content.big(4) else { break }
                frame = Int64(value)
            }
            if name == "data" {
                guard size == .max else { return MovieRecovery.Outcome(wasComplete: true, duration: .indefinite) }
                // Packets that differ in size stand in a table that was to come last.
                guard frame > 0 else { break }
                return try completeCoreAudio(dataPlace: offset + 12, frame)
            }
            guard size <= UInt64(sink.length) else { break }
            offset += 12 + Int64(size)
        }
        throw Self.nothing
    }

    private func completeCoreAudio(dataPlace: Int64, _ frame: Int64) throws -> MovieRecovery.Outcome {
        // Four bytes that count edits come first.
        let begin = dataPlace + 4
        guard sink.length >= begin else { throw Self.nothing }
        let removed = try cut(to: begin + (sink.length - begin) / frame * frame)
        let size = (sink.length - dataPlace).bigEndian
        try withUnsafeBytes(of: size) { try sink.write($0, at: dataPlace - 8) }
        return MovieRecovery.Outcome(wasComplete: false, duration: .indefinite, removedByteCount: removed)
    }

    /// Removes what is torn at the end; how many bytes that was.
    private func cut(to length: Int64) throws -> Int64 {
        let removed = sink.length - length
        guard removed > 0 else { return 0 }
        try sink.truncate(to: length)
        return removed
    }

    private static var nothing: MediaProblem {
        let reason = "it does not say where its sound begins, so nothing can be recovered; it stays as it is"
        return MediaProblem(code: .fileFailedToParse, reason: reason)
    }
}
