/// What `trak` is to say. A plain value.
package struct ISOTrackContent {
    package var id: UInt32
    package var handler: ISOCode
    package var isEnabled = true
    /// In ticks of the movie.
    package var duration: UInt64 = 0
    package var alternateGroup: Int16 = 0
    /// 8.8 fixed point.
    package var volume: Int16 = 0
    package var matrix: [Int32] = ISOMatrix.identity.values
    /// 16.16 fixed point.
    package var width: UInt32 = 0
    package var height: UInt32 = 0
    package var edits: [ISOEditList.Edit] = []
    package var references: [ISOTrackReference] = []
    package var timescale: UInt32
    /// Three letters.
    package var languageCode: String?
    package var extendedLanguageTag: String?
    /// The entries of `stsd`.
    package var entries: [[UInt8]]
    package var table = ISOWrittenTable()
    /// How many samples must be decoded before one that comes out right, as a negative number.
    package var roll: Int16?
    package var title: String?
    package var metadata: [ISOMetadataEntry] = []
    /// How pictures are drawn over others; 0 is in their place.
    package var graphicsMode: UInt16 = 0

    package init(
        id: UInt32,
        handler: ISOCode,
        isEnabled: Bool = true,
        duration: UInt64 = 0,
        alternateGroup: Int16 = 0,
        volume: Int16 = 0,
        matrix: [Int32] = ISOMatrix.identity.values,
        width: UInt32 = 0,
        height: UInt32 = 0,
        edits: [ISOEditList.Edit] = [],
        references: [ISOTrackReference] = [],
        timescale: UInt32,
        languageCode: String? = nil,
        extendedLanguageTag: String? = nil,
        entries: [[UInt8]],
        table: ISOWrittenTable = ISOWrittenTable(),
        roll: Int16? = nil,
        title: String? = nil,
        metadata: [ISOMetadataEntry] = [],
        graphicsMode: UInt16 = 0
    ) {
        self.id = id
        self.handler = handler
        self.isEnabled = isEnabled
        self.duration = duration
        self.alternateGroup = alternateGroup
        self.volume = volume
        self.matrix = matrix
        self.width = width
        self.height = height
        self.edits = edits
        self.references = references
        self.timescale = timescale
        self.languageCode = languageCode
        self.extendedLanguageTag = extendedLanguageTag
        self.entries = entries
        self.table = table
        self.roll = roll
        self.title = title
        self.metadata = metadata
        self.graphicsMode = graphicsMode
    }
}
