import AssetKitInterchange

/// Pieces of OTIO documents, written by hand.
enum OTIOText {
    static func time(_ value: Double, _ rate: Double = 25) -> String {
        #"{"OTIO_SCHEMA": "RationalTime.1", "value": \#(value), "rate": \#(rate)}"#
    }

    static func range(_ start: Double, _ duration: Double, _ rate: Double = 25) -> String {
        #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time(start, rate)), "duration": \#(time(duration, rate))}"#
    }

    static func object(_ schema: String, _ members: String...) -> String {
        "{" + ([#""OTIO_SCHEMA": "\#(schema)""#] + members).joined(separator: ", ") + "}"
    }

    static func file(_ url: String, available: String = "null") -> String {
        object("ExternalReference.1", #""target_url": "\#(url)""#, #""available_range": \#(available)"#)
    }

    static func clip(_ name: String, _ range: String, media: String = file("a.mov"), _ more: String...) -> String {
        let references =
            #""media_references": {"DEFAULT_MEDIA": \#(media)}, "active_media_reference_key": "DEFAULT_MEDIA""#
        let members = [#""name": "\#(name)""#, #""source_range": \#(range)"#, references] + more
        return object("Clip.2", members.joined(separator: ", "))
    }

    static func gap(_ duration: Double, _ rate: Double = 25) -> String {
        object("Gap.1", #""source_range": \#(range(0, duration, rate))"#)
    }

    static func track(_ kind: String = "Video", _ children: String..., more: String = "") -> String {
        object("Track.1", #""kind": "\#(kind)", "children": [\#(children.joined(separator: ", "))]\#(more)"#)
    }

    static func stack(_ children: String..., more: String = "") -> String {
        object("Stack.1", #""children": [\#(children.joined(separator: ", "))]\#(more)"#)
    }

    static func timeline(_ tracks: String..., start: String = "null", more: String = "") -> String {
        let stack = object("Stack.1", #""name": "tracks", "children": [\#(tracks.joined(separator: ", "))]"#)
        return object("Timeline.1", #""name": "edit", "global_start_time": \#(start), "tracks": \#(stack)\#(more)"#)
    }
}

extension OTIODocument {
    static func read(_ text: String) throws -> EditDocument { try read(Array(text.utf8)) }
}
