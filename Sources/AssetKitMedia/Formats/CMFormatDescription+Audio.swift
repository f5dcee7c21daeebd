internal import AssetKitBase
public import Foundation

extension CMFormatDescription {
    /// Makes a description of sound. `layout` points to `layoutSize` bytes of a channel layout, or is nil.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription,
        layoutSize: Int,
        layout: UnsafePointer<AudioChannelLayout>?,
        magicCookie: Data?,
        extensions: Extensions? = nil
    ) throws {
        var managed: ManagedAudioChannelLayout?
        if let layout, layoutSize != 0 {
            guard layoutSize > 0,
                let read = ManagedAudioChannelLayout(bytes: .init(start: UnsafeRawPointer(layout), count: layoutSize))
            else { throw Error.invalidParameter }
            managed = read
        }
        try self.init(
            audioStreamBasicDescription: audioStreamBasicDescription,
            layout: managed,
            magicCookie: magicCookie,
            extensions: extensions
        )
    }

    /// Makes a description of sound.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription,
        layout: ManagedAudioChannelLayout? = nil,
        magicCookie: Data? = nil,
        extensions: Extensions? = nil
    ) throws {
        guard audioStreamBasicDescription.mFormatID != 0, audioStreamBasicDescription.mSampleRate >= 0,
            audioStreamBasicDescription.mSampleRate.isFinite
        else { throw Error.invalidParameter }
        self.init(
            type: kCMMediaType_Audio,
            subtype: audioStreamBasicDescription.mFormatID,
            extensions: extensions?.values ?? [:],
            audio: AudioFormatDetails(basic: audioStreamBasicDescription, layout: layout, cookie: magicCookie)
        )
    }

    /// Makes a description of what several descriptions of one stream have in common: the first one, with a list of
    /// all of their formats.
    public convenience init(audioFormatDescriptionArray: [CMAudioFormatDescription]) throws {
        guard let first = audioFormatDescriptionArray.first, let details = first.audio,
            audioFormatDescriptionArray.allSatisfy({ $0.audio != nil })
        else { throw Error.invalidParameter }
        self.init(
            type: kCMMediaType_Audio,
            subtype: first.subtype,
            extensions: first.extensionValues,
            audio: AudioFormatDetails(
                basic: details.basic,
                layout: details.layout,
                cookie: details.cookie,
                formats: audioFormatDescriptionArray.flatMap(\.audioFormatList)
            )
        )
    }

    /// How sound is stored; nil for other media.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { audio?.basic }

    /// Lends what the decoder needs beyond the format; nil where there is nothing.
    public func withMagicCookie<R>(_ body: (UnsafeRawBufferPointer?) throws -> R) rethrows -> R {
        try body(audio?.cookieBytes.map(UnsafeRawBufferPointer.init))
    }

    /// What the decoder needs beyond the format.
    public var magicCookie: Data? { audio?.cookie }
    /// Which channels there are.
    public var audioChannelLayout: ManagedAudioChannelLayout? { audio?.layout }
    /// What the stream can be decoded to, the richest first; empty for other media.
    public var audioFormatList: [AudioFormatListItem] { audio.map { Array($0.formats) } ?? [] }
    /// The first format of the list: every decoder here gives all of a stream.
    public var richestDecodableFormat: AudioFormatListItem? { audioFormatList.first }
    /// The last format of the list.
    public var mostCompatibleFormat: AudioFormatListItem? { audioFormatList.last }

    /// What of two descriptions of sound is compared.
    public struct EqualityMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// How sound is stored.
        public static let streamBasicDescription = EqualityMask(rawValue: 1)
        /// What the decoder needs beyond the format.
        public static let magicCookie = EqualityMask(rawValue: 2)
        /// Which channels there are.
        public static let channelLayout = EqualityMask(rawValue: 4)
        /// Everything else.
        public static let extensions = EqualityMask(rawValue: 8)
        /// All four.
        public static let all: EqualityMask = [.streamBasicDescription, .magicCookie, .channelLayout, .extensions]
    }

    /// Whether the parts in `equalityMask` are equal, and which of them are.
    public func equalTo(
        _ otherFormatDescription: CMAudioFormatDescription,
        equalityMask: EqualityMask = .all
    ) -> (Bool, equalityMask: EqualityMask) {
        guard let own = audio, let other = otherFormatDescription.audio else { return (false, []) }
        var equal: EqualityMask = []
        if own.basic == other.basic { equal.insert(.streamBasicDescription) }
        if own.cookie == other.cookie { equal.insert(.magicCookie) }
        if own.layout == other.layout { equal.insert(.channelLayout) }
        if PropertyList.areEqual(extensionValues, otherFormatDescription.extensionValues) { equal.insert(.extensions) }
        let result = equal.intersection(equalityMask)
        return (result == equalityMask, result)
    }
}
