internal import CMTimeLib

/// The media of a clip, as far as it is chosen among several.
struct OTIOMedia {
    var media: EditMedia
    var availableRange: OTIORange?
    /// What the clip says beside it: the other references.
    var fields: [String: JSONValue] = [:]
}

extension OTIOReader {
    mutating func media(of clip: OTIOObject) throws(InterchangeError) -> OTIOMedia {
        // Clips of the first version have one reference.
        guard clip.member("media_references") != nil else {
            return try clip.object("media_reference").map { reference throws(InterchangeError) in
                try media(reference)
            } ?? OTIOMedia(media: .missing)
        }
        var references = try clip.dictionary("media_references")
        let written = try clip.string("active_media_reference_key")
        let key = written.isEmpty ? OTIOWriter.defaultKey : written
        var result = OTIOMedia(media: .missing)
        if let active = references.removeValue(forKey: key) {
            result = try media(OTIOObject(active, at: "\(clip.place("media_references")).\(key.shortened)"))
        }
        if !references.isEmpty { result.fields["media_references"] = .object(references) }
        if key != OTIOWriter.defaultKey { result.fields["active_media_reference_key"] = .string(key) }
        return result
    }

    private mutating func media(_ object: OTIOObject) throws(InterchangeError) -> OTIOMedia {
        var media = EditMedia(kind: .missing, name: try object.string("name"))
        let available = try object.range("available_range")
        media.start = available?.start.time ?? .zero
        // A range without a length says where the media begins, and no more.
        if let duration = available?.duration.time, duration > .zero { media.duration = duration }
        switch object.schema {
        case "ExternalReference":
            media.url = try object.string("target_url")
            if !media.url.isEmpty { media.kind = .file }
        case "MissingReference": break
        case "GeneratorReference": media.kind = .generator(try object.string("generator_kind"))
        case "ImageSequenceReference": media.kind = .imageSequence
        default: media.kind = .unknown(object.schema)
        }
        if media.isFile || media.kind == .missing {
            media.extras.metadata = try object.dictionary("metadata")
            media.extras.fields = object.leftovers(besides: ["name", "available_range", "target_url", "metadata"])
            if let exact = takeMetadata(from: &media.extras, of: "the media '\(media.url.shortened)'") {
                readExactValues(exact, of: &media)
            }
        } else {
            media.details = object.value
        }
        return OTIOMedia(media: media, availableRange: available)
    }

    private func readExactValues(_ exact: JSONValue, of media: inout EditMedia) {
        let frame = frameRate?.frameDuration ?? CMTime(value: 1, timescale: 25)
        if let width = exact["width"]?.doubleValue, let height = exact["height"]?.doubleValue {
            media.size = EditSize(width: width, height: height)
        }
        if let start = ExactMetadata.time(exact["start"]), start.isClose(to: media.start, within: frame) {
            media.start = start
        }
        if let duration = ExactMetadata.time(exact["duration"]), let plain = media.duration,
            duration.isClose(to: plain, within: frame)
        {
            media.duration = duration
        }
    }
}
