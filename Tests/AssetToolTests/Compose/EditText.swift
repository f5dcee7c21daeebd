/// Edit documents as OpenTimelineIO writes them, as short as it goes. Times count frames, 25 a second.
enum EditText {
    static func timeline(_ tracks: String..., markers: [String] = []) -> String {
        """
        {"OTIO_SCHEMA": "Timeline.1", "name": "Edit", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
        \(tracks.joined(separator: ",\n"))], "markers": [\(markers.joined(separator: ",\n"))]}}
        """
    }

    static func marker(_ name: String, _ start: Int, _ count: Int = 1) -> String {
        "{\"OTIO_SCHEMA\": \"Marker.2\", \"name\": \"\(name)\", \"marked_range\": \(range(start, count))}"
    }

    static func track(_ kind: String, _ items: String...) -> String {
        """
        {"OTIO_SCHEMA": "Track.1", "name": "\(kind) 1", "kind": "\(kind)", "children": [
        \(items.joined(separator: ",\n"))]}
        """
    }

    /// nil for media that the document misses.
    static func clip(
        _ url: String?,
        _ start: Int,
        _ count: Int,
        isEnabled: Bool = true,
        effects: String = "",
        markers: [String] = []
    ) -> String {
        let media =
            url.map { "{\"OTIO_SCHEMA\": \"ExternalReference.1\", \"target_url\": \"\($0)\"}" }
            ?? "{\"OTIO_SCHEMA\": \"MissingReference.1\", \"name\": \"lost\"}"
        return """
            {"OTIO_SCHEMA": "Clip.1", "name": "clip", "enabled": \(isEnabled), "media_reference": \(media),
            "effects": [\(effects)], "markers": [\(markers.joined(separator: ","))], "source_range": \(range(start, count))}
            """
    }

    static func gap(_ count: Int) -> String {
        "{\"OTIO_SCHEMA\": \"Gap.1\", \"source_range\": \(range(0, count))}"
    }

    static func dissolve(_ count: Int) -> String {
        """
        {"OTIO_SCHEMA": "Transition.1", "name": "soft", "transition_type": "SMPTE_Dissolve",
        "in_offset": \(time(count)), "out_offset": \(time(count))}
        """
    }

    static func speed(_ factor: Double) -> String {
        "{\"OTIO_SCHEMA\": \"LinearTimeWarp.1\", \"name\": \"\", \"effect_name\": \"\", \"time_scalar\": \(factor)}"
    }

    private static func range(_ start: Int, _ count: Int) -> String {
        "{\"OTIO_SCHEMA\": \"TimeRange.1\", \"start_time\": \(time(start)), \"duration\": \(time(count))}"
    }

    private static func time(_ count: Int) -> String {
        "{\"OTIO_SCHEMA\": \"RationalTime.1\", \"value\": \(count), \"rate\": 25}"
    }
}
