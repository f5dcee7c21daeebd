internal import AssetKitBase

/// The audio format of Sun's and NeXT's workstations.
enum AUFile {
    static func read(_ window: ByteWindow) throws -> RawAudioFile {
        var reader = FieldReader(try window.available(24, at: 0))
        guard reader.code() == ".snd", let headSize = reader.big(4), let dataSize = reader.big(4),
            let encoding = reader.big(4), let rate = reader.big(4), let channels = reader.big(4)
        else { throw RawAudioError.damaged("AU with a head that is cut off") }
        guard headSize >= 24 else { throw RawAudioError.damaged("AU with a head that is too short") }
        var file = RawAudioFile(.au)
        file.sampleRate = Double(rate)
        file.channelCount = Int(channels)
        file.isBigEndian = true
        try readText(window, headSize: Int64(headSize), into: &file)
        let room = max(0, (window.length ?? Int64(headSize)) - Int64(headSize))
        let stated = dataSize == 0xffff_ffff ? room : Int64(dataSize)
        if stated > room { file.problems.add("the file ends within its audio", at: Int64(headSize) + room) }
        file.audio = ByteExtent(offset: Int64(headSize), count: min(stated, room))
        guard let (code, bits) = format(encoding) else { return file }
        file.formatCode = code.fourCharCode
        file.bitsPerSample = bits
        file.isFloat = encoding == 6 || encoding == 7
        let bytesPerFrame = Int64(bits / 8) * Int64(channels)
        guard bytesPerFrame > 0 else { return file }
        file.decodedSampleCount = file.audio.count / bytesPerFrame
        file.certainty = .exact
        file.bitRateMode = .constant
        file.bitsPerSecond = Double(bytesPerFrame) * 8 * file.sampleRate
        file.priming = 0
        file.remainder = 0
        return file
    }

    /// The space between the numbers and the audio is for a text.
    private static func readText(_ window: ByteWindow, headSize: Int64, into file: inout RawAudioFile) throws {
        let bytes = try window.available(Int(min(headSize - 24, 1 << 16)), at: 24)
        let text = TagText.unpadded(TagText.guessed(TagText.terminated(bytes[...])))
        guard !text.isEmpty else { return }
        file.entries.append(TagEntry(.audioFile, "comments", .text(text)))
    }

    private static func format(_ encoding: UInt64) -> (code: String, bits: Int)? {
        switch encoding {
        case 1: ("ulaw", 8)
        case 2: ("lpcm", 8)
        case 3: ("lpcm", 16)
        case 4: ("lpcm", 24)
        case 5, 6: ("lpcm", 32)
        case 7: ("lpcm", 64)
        case 27: ("alaw", 8)
        default: nil
        }
    }
}
