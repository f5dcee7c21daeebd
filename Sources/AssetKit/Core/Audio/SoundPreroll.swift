internal import CMTimeLib

/// How much earlier than wanted decoding must start for a codec's sound to come out as if it had started at the beginning.
struct SoundPreroll {
    /// Every frame is coded by itself (PCM): nothing has to be decoded before it.
    let isPlain: Bool
    let time: CMTime
    /// How many packets, at least.
    let packetCount: Int

    init(codecName: String) {
        isPlain = codecName.hasPrefix("pcm_")
        switch codecName {
        case _ where isPlain: (time, packetCount) = (.zero, 0)
        case "flac", "alac", "wavpack", "tta", "ape": (time, packetCount) = (.zero, 0)
        // RFC 7845 asks for 80 ms.
        case "opus": (time, packetCount) = (CMTime(value: 80, timescale: 1000), 1)
        // The bits of a frame may stand in up to nine frames before it, and its sound overlaps the one before.
        case "mp3", "mp2", "mp1": (time, packetCount) = (CMTime(value: 300, timescale: 1000), 2)
        // Filters overlap by one packet; spectral band replication and prediction look further back.
        case "aac", "aac_latm": (time, packetCount) = (CMTime(value: 100, timescale: 1000), 3)
        default: (time, packetCount) = (CMTime(value: 100, timescale: 1000), 2)
        }
    }

    /// The preroll of a copy. Every packet more is heard by players that ignore edit lists, so it is as short as
    /// decoding allows.
    static func copying(_ codecName: String) -> SoundPreroll {
        codecName == "vorbis" ? SoundPreroll(isPlain: false, time: .zero, packetCount: 1) : Self(codecName: codecName)
    }

    private init(isPlain: Bool, time: CMTime, packetCount: Int) {
        (self.isPlain, self.time, self.packetCount) = (isPlain, time, packetCount)
    }

    /// The place in decode order to start at for the sample at `ticks`.
    func start(_ ticks: Int64, in index: SampleIndex) -> Int {
        guard index.count > 0 else { return 0 }
        let wanted = index.index(presentedAt: ticks) ?? index.order[0]
        let ahead = max(packetCount, min(index.table.refreshCount(of: wanted) ?? 0, 64))
        let place = max(0, wanted - ahead)
        return isPlain ? place : index.accessPoint(atOrBefore: place) ?? 0
    }
}
