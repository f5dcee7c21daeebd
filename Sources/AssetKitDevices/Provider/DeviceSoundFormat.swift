/// Sound of a rate and a number of channels.
package struct DeviceSoundFormat: Hashable, Sendable {
    package var sampleRate: Int
    package var channelCount: Int

    package init(sampleRate: Int, channelCount: Int) {
        (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
    }
}
