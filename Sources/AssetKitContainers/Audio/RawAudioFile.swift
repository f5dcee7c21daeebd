package import AssetKitBase
package import CMTimeLib

/// The structure of a plain audio file (no ISO media, no Matroska): what it holds, and exactly how much of it.
package struct RawAudioFile: Sendable {
    package enum Container: String, Hashable, Sendable {
        case mpegAudio, adts, ac3, flac, wave, aiff, caf, au, ogg
    }

    /// How far a count can be relied on.
    package enum Certainty: Int, Hashable, Comparable, Sendable {
        /// Derived from a bit rate.
        case estimated
        /// The file says so.
        case stated
        /// Every frame was counted, or each sample takes the same number of bytes.
        case exact

        package static func < (left: Certainty, right: Certainty) -> Bool { left.rawValue < right.rawValue }
    }

    package enum BitRateMode: Hashable, Sendable { case constant, variable, average }

    /// How much work may be done.
    package enum Effort: Sendable {
        /// Reads heads alone.
        case headers
        /// Goes through the whole file where heads do not tell everything. Ends early when the closure answers true.
        case scan(isCancelled: @Sendable () -> Bool)
    }

    package var container: Container
    /// The code of the format, such as `.mp3` or `lpcm`.
    var formatCode: UInt32?
    package var sampleRate: Double = 0 {
        didSet { sampleRate = sampleRate.knownSampleRate }
    }
    package var channelCount = 0
    package var bitsPerSample: Int?
    package var isFloat = false
    package var isBigEndian = false
    /// Where the audio lies, without tags and headers.
    package var audio = ByteExtent(offset: 0, count: 0)
    /// How many packets the format divides the audio into, where it does.
    package var frameCount: Int64?
    /// How many bytes all frames have together, after a scan.
    package var frameByteCount: Int64?
    /// How many samples per channel the frames decode to, before anything is cut off.
    package var decodedSampleCount: Int64?
    /// Priming at the start, and padding that fills the last frame; nil when the file does not say.
    package var priming: Int64?
    package var remainder: Int64?
    package var certainty = Certainty.estimated
    package var bitRateMode: BitRateMode?
    package var bitsPerSecond: Double?
    /// Places to start reading from; only after a scan, and where frames differ in size.
    package var index: FrameIndex?
    /// The decoder's setup record.
    package var setup: [UInt8]?
    /// The channels as a mask of loudspeakers (WAV) or as a layout tag (CAF).
    var channelMask: UInt32?
    var channelLayoutTag: UInt32?
    /// How many streams follow one another (Ogg), and how many there are in all.
    package var linkCount = 1
    package var streamCount = 1
    package var entries: [TagEntry] = []
    package var chapters: [TagChapter] = []
    package var problems = ProblemList()

    package init(_ container: Container) { self.container = container }

    /// How many samples per channel there are to hear.
    package var sampleCount: Int64? {
        decodedSampleCount.map { max(0, $0 - (priming ?? 0) - (remainder ?? 0)) }
    }

    /// The length: exact as far as the count is.
    package var duration: CMTime? { sampleCount.flatMap { Self.time(samples: $0, rate: sampleRate) } }

    /// An estimate as a whole number; nil for what no file can hold.
    package static func count(_ estimate: Double) -> Int64? {
        estimate >= 0 && estimate < 0x1p53 ? Int64(estimate) : nil
    }

    /// Samples at a rate as a time: a fraction of the rate where that is a whole number, nanoseconds where it is not.
    package static func time(samples: Int64, rate: Double) -> CMTime? {
        guard rate > 0, rate.isFinite else { return nil }
        if rate == rate.rounded(), rate <= Double(Int32.max) {
            return CMTime(value: samples, timescale: CMTimeScale(rate))
        }
        let nanoseconds = (Double(samples) / rate * 1e9).rounded()
        guard nanoseconds < 0x1p63 else { return nil }
        return CMTime(value: Int64(nanoseconds), timescale: 1_000_000_000)
    }
}

extension RawAudioFile {
    /// Tells the structure of a file.
    package static func read(
        _ window: ByteWindow,
        effort: Effort = .headers,
        limits: RawAudioLimits = RawAudioLimits()
    ) throws -> RawAudioFile {
        let first = try window.available(40, at: 0)
        let code = TagText.latin1(first.prefix(4))
        switch code {
        case "RIFF", "RF64", "BW64", "riff": return try WaveFile.read(window, effort: effort, limits: limits)
        case "FORM": return try AIFFFile.read(window, limits: limits)
        case "caff": return try CAFFile.read(window, effort: effort, limits: limits)
        case ".snd": return try AUFile.read(window)
        case "OggS": return try OggFile.read(window, effort: effort, limits: limits)
        default: return try readWrapped(window, effort: effort, limits: limits)
        }
    }

    /// Reads formats that may have tags in front of them.
    private static func readWrapped(
        _ window: ByteWindow,
        effort: Effort,
        limits: RawAudioLimits
    ) throws -> RawAudioFile {
        let envelope = try TagEnvelope.read(window, limits: limits.tags)
        var file: RawAudioFile
        if let flac = try FLACFile.read(window, envelope: envelope, effort: effort, limits: limits) {
            file = flac
        } else if try window.available(4, at: envelope.audioOffset) == Array("OggS".utf8) {
            file = try OggFile.read(window, effort: effort, limits: limits, from: envelope.audioOffset)
        } else {
            file = try FrameStream.read(window, envelope: envelope, effort: effort, limits: limits)
        }
        file.entries = envelope.entries + file.entries
        file.chapters = envelope.chapters.isEmpty ? file.chapters : envelope.chapters
        file.problems.add(envelope.problems)
        return file
    }
}

extension RawAudioFile.Effort {
    var isScan: Bool {
        if case .scan = self { return true }
        return false
    }

    /// Throws when somebody cancelled; to be called now and then.
    package func checkCancellation() throws {
        if case .scan(let isCancelled) = self, isCancelled() { throw RawAudioError.cancelled }
    }
}
