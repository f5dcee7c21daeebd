import AssetKit
import Foundation

/// Everything an asset says, as lines that can be compared: the same media say the same, however they are read.
enum AssetDump {
    static func lines(of asset: AVAsset) async throws -> [String] {
        let (duration, tracks, metadata) = try await asset.load(.duration, .tracks, .metadata)
        let details = asset.akDetails
        var lines = [
            "duration \(duration.exact) start \(details.startTime.exact) bytes \(details.byteCount ?? -1)",
            "precise \(asset.providesPreciseDurationAndTiming) fragments \(asset.containsFragments)",
            "type \(details.fileType?.rawValue ?? "-") protected \(asset.hasProtectedContent)"
                + " readable \(asset.isReadable)",
        ]
        lines += details.loadingWarnings.map { "warning \($0)" }
        for track in tracks { lines += self.lines(of: track) }
        for item in metadata { lines.append(line(of: item)) }
        for group in try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"]) {
            let titles = group.items.compactMap(\.stringValue)
            lines.append("chapter \(group.timeRange.start.exact) \(group.timeRange.duration.exact) \(titles)")
        }
        return lines
    }

    private static func lines(of track: AVAssetTrack) -> [String] {
        let range = track.timeRange
        var lines = [
            "track \(track.trackID) \(track.mediaType.rawValue) \(range.start.exact) \(range.duration.exact)",
            "  details \(track.akDetails)",
            "  scale \(track.naturalTimeScale) rate \(track.nominalFrameRate) data \(track.estimatedDataRate)",
            "  bytes \(track.totalSampleDataLength) enabled \(track.isEnabled) reordered \(track.requiresFrameReordering)",
            "  language \(track.languageCode ?? "-") \(track.extendedLanguageTag ?? "-")",
            "  size \(track.naturalSize) transform \(track.preferredTransform) shortest \(track.minFrameDuration.exact)",
            "  formats \(track.formatDescriptions.count) characteristics \(track.mediaCharacteristics.map(\.rawValue))",
        ]
        for segment in track.segments {
            let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
            let empty = segment.isEmpty ? "nothing" : "\(source.start.exact) \(source.duration.exact)"
            lines.append("  segment \(empty) at \(target.start.exact) \(target.duration.exact)")
        }
        return lines + track.metadata.map { "  " + line(of: $0) }
    }

    private static func line(of item: AVMetadataItem) -> String {
        let value = item.stringValue ?? item.dataValue.map { "\($0.count) bytes, \($0.hashValue)" } ?? "-"
        return "item \(item.identifier?.rawValue ?? "-") \(item.commonKey?.rawValue ?? "-") \(value)"
    }
}
