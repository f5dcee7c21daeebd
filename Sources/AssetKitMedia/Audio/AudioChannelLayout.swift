/// A known set of channels, in its order; the low half is how many there are.
public typealias AudioChannelLayoutTag = UInt32
/// What one channel is for.
public typealias AudioChannelLabel = UInt32

/// How a channel's place is given.
public struct AudioChannelFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// By three distances.
    public static let rectangularCoordinates = AudioChannelFlags(rawValue: 1)
    /// By two angles and a distance.
    public static let sphericalCoordinates = AudioChannelFlags(rawValue: 2)
    /// Distances are in metres.
    public static let meters = AudioChannelFlags(rawValue: 4)
}

/// What one channel is for, and where it is.
public struct AudioChannelDescription {
    /// What the channel is for.
    public var mChannelLabel: AudioChannelLabel
    /// How the place is given.
    public var mChannelFlags: AudioChannelFlags
    /// The place.
    public var mCoordinates: (Float, Float, Float)

    /// Makes the description of an unused channel.
    public init() {
        self.init(mChannelLabel: 0, mChannelFlags: [], mCoordinates: (0, 0, 0))
    }

    /// Makes a description of its fields.
    public init(
        mChannelLabel: AudioChannelLabel,
        mChannelFlags: AudioChannelFlags,
        mCoordinates: (Float, Float, Float)
    ) {
        self.mChannelLabel = mChannelLabel
        self.mChannelFlags = mChannelFlags
        self.mCoordinates = mCoordinates
    }
}

/// Which channels there are: by a tag, by bits, or one by one. The struct has room for one description; more follow in
/// memory behind it.
public struct AudioChannelLayout {
    /// The set of channels, or which of the other fields says it.
    public var mChannelLayoutTag: AudioChannelLayoutTag
    /// The channels as bits, with ``kAudioChannelLayoutTag_UseChannelBitmap``.
    public var mChannelBitmap: AudioChannelBitmap
    /// How many descriptions there are.
    public var mNumberChannelDescriptions: UInt32
    /// The first description.
    public var mChannelDescriptions: AudioChannelDescription

    /// Makes a layout that says nothing.
    public init() {
        self.init(
            mChannelLayoutTag: 0,
            mChannelBitmap: [],
            mNumberChannelDescriptions: 0,
            mChannelDescriptions: AudioChannelDescription()
        )
    }

    /// Makes a layout of its fields.
    public init(
        mChannelLayoutTag: AudioChannelLayoutTag,
        mChannelBitmap: AudioChannelBitmap,
        mNumberChannelDescriptions: UInt32,
        mChannelDescriptions: AudioChannelDescription
    ) {
        self.mChannelLayoutTag = mChannelLayoutTag
        self.mChannelBitmap = mChannelBitmap
        self.mNumberChannelDescriptions = mNumberChannelDescriptions
        self.mChannelDescriptions = mChannelDescriptions
    }
}

/// How many channels a tag stands for.
public func AudioChannelLayoutTag_GetNumberOfChannels(_ inLayoutTag: AudioChannelLayoutTag) -> UInt32 {
    inLayoutTag & 0xffff
}
