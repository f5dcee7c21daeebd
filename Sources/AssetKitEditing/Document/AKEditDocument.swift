internal import AssetKitBase
internal import AssetKitInterchange
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// An edit as a document of another program describes it: OpenTimelineIO (`.otio`) or Final Cut Pro (`.fcpxml`, and
/// `.fcpxmld`, which is a folder with one in it).
///
/// ```swift
/// let document = try AKEditDocument(contentsOf: URL(filePath: "edit.otio"))
/// print(document.name, document.duration.seconds, document.warnings)
/// let edit = try await document.composition()
/// let session = AVAssetExportSession(asset: edit.composition, presetName: AVAssetExportPresetHighestQuality)
/// session?.videoComposition = edit.videoComposition
/// session?.audioMix = edit.audioMix
/// try await session?.export(to: URL(filePath: "edit.mp4"), as: .mp4)
/// ```
///
/// A document is a plain value, and reading, describing and writing it open nothing that it names. Media are opened by
/// ``composition(allowsReferences:)`` alone, and only what lies in the document's folder or below it, unless more is allowed.
public struct AKEditDocument: Sendable {
    var document: EditDocument
    /// The absolute path of the folder that references count from.
    let folder: String
    /// Its transforms are of pictures that have been fitted into the frame, where it does not say how large they are: so
    /// Final Cut has it.
    let fitsPictures: Bool

    /// A part of a track: a clip, or a gap.
    public struct Segment: Sendable, Hashable {
        /// What the document calls it; empty where it does not.
        public let name: String
        /// The media as the document refers to it: an address, a path, or a path from the document's folder on. nil for a gap,
        /// and for what is in no file.
        public let mediaReference: String?
        /// What is used of the media, counted from its start; nil for a gap.
        public let sourceTimeRange: CMTimeRange?
        /// Where it is on the track.
        public let targetTimeRange: CMTimeRange
        /// Whether it is meant to be presented.
        public let isEnabled: Bool
    }

    /// Segments that follow each other from zero on.
    public struct Track: Sendable, Hashable {
        /// `.video` or `.audio`.
        public let mediaType: AVMediaType
        /// What the document calls it; empty where it does not.
        public let name: String
        /// Whether it is meant to be presented.
        public let isEnabled: Bool
        /// In their order.
        public let segments: [Segment]
    }

    /// The endings of the names of documents that can be read.
    public static let readableExtensions = ["otio", "fcpxml", "fcpxmld"]

    /// Reads a document, by what its first character and the ending of its name say. Of an `.fcpxmld` that is the `Info.fcpxml` in
    /// it, and its references count from the folder that it lies in.
    ///
    /// Throws an ``AVError`` that says in one sentence why it cannot be read, and where.
    public init(contentsOf url: URL) throws {
        document = try DocumentFile(url).read()
        folder = url.absoluteURL.deletingLastPathComponent().path
        fitsPictures = ["fcpxml", "fcpxmld"].contains(url.pathExtension.lowercased())
    }

    init(_ document: EditDocument, folder: String) {
        (self.document, self.folder, fitsPictures) = (document, folder, false)
    }

    /// What the edit is called; empty where nothing says.
    public var name: String {
        get { document.name }
        set { document.name = newValue }
    }

    /// The end of the longest track.
    public var duration: CMTime { document.duration }

    /// What of the document was left out or taken otherwise than it stands there, a sentence each.
    public var warnings: [String] { document.warnings }

    /// The tracks: those of pictures from the lowest up, and those of sound.
    public var tracks: [Track] {
        document.tracks.map { track in
            Track(
                mediaType: track.kind == .video ? .video : .audio,
                name: track.name,
                isEnabled: track.isEnabled,
                segments: track.items.compactMap(Segment.init)
            )
        }
    }
}

extension AKEditDocument.Segment {
    /// nil for what takes no time.
    fileprivate init?(_ item: EditItem) {
        switch item {
        case .clip(let clip):
            self.init(
                name: clip.name,
                mediaReference: clip.media.isFile ? clip.media.url : nil,
                sourceTimeRange: clip.sourceRange,
                targetTimeRange: clip.targetRange,
                isEnabled: clip.isEnabled
            )
        case .gap(let gap):
            self.init(
                name: gap.name,
                mediaReference: nil,
                sourceTimeRange: nil,
                targetTimeRange: gap.targetRange,
                isEnabled: gap.isEnabled
            )
        case .transition, .unknown: return nil
        }
    }
}
