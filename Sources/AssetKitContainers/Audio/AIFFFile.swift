internal import AssetKitBase
internal import Foundation

/// AIFF and AIFF-C.
enum AIFFFile {
    /// Formats whose every sample takes a fixed number of bytes, and how many bits; 0 stands for what `COMM` says.
    private static let linear: [String: (bits: Int, isFloat: Bool, isBig: Bool)] = [
        "NONE": (0, false, true), "twos": (0, false, true), "sowt": (0, false, false), "raw ": (8, false, true),
        "in24": (24, false, true), "in32": (32, false, true), "fl32": (32, true, true), "FL32": (32, true, true),
        "fl64": (64, true, true), "FL64": (64, true, true), "alaw": (8, false, true), "ALAW": (8, false, true),
        "ulaw": (8, false, true), "ULAW": (8, false, true), "23ni": (32, false, false), "42ni": (24, false, false),
    ]

    static func read(_ window: ByteWindow, limits: RawAudioLimits) throws -> RawAudioFile {
        let head = try window.available(12, at: 0)
        guard head.count == 12, ["AIFF", "AIFC"].contains(TagText.latin1(head[8..<12])) else {
            throw RawAudioError.notRecognised
        }
        let chunks = try FileChunk.list(window, from: 12, style: .iff, limit: limits.tags.chunkCount)
        guard let place = chunks.first(where: { $0.name == "COMM" }) else {
            throw RawAudioError.damaged("AIFF without a description")
        }
        var reader = FieldReader(try window.available(Int(min(place.extent.count, 512)), at: place.extent.offset))
        guard let channels = reader.big(2), let frames = reader.big(4), let bits = reader.big(2),
            let exponent = reader.big(2), let mantissa = reader.big(8)
        else { throw RawAudioError.damaged("AIFF with a description that is cut off") }
        let compression = reader.code() ?? "NONE"
        var file = RawAudioFile(.aiff)
        file.sampleRate = extended(exponent, mantissa)
        file.channelCount = Int(channels)
        file.bitsPerSample = Int(bits)
        let shape = linear[compression]
        let code = shape.map {
            [0, 24, 32, 64].contains($0.bits) || compression == "raw " ? "lpcm" : compression.lowercased()
        }
        file.formatCode = (code ?? compression).fourCharCode
        file.isFloat = shape?.isFloat ?? false
        file.isBigEndian = shape?.isBig ?? true
        var tags = AIFFTags()
        try tags.read(chunks, window, limits: limits.tags)
        file.entries = tags.entries
        file.chapters = tags.chapters
        file.problems = tags.problems
        try findAudio(chunks, window, into: &file)
        let sampleBits = shape.map { $0.bits == 0 ? (Int(bits) + 7) / 8 * 8 : $0.bits }
        count(Int64(frames), compression: compression, bytesPerFrame: sampleBits.map { $0 / 8 * Int(channels) }, &file)
        return file
    }

    private static func findAudio(_ chunks: [FileChunk], _ window: ByteWindow, into file: inout RawAudioFile) throws {
        guard let sound = chunks.first(where: { $0.name == "SSND" }) else { return }
        var reader = FieldReader(try window.available(8, at: sound.extent.offset))
        guard let offset = reader.big(4), reader.skip(4) else { return }
        let skipped = min(8 + Int64(offset), sound.extent.count)
        file.audio = ByteExtent(offset: sound.extent.offset + skipped, count: sound.extent.count - skipped)
        if sound.isCut { file.problems.add("the file ends within its audio", at: sound.extent.end) }
    }

    /// The count that the file states, as far as there are bytes for it.
    private static func count(_ stated: Int64, compression: String, bytesPerFrame: Int?, _ file: inout RawAudioFile) {
        if let bytesPerFrame, bytesPerFrame > 0 {
            let present = file.audio.count / Int64(bytesPerFrame)
            if present < stated { file.problems.add("there is less audio than is stated", at: file.audio.offset) }
            file.decodedSampleCount = min(stated, present)
            file.certainty = .exact
            file.bitRateMode = .constant
            file.bitsPerSecond = Double(bytesPerFrame) * 8 * file.sampleRate
            file.priming = 0
            file.remainder = 0
        } else if compression == "ima4" {
            // Here a "frame" is a packet of 34 bytes per channel and 64 samples.
            file.frameCount = stated
            file.decodedSampleCount = stated * 64
            file.certainty = .stated
        } else {
            file.decodedSampleCount = stated
            file.certainty = .stated
        }
    }

    /// A number in the ten bytes of the old mathematics coprocessor.
    static func extended(_ signAndExponent: UInt64, _ mantissa: UInt64) -> Double {
        let exponent = Int(signAndExponent & 0x7fff)
        guard exponent != 0x7fff, mantissa != 0 else { return 0 }
        let value = Double(mantissa) * pow(2, Double(exponent - 16_383 - 63))
        guard value.isFinite else { return 0 }
        return signAndExponent & 0x8000 == 0 ? value : -value
    }
}
