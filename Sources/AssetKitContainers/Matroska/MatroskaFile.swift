package import AssetKitBase
internal import CMTimeLib

/// A Matroska or WebM file: everything that stands outside its clusters. Clusters are read by `MatroskaBlockReader`.
package struct MatroskaFile: Sendable {
    struct SeekEntry: Hashable, Sendable {
        var id: UInt32
        /// An offset in the file.
        var offset: Int64
    }

    var documentType = ""
    var documentVersion = 1
    /// Where the content of the segment begins: positions in the file count from here.
    package var segmentOffset: Int64 = 0
    /// Where the segment ends; nil when its size is unknown, as in live recordings.
    package var segmentEnd: Int64?
    package var info = MatroskaInfo()
    package var tracks: [MatroskaTrack] = []
    var seekEntries: [SeekEntry] = []
    package var cues: MatroskaCues?
    var editions: [MatroskaEdition] = []
    package var tags: [MatroskaTag] = []
    package var attachments: [MatroskaAttachment] = []
    var firstClusterOffset: Int64?
    /// False when elements behind the clusters may have been missed, because the walk ended at its limit.
    package var isComplete = true
    /// The segment says that it is longer than the file.
    package var isCutOff = false
    package var problems = ProblemList()

    package var isWebM: Bool { documentType == "webm" }

    /// The track that blocks call `number`.
    package func track(numbered number: UInt64) -> MatroskaTrack? { tracks.first { $0.number == number } }

    /// True when bytes begin as every EBML file does.
    package static func isLikely(_ prefix: some Collection<UInt8>) -> Bool {
        Array(prefix.prefix(4)) == [0x1A, 0x45, 0xDF, 0xA3]
    }

    /// Reads all that stands outside the clusters.
    package static func open(_ window: ByteWindow, limits: MatroskaLimits = MatroskaLimits()) throws -> MatroskaFile {
        var opener = MatroskaOpener(window, limits: limits)
        return try opener.open()
    }
}

extension MatroskaFile {
    /// Tags about the whole file as entries, with the title of `Info` first.
    package var entries: [TagEntry] {
        let title = info.title.map { [TagEntry(.matroska, "TITLE", .text($0))] } ?? []
        let global = tags.filter(\.isGlobal).flatMap { $0.values.flatMap { $0.entries() } }
        // The title in the header and the tag of that name are most often the same statement.
        return title.filter { entry in !global.contains { $0.key == entry.key && $0.value == entry.value } } + global
    }

    /// Tags about one track.
    package func entries(ofTrack uniqueNumber: UInt64) -> [TagEntry] {
        tags.filter { $0.trackNumbers.contains(uniqueNumber) }.flatMap { $0.values.flatMap { $0.entries() } }
    }

    /// The edition to show: the default one, or else the first that is not hidden.
    package var preferredEdition: MatroskaEdition? {
        editions.first { $0.isDefault && !$0.isHidden } ?? editions.first { !$0.isHidden }
    }
}
