import AssetKit

extension InfoReport {
    /// The documented keys, in their order. What is not known is left out.
    var json: JSON {
        var fields = Fields()
        fields.add("url", .string(url))
        fields.add("fileType", fileType.map { .string($0.rawValue) })
        fields.add("container", container.map { .string($0) })
        fields.add("creationDate", creationDate.map { .string($0) })
        fields.add("size", size.map { .integer($0) })
        fields.add("duration", duration.isNumeric ? JSON(duration) : nil)
        fields.add("durationIsPrecise", .boolean(durationIsPrecise))
        fields.add("startTime", startTime.isNumeric ? JSON(startTime) : nil)
        fields.add("bitRate", bitRate.map { .integer(Int64($0)) })
        fields.add("tracks", .array(tracks.map(\.json)))
        fields.add("metadata", .array(metadata.map(\.json)))
        fields.add("chapters", .array(chapters.map(\.json)))
        fields.add("warnings", .array(warnings.map { .string($0) }))
        return fields.json
    }

    /// The fields of an object; those without a value are left out.
    struct Fields {
        private var entries: [(key: String, value: JSON)] = []

        mutating func add(_ key: String, _ value: JSON?) {
            if let value { entries.append((key, value)) }
        }

        var json: JSON { .object(entries) }
    }
}

extension InfoReport.Track {
    var json: JSON {
        var fields = InfoReport.Fields()
        fields.add("trackID", .integer(Int64(trackID)))
        fields.add("mediaType", .string(mediaType.name))
        fields.add("enabled", .boolean(isEnabled))
        fields.add("language", language.map { .string($0) })
        fields.add("default", details.isDefault.map { .boolean($0) })
        fields.add("forced", details.isForced.map { .boolean($0) })
        fields.add("alternateGroup", details.alternateGroup == 0 ? nil : .integer(Int64(details.alternateGroup)))
        fields.add("title", details.title.map { .string($0) })
        fields.add("codec", details.codec == 0 ? nil : .string(details.codec.characters))
        fields.add("codecName", .string(details.codecName))
        fields.add("profile", details.profile.map { .string($0) })
        fields.add("level", details.level.map { .number($0) })
        fields.add("encoder", details.encoder.map { .string($0) })
        fields.add("hasProtectedContent", details.hasProtectedContent ? .boolean(true) : nil)
        fields.add("timescale", timescale > 0 ? .integer(Int64(timescale)) : nil)
        fields.add("timeRange", timeRange.isValid && !timeRange.isIndefinite ? JSON(timeRange) : nil)
        fields.add("estimatedDataRate", dataRate > 0 ? .integer(Int64(dataRate.rounded())) : nil)
        fields.add("bitRateMode", details.bitRateMode.map { .string($0.rawValue) })
        fields.add("sampleCount", details.sampleCount.map { .integer($0) })
        fields.add("startTimecode", details.startTimecode.map { .string($0) })
        fields.add("segments", segments.map { .array($0.map(Self.json)) })
        fields.add("video", details.video.map(json))
        fields.add("audio", details.audio.map(json))
        fields.add("samples", samples.map { .array($0.map(\.json)) })
        return fields.json
    }

    private static func json(_ segment: CMTimeMapping) -> JSON {
        .object([
            ("source", segment.isEmpty ? .null : JSON(segment.source)), ("target", JSON(segment.target)),
        ])
    }

    private func json(_ video: AKTrackDetails.Video) -> JSON {
        var fields = InfoReport.Fields()
        fields.add("width", .integer(Int64(video.width)))
        fields.add("height", .integer(Int64(video.height)))
        fields.add(
            "naturalSize",
            .object([("width", .number(naturalSize.width)), ("height", .number(naturalSize.height))])
        )
        let matrix = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        // Minus zero is zero to everybody but a comparison of texts.
        fields.add("preferredTransform", .array(matrix.map { .number($0 == 0 ? 0 : $0) }))
        fields.add("rotation", .integer(Int64(video.rotation)))
        fields.add("pixelAspectRatio", .string("\(video.horizontalSpacing):\(video.verticalSpacing)"))
        fields.add("nominalFrameRate", frameRate > 0 ? .number(frameRate) : nil)
        fields.add(
            "frameRateRange",
            video.frameRateRange.map {
                .object([("least", .number($0.lowerBound)), ("greatest", .number($0.upperBound))])
            }
        )
        fields.add("minFrameDuration", minFrameDuration.isNumeric ? JSON(minFrameDuration) : nil)
        fields.add("fieldCount", video.fieldCount.map { .integer(Int64($0)) })
        fields.add("fieldOrder", video.isTopFieldFirst.map { .string($0 ? "top" : "bottom") })
        fields.add("keyFrameInterval", video.keyFrameInterval.map { .integer(Int64($0)) })
        fields.add("bitDepth", video.bitDepth.map { .integer(Int64($0)) })
        fields.add("chroma", video.chroma.map { .string($0) })
        fields.add("color", video.colorJSON)
        fields.add("hdr", video.dynamicRange.map { .string($0) } ?? .null)
        fields.add("alpha", video.alpha == nil ? nil : .boolean(true))
        fields.add("premultiplied", video.alpha?.isPremultiplied == true ? .boolean(true) : nil)
        fields.add("premultipliedOver", video.alpha?.isOverWhite == true ? .string("white") : nil)
        fields.add("masteringDisplay", video.masteringDisplay.map(\.json))
        fields.add(
            "contentLightLevel",
            video.contentLightLevel.map {
                .object([("max", .integer(Int64($0.maximum))), ("maxAverage", .integer(Int64($0.maximumAverage)))])
            }
        )
        return fields.json
    }

