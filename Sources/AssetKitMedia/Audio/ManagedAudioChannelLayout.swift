internal import AssetKitBase
internal import AssetKitBitstream
internal import Foundation

/// A channel layout with all its descriptions, as a value.
public struct ManagedAudioChannelLayout: Hashable, Sendable {
    /// What one channel is for, and where it is.
    public struct ChannelDescription: Hashable, Sendable {
        /// What the channel is for.
        public var label: AudioChannelLabel
        /// How the place is given.
        public var flags: AudioChannelFlags
        /// The place: three numbers.
        public var coordinates: SIMD3<Float>

        /// Makes a description.
        public init(label: AudioChannelLabel, flags: AudioChannelFlags = [], coordinates: SIMD3<Float> = .zero) {
            self.label = label
            self.flags = flags
            self.coordinates = coordinates
        }
    }

    /// The set of channels, or which of the other fields says it.
    public var tag: AudioChannelLayoutTag
    /// The channels as bits.
    public var bitmap: AudioChannelBitmap
    /// The channels one by one.
    public var channelDescriptions: [ChannelDescription]

    /// Makes the layout of a tag.
    public init(tag: AudioChannelLayoutTag) {
        self.tag = tag
        bitmap = []
        channelDescriptions = []
    }

    /// Makes a layout of bits.
    public init(bitmap: AudioChannelBitmap) {
        tag = kAudioChannelLayoutTag_UseChannelBitmap
        self.bitmap = bitmap
        channelDescriptions = []
    }

    /// Makes a layout of single channels.
    public init(channelDescriptions: [ChannelDescription]) {
        tag = kAudioChannelLayoutTag_UseChannelDescriptions
        bitmap = []
        self.channelDescriptions = channelDescriptions
    }

    /// How many channels there are.
    public var numberOfChannels: Int {
        switch tag {
        case kAudioChannelLayoutTag_UseChannelBitmap: bitmap.rawValue.nonzeroBitCount
        case kAudioChannelLayoutTag_UseChannelDescriptions: channelDescriptions.count
        default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
        }
    }

    /// Lends the C struct with all its descriptions.
    public func withUnsafePointer<R>(_ body: (UnsafePointer<AudioChannelLayout>) throws -> R) rethrows -> R {
        let data = bytes
        // The array allocator aligns to 16 bytes, which is more than the struct needs.
        return try data.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { programmerError("a channel layout has a header") }
            return try body(base.assumingMemoryBound(to: AudioChannelLayout.self))
        }
    }

    /// How many bytes the C struct takes with all its descriptions.
    public var sizeInBytes: Int { bytes.count }
}

// The C struct: tag, bits and count, then twenty bytes for each channel.
extension ManagedAudioChannelLayout {
    private static let headerSize = 12
    private static let descriptionSize = 20
    /// More channels than any format has; a greater count is damage.
    private static let maximumChannels = 0xffff

    /// Reads the C struct; nil where it is longer than its bytes.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headerSize else { return nil }
        func word(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        tag = word(0)
        bitmap = AudioChannelBitmap(rawValue: word(4))
        let count = Int(word(8))
        guard count <= Self.maximumChannels, Self.headerSize + count * Self.descriptionSize <= bytes.count else {
            return nil
        }
        channelDescriptions = (0..<count).map { index in
            let start = Self.headerSize + index * Self.descriptionSize
            let coordinates = (0..<3).map { Float(bitPattern: word(start + 8 + 4 * $0)) }
            return ChannelDescription(
                label: word(start),
                flags: AudioChannelFlags(rawValue: word(start + 4)),
                coordinates: SIMD3(coordinates[0], coordinates[1], coordinates[2])
            )
        }
    }

    private var words: [UInt32] {
        var words = [tag, bitmap.rawValue, UInt32(channelDescriptions.count)]
        for description in channelDescriptions {
            words += [description.label, description.flags.rawValue]
            words += (0..<3).map { description.coordinates[$0].bitPattern }
        }
        return words
    }

    /// The same as files hold it: the high byte of each word first, and no room for what is not there.
    package var storedBytes: [UInt8] {
        var bytes: [UInt8] = []
        for word in words { bytes.appendBig(word) }
        return bytes
    }

    /// The C struct; at least as long as one with room for one description.
    package var bytes: [UInt8] {
        var words = words
        while words.count * 4 < MemoryLayout<AudioChannelLayout>.size { words.append(0) }
        return words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
    }
}
