/// What `trak` is to say. A plain value.
struct ISOTrackContent {
    var id: UInt32
    var handler: ISOCode
    var isEnabled = true
    /// In ticks of the movie.
    var duration: UInt64 = 0
    var alternateGroup: Int16 = 0
    /// 8.8 fixed point.
    var volume: Int16 = 0
    var matrix: [Int32] = ISOMatrix.identity.values
    /// 16.16 fixed point.
    var width: UInt32 = 0
    var height: UInt32 = 0
    var edits: [ISOEditList.Edit] = []
    var references: [ISOTrackReference] = []
    var timescale: UInt32
    /// Three letters.
    var languageCode: String?
    var extendedLanguageTag: String?
    /// The entries of `stsd`.
    var entries: [[UInt8]]
    var table = ISOWrittenTable()
    /// How many samples must be decoded before one that comes out right, as a negative number.
    var roll: Int16?
    var title: String?
    var metadata: [ISOMetadataEntry] = []
    /// How pictures are drawn over others; 0 is in their place.
    var graphicsMode: UInt16 = 0
}
