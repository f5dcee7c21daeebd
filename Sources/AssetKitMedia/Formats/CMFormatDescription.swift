public import AssetKitBase
package import CMTimeLib
public import Foundation

/// A description of pictures.
public typealias CMVideoFormatDescription = CMFormatDescription
/// A description of sound.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A description of sound and pictures in one stream.
public typealias CMMuxedFormatDescription = CMFormatDescription
/// A description of text.
public typealias CMTextFormatDescription = CMFormatDescription
/// A description of closed captions.
public typealias CMClosedCaptionFormatDescription = CMFormatDescription
/// A description of time codes.
public typealias CMTimeCodeFormatDescription = CMFormatDescription
/// A description of timed metadata.
public typealias CMMetadataFormatDescription = CMFormatDescription

/// What samples hold, and all that a decoder must know. Never changes. Equal by what it says.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// for track in try await asset.load(.tracks) {
///     for format in try await track.load(.formatDescriptions) {
///         print(format.mediaType, format.mediaSubType, format.dimensions.width, format.dimensions.height)
///         if let sound = format.audioStreamBasicDescription { print(sound.mSampleRate, sound.mChannelsPerFrame) }
///     }
/// }
/// let pictures = try CMFormatDescription(videoCodecType: .h264, width: 640, height: 360)
/// print(pictures.presentationDimensions())
/// ```
///
/// Tracks and sample buffers have one; a writer's input without settings wants one as a hint. Codecs without a code of
/// their own in MP4 have the one that other files use, and their header is an atom of the extensions as MP4 has it.
///
/// SAFETY: every property is set before `init` returns. The extensions are values that nobody changes after they were
/// handed over, as on Apple's systems.
public final class CMFormatDescription: Hashable, CustomStringConvertible, @unchecked Sendable {
    package let type: CMMediaType
    package let subtype: FourCharCode
    package let extensionValues: [String: Any]
    package let videoDimensions: CMVideoDimensions
    package let audio: AudioFormatDetails?
    package let timeCodeDetails: TimeCodeDetails?
    package let parameterSetStore: ParameterSetStore?

    package struct TimeCodeDetails: Hashable {
        package let frameDuration: CMTime
        package let frameQuanta: UInt32
        package let flags: UInt32

        package init(frameDuration: CMTime, frameQuanta: UInt32, flags: UInt32) {
            self.frameDuration = frameDuration
            self.frameQuanta = frameQuanta
            self.flags = flags
        }
    }

    package init(
        type: CMMediaType,
        subtype: FourCharCode,
        extensions: [String: Any] = [:],
        dimensions: CMVideoDimensions = CMVideoDimensions(),
        audio: AudioFormatDetails? = nil,
        timeCode: TimeCodeDetails? = nil
    ) {
        self.type = type
        self.subtype = subtype
        extensionValues = extensions
        videoDimensions = dimensions
        self.audio = audio
        timeCodeDetails = timeCode
        parameterSetStore = type == kCMMediaType_Video ? ParameterSetStore(extensions: extensions) : nil
    }

    /// Makes a description of a media type and a subtype. Sound, pictures and time codes need more: they have
    /// initialisers of their own.
    public convenience init(
        mediaType: MediaType,
        mediaSubType: MediaSubType,
        extensions: Extensions? = nil
    ) throws {
        self.init(type: mediaType.rawValue, subtype: mediaSubType.rawValue, extensions: extensions?.values ?? [:])
    }

    /// Makes a description of sound and pictures in one stream.
    public convenience init(muxedStreamType: MediaSubType, extensions: Extensions? = nil) throws {
        try self.init(mediaType: .muxed, mediaSubType: muxedStreamType, extensions: extensions)
    }

    /// What kind of media it is.
    public var mediaType: MediaType { MediaType(rawValue: type) }
    /// The format within the kind.
    public var mediaSubType: MediaSubType { MediaSubType(rawValue: subtype) }
    /// Everything else that is known.
    public var extensions: Extensions { Extensions(values: extensionValues) }

    public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
        left === right || left.equalTo(right)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
        hasher.combine(videoDimensions)
        hasher.combine(audio?.basic)
    }

    /// Whether another description says the same, some extensions aside. The second list names atoms within the
    /// extension ``kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms``.
    public func equalTo(
        _ otherFormatDescription: CMFormatDescription,
        extensionKeysToIgnore: [Extensions.Key] = [],
        sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
    ) -> Bool {
        func compared(_ format: CMFormatDescription) -> [String: Any] {
            var values = format.extensionValues
            for key in extensionKeysToIgnore { values[key.rawValue] = nil }
            let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
            if var atoms = PropertyList.dictionary(values[atomsKey]) {
                for key in sampleDescriptionExtensionAtomKeysToIgnore { atoms[key] = nil }
                values[atomsKey] = atoms
            }
            return values
        }
        let other = otherFormatDescription
        return type == other.type && subtype == other.subtype && videoDimensions == other.videoDimensions
            && audio == other.audio && timeCodeDetails == other.timeCodeDetails
            && PropertyList.areEqual(compared(self), compared(other))
    }

    public var description: String {
        var parts = ["\(mediaType)", "\(mediaSubType)"]
        if type == kCMMediaType_Video { parts.append("\(videoDimensions.width)x\(videoDimensions.height)") }
        if let basic = audio?.basic { parts.append("\(basic.mSampleRate) Hz, \(basic.mChannelsPerFrame) channels") }
        return "CMFormatDescription(\(parts.joined(separator: " ")))"
    }
}

extension CMFormatDescription {
    /// A kind of media.
    public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: CMMediaType

        /// Makes the kind of a number, also of one without a name.
        public init(rawValue: CMMediaType) {
            self.rawValue = rawValue
        }

        public var description: String { rawValue.fourCharacterText }

        /// Pictures.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
        /// Sound.
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        /// Sound and pictures in one stream.
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
        /// Text.
        public static let text = MediaType(rawValue: kCMMediaType_Text)
        /// Closed captions.
        public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
        /// Subtitles.
        public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
        /// Time codes.
        public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
        /// Timed metadata.
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
    }

    /// A format within a kind of media.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: FourCharCode

        /// Makes the format of a number, also of one without a name.
        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        /// Makes the format of four ASCII characters; of anything else, the format 0.
        public init(string: String) {
            rawValue = string.utf8.count == 4 ? string.fourCharCode : 0
        }

        public var description: String { rawValue.fourCharacterText }
    }

    /// What format descriptions throw.
    public struct Error {
        /// An argument makes no sense.
        public static let invalidParameter: NSError = statusError(kCMFormatDescriptionError_InvalidParameter)
        /// There is not enough memory.
        public static let allocationFailed: NSError = statusError(kCMFormatDescriptionError_AllocationFailed)
        /// The description does not say.
        public static let valueNotAvailable: NSError = statusError(kCMFormatDescriptionError_ValueNotAvailable)
    }
}

/// A function result: an argument makes no sense.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// A function result: there is not enough memory.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// A function result: the description does not say.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718
