package import AssetKitBase
package import AssetKitCore
package import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// Opens the sink for a type of file, and tells what fits into such files.
package enum MediaSinks {
    /// The types of files that can be made.
    package static var fileTypes: [AVFileType] { ContainerRules.all.map(\.type) }

    /// Opens the sink for a plan. Throws where the type cannot hold what the plan asks for.
    package static func sink(for plan: SinkPlan, into bytes: any ByteSink) throws -> any MediaSink {
        let rules = try rules(of: plan)
        switch rules.maker {
        case .iso: return try ISOMediaSink(plan, into: bytes)
        case .matroska: return try MatroskaSink(plan, into: bytes)
        case .coreAudio: return try CoreAudioSink(plan, into: bytes)
        case .ffmpeg(let name): return try MuxedSink(plan, format: name, into: bytes)
        }
    }

    /// What people call files of a type, with an article.
    package static func title(of type: AVFileType) -> String {
        ContainerRules.rules(of: type)?.title ?? "a file of this type"
    }

    /// The media types that tracks of such files can be of; none of a type that cannot be made.
    package static func mediaTypes(in type: AVFileType) -> [AVMediaType] {
        ContainerRules.rules(of: type)?.mediaTypes ?? []
    }

    /// Files of the type tell what of a track is presented and when. In others it is what is stored from zero on.
    package static func canHoldEdits(_ type: AVFileType) -> Bool { ContainerRules.rules(of: type)?.holdsEdits ?? false }

    /// Samples of one track may have descriptions that differ.
    package static func canHoldSeveralFormats(_ type: AVFileType) -> Bool {
        ContainerRules.rules(of: type)?.maker == .iso
    }

    /// Files of the type count time in so many parts of a second, which is coarse; nil for those that are as fine as tracks.
    package static func coarseTimescale(_ type: AVFileType) -> CMTimeScale? {
        ContainerRules.rules(of: type)?.maker == .matroska ? 1000 : nil
    }

    /// Files of the type can be laid out like this. An index that comes first is the default where there is no choice.
    package static func canHave(_ layout: SinkPlan.Layout, in type: AVFileType) -> Bool {
        guard let rules = ContainerRules.rules(of: type) else { return false }
        switch layout {
        case .plain, .indexFirst: return true
        case .fragmented: return rules.holdsFragments
        case .crashSafe: return rules.holdsFragments || rules.growsInPlace
        }
    }

    /// Files of the type can be written from front to back, so that a stream gets them as they are made: movies in
    /// fragments only. What others say in front is known at the end.
    static func canStream(_ type: AVFileType, isFragmented: Bool) -> Bool {
        switch type {
        case .akMatroska, .akWebM, .akMPEGTransportStream, .akOgg, .akAAC: true
        default: isFragmented && canHave(.fragmented(interval: .zero), in: type)
        }
    }

    /// When a file shows at its path: at once where it is of fragments, or a stream that can have it so.
    package static func appearance(of plan: SinkPlan, at path: String) -> OutputFile.Appearance {
        if case .fragmented = plan.layout { return .atOnce }
        return StreamOutput.isStream(path) && canStream(plan.fileType, isFragmented: false) ? .atOnce : .whenPublished
    }

    /// Files of the type hold one track of sound and nothing else.
    package static func isSingleSound(_ type: AVFileType) -> Bool {
        ContainerRules.rules(of: type)?.isSingleSound ?? false
    }

    /// Why samples of this description cannot be in files of the type, in one sentence; nil when they can.
    package static func obstacle(to format: CMFormatDescription, in type: AVFileType) -> String? {
        let mediaType = AVMediaType(rawValue: format.type.letters)
        if let obstacle = obstacle(to: mediaType, in: type) { return obstacle }
        guard let rules = ContainerRules.rules(of: type), !rules.others.contains(mediaType) else { return nil }
        guard let known = SinkFormat(format) else {
            return "'\(format.subtype.letters)' cannot be stored in \(rules.title)"
        }
        return obstacle(to: known.codec, called: known.title, of: mediaType, in: type) ?? headerObstacle(known)
    }

    /// Why samples of a codec, which people call so, cannot be in files of the type, in one sentence; nil when they can.
    package static func obstacle(
        to codec: MediaCodec,
        called title: String,
        of mediaType: AVMediaType,
        in type: AVFileType
    ) -> String? {
        if let obstacle = obstacle(to: mediaType, in: type) { return obstacle }
        guard let rules = ContainerRules.rules(of: type) else { return nil }
        let codecs = rules.codecs(of: mediaType)
        guard !codecs.contains(codec) else { return nil }
        return "\(title) cannot be stored in \(rules.title), which takes \(list(codecs))"
    }

    /// Why tracks of this media type cannot be in files of the type, in one sentence; nil when they can.
    package static func obstacle(to mediaType: AVMediaType, in type: AVFileType) -> String? {
        guard let rules = ContainerRules.rules(of: type) else {
            return "files of type '\(type.rawValue)' cannot be written"
        }
        guard !rules.mediaTypes.contains(mediaType), !(mediaType == .auxiliaryPicture && rules.maker == .iso) else {
            return nil
        }
        let name = names[mediaType] ?? "'\(mediaType.rawValue)' media"
        return "\(rules.title) cannot hold \(name)"
    }

    // MARK: Details

    private static let names: [AVMediaType: String] = [
        .video: "pictures", .audio: "sound", .subtitle: "subtitles", .text: "text", .closedCaption: "closed captions",
        .timecode: "time codes", .metadata: "timed metadata", .depthData: "depth", .auxiliaryPicture: "alpha",
        .haptic: "haptics", .muxed: "streams of several media", .metadataObject: "detected objects",
    ]

    /// A decoder cannot do without these headers, and they stand nowhere but in the description.
    private static func headerObstacle(_ format: SinkFormat) -> String? {
        guard format.codec.traits.habits.contains(.needsHeader), format.codecPrivate.isEmpty else { return nil }
        return "the description of \(format.title) lacks the codec's header"
    }

    private static func list(_ codecs: [MediaCodec]) -> String {
        var titles: [String] = []
        for codec in codecs {
            let title = codec.traits.title
            if !titles.contains(title) { titles.append(title) }
        }
        guard titles.count > 1, let last = titles.last else { return titles.first ?? "nothing like it" }
        return titles.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Throws where files of the plan's type cannot hold what it asks for.
    package static func check(_ plan: SinkPlan) throws { _ = try rules(of: plan) }

    /// The rules for a plan that keeps to them.
    private static func rules(of plan: SinkPlan) throws -> ContainerRules {
        guard let rules = ContainerRules.rules(of: plan.fileType) else {
            throw refusal("files of type '\(plan.fileType.rawValue)' cannot be written")
        }
        guard canHave(plan.layout, in: plan.fileType) else {
            throw refusal("\(rules.title) cannot be written in fragments")
        }
        for track in plan.tracks {
            if let reason = obstacle(to: track.mediaType, in: plan.fileType) { throw refusal(reason) }
            if let turn = obstacle(toTurn: track.transform, in: plan.fileType) { throw refusal("pictures are \(turn)") }
            for format in track.formats {
                if let reason = obstacle(to: format, in: plan.fileType) { throw refusal(reason) }
            }
        }
        if rules.isSingleSound, plan.tracks.count != 1 {
            throw refusal("\(rules.title) holds one track of sound and nothing else")
        }
        return rules
    }

    package static func refusal(_ reason: String) -> MediaProblem {
        MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
    }
}
