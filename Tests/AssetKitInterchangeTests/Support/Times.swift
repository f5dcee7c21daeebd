import AssetKitInterchange
import CMTimeLib

/// `value / timescale` seconds.
func seconds(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

func range(_ start: CMTime, _ duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }

/// Frames of 25 a second.
func frames(_ count: Int64) -> CMTime { seconds(count, 25) }

/// Frames of 30000/1001 a second.
func ntsc(_ count: Int64) -> CMTime { seconds(count * 1001, 30000) }

extension EditClip {
    /// A clip of a file that plays as it is. Appending it to a track puts it in its place.
    static func of(
        _ url: String,
        from start: CMTime,
        for duration: CMTime,
        mediaStart: CMTime = .zero,
        mediaDuration: CMTime? = nil
    ) -> EditClip {
        EditClip(
            name: url,
            media: .file(url, start: mediaStart, duration: mediaDuration),
            sourceRange: range(start, duration),
            targetRange: range(.zero, duration)
        )
    }
}

extension EditTrack {
    static func of(_ kind: Kind, _ name: String = "", _ items: [EditItem]) -> EditTrack {
        var track = EditTrack(name: name, kind: kind)
        for item in items { track.append(item) }
        return track
    }
}

extension EditItem {
    static func gap(_ duration: CMTime) -> EditItem { .gap(EditGap(targetRange: range(.zero, duration))) }

    static func dissolve(_ inOffset: CMTime, _ outOffset: CMTime) -> EditItem {
        .transition(EditTransition(inOffset: inOffset, outOffset: outOffset))
    }
}

extension EditDocument {
    /// The document without what was said when it was read.
    var withoutWarnings: EditDocument {
        var document = self
        document.warnings = []
        return document
    }
}
