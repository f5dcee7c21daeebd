internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
package import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Finishes files of every kind whose writing was cut off: in place, or as another file.
package enum FileRecovery {
    /// Recovers a file. Blocks. With an `output` the file is left as it is, and what is made of it appears under that name
    /// when it is complete.
    package static func recover(path: String, to output: String?, replaces: Bool) throws -> MovieRecovery.Outcome {
        guard let output else { return try recover(inPlace: OutputFile(opening: path)) }
        let source = try FileSource(path: path, flag: CancellationFlag())
        guard !isSame(path, output) else {
            throw MediaProblem(code: .operationNotAllowed, reason: "the output is the file itself")
        }
        let file = try OutputFile(output, appears: .whenPublished, replaces: replaces)
        do {
            try copy(source, to: file)
            let outcome = try recover(file)
            try file.publish(replaces: replaces)
            return outcome
        } catch {
            file.discard()
            throw error
        }
    }

    /// Recovers a file that is there. Blocks.
    package static func recover(inPlace file: OutputFile) throws -> MovieRecovery.Outcome {
        guard file.lock() else {
            throw MediaProblem(code: .operationNotAllowed, reason: "it is still being written")
        }
        return try recover(file)
    }

    /// Recovers what lies in a sink.
    static func recover(_ sink: any ByteSink) throws -> MovieRecovery.Outcome {
        var head = [UInt8](repeating: 0, count: 12)
        _ = try head.withUnsafeMutableBytes { try sink.read(at: 0, into: $0) }
        if MatroskaFile.isLikely(head) { return try MatroskaRecovery(sink: sink).recover() }
        let isWave = ["RIFF", "RF64"].contains { head.starts(with: Array($0.utf8)) }
        if isWave, head[8...] == Array("WAVE".utf8)[...] { return try WaveRecovery(sink: sink).recover() }
        if head.starts(with: Array("caff".utf8)) || head.starts(with: Array("FORM".utf8)) {
            return try SoundRecovery(sink: sink).recover()
        }
        if try !FragmentScan(sink).isISOMedia, let end = try TransportStreamEnd(ByteWindow(SinkSource(sink))) {
            return try recover(end, sink)
        }
        return try MovieRecovery(sink: sink).recover()
    }

    /// Takes what is torn at the end out of a transport stream: the rest of it is complete at every moment.
    private static func recover(_ end: TransportStreamEnd, _ sink: any ByteSink) throws -> MovieRecovery.Outcome {
        guard end.problem != nil else { return MovieRecovery.Outcome(wasComplete: true, duration: .indefinite) }
        let removed = end.missingCount > 0 ? Int64(end.packetSize - end.missingCount) : 0
        if removed > 0 { try sink.truncate(to: sink.length - removed) }
        // Packets that stand for nothing, in the place of those of units without an end.
        for place in end.unfinishedPackets {
            let null: [UInt8] = [0x1F, 0xFF, 0x10]
            try null.withUnsafeBytes { try sink.write($0, at: place + 1) }
        }
        let torn = removed + Int64(end.unfinishedPackets.count * end.packetSize)
        return MovieRecovery.Outcome(wasComplete: false, duration: .indefinite, removedByteCount: torn)
    }

    private static func copy(_ source: FileSource, to file: OutputFile) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(at: file.length, into: buffer)
            guard count > 0 else { return }
            try file.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        guard let first = FileIdentity(path: one) else { return false }
        return first == FileIdentity(path: other)
    }
}
