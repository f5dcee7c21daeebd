internal import CDevices

/// What sources of sound can be had as, where something converts between them and us.
package enum SoundFormats {
    /// All, that of the source first, which costs nothing; none for numbers that no source can have.
    package static func all(sampleRate: Int, channelCount: Int) -> [DeviceSoundFormat] {
        let own = DeviceSoundFormat(sampleRate: sampleRate, channelCount: channelCount)
        guard nearest(own) == own else { return [] }
        // Sound servers and ALSA's plug-ins convert to whatever is asked for.
        let others = [48_000, 44_100].map { DeviceSoundFormat(sampleRate: $0, channelCount: channelCount) }
        return [own] + others.filter { $0 != own }
    }

    /// What can be converted to, as near to a wish as that is.
    package static func nearest(_ wish: DeviceSoundFormat) -> DeviceSoundFormat {
        DeviceSoundFormat(
            sampleRate: min(max(wish.sampleRate, 1), Int(AK_PULSE_MOST_FRAMES)),
            channelCount: min(max(wish.channelCount, 1), Int(AK_PULSE_MOST_CHANNELS))
        )
    }
}
