/// A format a stream can be decoded to, with its channels.
public struct AudioFormatListItem: Hashable, Sendable {
    /// The format.
    public var mASBD: AudioStreamBasicDescription
    /// Which channels there are.
    public var mChannelLayoutTag: AudioChannelLayoutTag

    /// Makes an item.
    public init(mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag) {
        self.mASBD = mASBD
        self.mChannelLayoutTag = mChannelLayoutTag
    }

    /// Makes the item of nothing.
    public init() {
        self.init(mASBD: AudioStreamBasicDescription(), mChannelLayoutTag: 0)
    }
}