    private func json(_ audio: AKTrackDetails.Audio) -> JSON {
        var fields = InfoReport.Fields()
        let rate = audio.sampleRate
        fields.add("sampleRate", rate > 0 ? (rate == rate.rounded() ? .integer(Int64(rate)) : .number(rate)) : nil)
        fields.add("channels", audio.channelCount > 0 ? .integer(Int64(audio.channelCount)) : nil)
        fields.add("channelLayout", audio.channelLayout.map { .string($0) })
        fields.add("bitDepth", audio.bitDepth.map { .integer(Int64($0)) })
        return fields.json
    }
}

extension AKTrackDetails.Video {
    fileprivate var colorJSON: JSON? {
        var fields = InfoReport.Fields()
        fields.add("primaries", primariesName.map { .string($0) })
        fields.add("transfer", transferName.map { .string($0) })
        fields.add("matrix", matrixName.map { .string($0) })
        fields.add("range", rangeName.map { .string($0) })
        let isKnown = primariesName ?? transferName ?? matrixName ?? rangeName
        return isKnown == nil ? nil : fields.json
    }
}

extension AKTrackDetails.MasteringDisplay {
    fileprivate var json: JSON {
        let names = ["red", "green", "blue", "white"]
        var fields = InfoReport.Fields()
        for (index, name) in names.enumerated() where chromaticities.count >= index * 2 + 2 {
            fields.add(name, .array([.number(chromaticities[index * 2]), .number(chromaticities[index * 2 + 1])]))
        }
        fields.add("minLuminance", .number(minimumLuminance))
        fields.add("maxLuminance", .number(maximumLuminance))
        return fields.json
    }
}

extension InfoReport.Sample {
    fileprivate var json: JSON {
        var fields = InfoReport.Fields()
        fields.add("number", .integer(Int64(number)))
        fields.add("presentationTime", JSON(presentationTime))
        fields.add("decodeTime", JSON(decodeTime))
        fields.add("duration", JSON(duration))
        fields.add("size", .integer(size))
        fields.add("offset", offset.map { .integer($0) })
        fields.add("sync", .boolean(isSync))
        return fields.json
    }
}

extension InfoReport.Item {
    fileprivate var json: JSON {
        var fields = InfoReport.Fields()
        fields.add("identifier", identifier.map { .string($0) })
        fields.add("keySpace", .string(keySpace))
        fields.add("key", .string(key))
        fields.add("name", name.map { .string($0) })
        fields.add("value", value)
        fields.add("text", plainText.map { .string($0) })
        fields.add("language", language.map { .string($0) })
        return fields.json
    }
}

extension InfoReport.Chapter {
    fileprivate var json: JSON { .object([("title", .string(title)), ("timeRange", JSON(timeRange))]) }
}

extension AVMediaType {
    /// The word for people and for JSON.
    var name: String {
        switch self {
        case .video: "video"
        case .audio: "audio"
        case .subtitle: "subtitle"
        case .text: "text"
        case .closedCaption: "closedCaption"
        case .timecode: "timecode"
        case .metadata: "metadata"
        case .muxed: "muxed"
        case .auxiliaryPicture: "auxiliaryPicture"
        default: rawValue
        }
    }
}

extension FourCharCode {
    /// The four characters, without what cannot be printed.
    var characters: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> UInt32($0)) }
        return String(String.UnicodeScalarView(bytes.filter { $0 >= 0x20 && $0 != 0x7f }.map { UnicodeScalar($0) }))
    }
}
