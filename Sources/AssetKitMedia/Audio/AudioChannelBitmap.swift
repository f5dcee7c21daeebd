/// Channels as bits, in the order of wave files.
public struct AudioChannelBitmap: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
