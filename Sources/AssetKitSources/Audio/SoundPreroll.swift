package import AssetKitMedia
package import CMTimeLib

/// How much earlier than wanted decoding must start for a codec's sound to come out as if it had started at the beginning.
package struct SoundPreroll {
    /// Every frame is coded by itself (PCM): nothing has to be decoded before it.
    package let isPlain: Bool
    package let time: CMTime
    /// At least so many packets earlier, however long they are.
    let packetCount: Int

    package init(_ codec: CodecTraits) { self.init(codec, codec.preroll) }

    /// What a copy stores before the first packet that is to be heard.
    package static func copying(_ codec: CodecTraits) -> SoundPreroll { SoundPreroll(codec, codec.copiedPreroll) }

    private init(_ codec: CodecTraits, _ preroll: CodecTraits.Preroll) {
        isPlain = codec.habits.contains(.isPlain)
        (time, packetCount) = (preroll.time, preroll.packetCount)
    }

    /// The place in decode order to start at for the sample at `ticks`.
    package func start(_ ticks: Int64, in index: SampleIndex) -> Int {
        guard index.count > 0 else { return 0 }
        let wanted = index.index(presentedAt: ticks) ?? index.order[0]
        let ahead = max(packetCount, min(index.table.refreshCount(of: wanted) ?? 0, 64))
        let place = max(0, wanted - ahead)
        return isPlain ? place : index.accessPoint(atOrBefore: place) ?? 0
    }

    /// Goes to a place from where the sound at `time` comes out right.
    package func seek(_ reader: any SampleReading, to time: CMTime) throws {
        let ticks = reader.tick.ticks(at: time - self.time) ?? .min
        guard let listed = reader.listed else { return try reader.seek(to: ticks) }
        listed.go(to: start(ticks, in: listed.index))
    }
}
