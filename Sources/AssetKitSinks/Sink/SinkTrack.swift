package import AssetKitBase
package import AssetKitCore
package import AssetKitMedia
package import CMTimeLib
package import Foundation

/// A track of a new file. A plain value.
package struct SinkTrack: Sendable {
    package var mediaType: AVMediaType
    /// What samples hold. Samples name theirs by its place.
    package var formats: [CMFormatDescription]
    /// Ticks of a second that the samples' times count. Where the container has its own, times are rounded to that.
    package var timescale: CMTimeScale
    package var transform = CGAffineTransform.identity
    /// The size on the screen before it is turned; nil where the format says it.
    package var naturalSize: CGSize?
    /// The language by the three letters of ISO 639-2; nil where it is not known.
    package var languageCode: String?
    package var extendedLanguageTag: String?
    package var title: String?
    package var isEnabled = true
    /// Players choose it unless told otherwise, in containers that tell this from being enabled; nil is as `isEnabled`.
    package var isDefault: Bool?
    /// Tracks of one group are alternatives; 0 for none.
    package var alternateGroup = 0
    package var isForced = false
    package var volume: Float = 1
    package var metadata: [MetadataEntry] = []
    /// Other tracks of the plan that this one refers to, by the four characters of the reference.
    package var references: [String: [Int]] = [:]
    /// Pictures in a second, where the rate is constant and known: some containers say it.
    package var frameRate: (frames: Int32, seconds: Int32)?
    /// Priming: frames of sound that the decoder makes before the first one that is heard. Their times lie before those
    /// of the edit.
    package var priming = 0
    /// The largest number of an addition beside a sample; 0 where there are none.
    package var largestAdditionNumber: UInt64 = 0
    /// The samples are not those of one whole stream: they were cut out of it, or joined from several.
    package var isCut = false
    /// How many samples there will be, where that is known: a movie whose index comes first has the right room for it then.
    package var expectedSampleCount: Int?

    package init(
        mediaType: AVMediaType,
        formats: [CMFormatDescription],
        timescale: CMTimeScale,
        transform: CGAffineTransform = CGAffineTransform.identity,
        naturalSize: CGSize? = nil,
        languageCode: String? = nil,
        extendedLanguageTag: String? = nil,
        title: String? = nil,
        isEnabled: Bool = true,
        isDefault: Bool? = nil,
        alternateGroup: Int = 0,
        isForced: Bool = false,
        volume: Float = 1,
        metadata: [MetadataEntry] = [],
        references: [String: [Int]] = [:],
        frameRate: (frames: Int32, seconds: Int32)? = nil,
        priming: Int = 0,
        largestAdditionNumber: UInt64 = 0,
        isCut: Bool = false,
        expectedSampleCount: Int? = nil
    ) {
        self.mediaType = mediaType
        self.formats = formats
        self.timescale = timescale
        self.transform = transform
        self.naturalSize = naturalSize
        self.languageCode = languageCode
        self.extendedLanguageTag = extendedLanguageTag
        self.title = title
        self.isEnabled = isEnabled
        self.isDefault = isDefault
        self.alternateGroup = alternateGroup
        self.isForced = isForced
        self.volume = volume
        self.metadata = metadata
        self.references = references
        self.frameRate = frameRate
        self.priming = priming
        self.largestAdditionNumber = largestAdditionNumber
        self.isCut = isCut
        self.expectedSampleCount = expectedSampleCount
    }
}
