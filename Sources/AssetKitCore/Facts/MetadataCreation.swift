internal import AssetKitContainers
internal import AssetKitMedia
package import Foundation

/// When media were made, as their metadata say it.
package enum MetadataCreation {
    /// The moment; nil where it is not said to the second.
    package static func date(in entries: [MetadataEntry]) -> Date? {
        let names = ["creation_time", "date"]
        let said = names.flatMap { name in entries.filter { $0.usualName?.name == name } }
        return said.lazy.compactMap { entry in
            guard case .text(let text) = entry.value, text.contains("T") else { return nil }
            return date(text)
        }.first
    }

    /// What a header says, in the words of metadata.
    package static func entry(_ date: Date) -> MetadataEntry {
        MetadataEntry(
            keySpace: AVMetadataKeySpace(rawValue: "org.ffmpeg"),
            key: "creation_time",
            value: .text(text(date))
        )
    }

    /// A moment as texts have it, in UTC.
    package static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: seconds != seconds.rounded()))
    }

    /// The moment that a text tells; nil where it is less exact than a second.
    package static func date(_ text: String) -> Date? {
        // Apple writes zones without a colon, others with one, some with fractions of a second.
        for fractions in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fractions)
            for separator in [Date.ISO8601FormatStyle.TimeZoneSeparator.colon, .omitted] {
                let style = style.timeZoneSeparator(separator)
                // Those of ID3 have no zone.
                if let date = (try? style.parse(text)) ?? (try? style.parse(text + "Z")) { return date }
            }
        }
        return nil
    }
}
