internal import AssetKitBase
internal import AssetKitContainers
public import CMTimeLib

extension AKExportOptions {
    /// A piece of metadata that the new file has, whatever the source says.
    public struct MetadataChange: Sendable, Hashable {
        /// A usual name such as `album_artist`, as ``usualMetadataNames`` has them, in whatever spelling people have for it
        /// (`ALBUMARTIST`, `TPE2`, `aART`); an identifier such as `itsk/aART`; or any other word.
        public var name: String
        /// What it says; an empty text takes it away.
        public var value: String

        /// Makes a change.
        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// A named stretch of the new file.
    public struct Chapter: Sendable, Hashable {
        /// The name.
        public var title: String
        /// When it is, on the timeline of the new file. Without a numeric end it lasts to the next chapter.
        public var timeRange: CMTimeRange

        /// Makes a chapter.
        public init(title: String, timeRange: CMTimeRange) { (self.title, self.timeRange) = (title, timeRange) }
    }

    /// A name that people use for a piece of metadata, and what it means.
    public struct UsualMetadataName: Sendable, Hashable {
        /// The name, such as `album_artist`.
        public let name: String
        /// The words for people, such as `album artist`.
        public let title: String
    }

    /// The names of metadata that every kind of file has a key of its own for, where it has one at all.
    public static var usualMetadataNames: [UsualMetadataName] {
        TagNames.all.map { UsualMetadataName(name: $0.name, title: $0.title) }
    }
}

extension AKExportOptions {
    /// The chapters that a text lists: WebVTT; FFmpeg's metadata files; `CHAPTER01=00:00:00.000` and `CHAPTER01NAME=…`; or
    /// lines such as `1:30 The second one`. Throws where a line is none of that.
    public static func chapters(in text: String) throws -> [Chapter] {
        do {
            return try ChapterText.chapters(in: text)
        } catch {
            throw AVError(.unsupportedOutputSettings, "line \(error.line) of the chapters: \(error.reason)")
        }
    }
}
