package import AssetKitBase
internal import AssetKitContainers
internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitMedia
internal import Foundation

/// Finds out what media says about itself, by whatever reads its container best.
package enum MediaInspector {
    package static func inspect(_ input: MediaInput, isPrecise: Bool, flag: CancellationFlag) throws -> MediaFacts {
        let source = try input.open(flag)
        let window = try ByteWindow(source)
        let head = try window.available(4096, at: 0)
        guard !head.isEmpty else { throw MediaProblem.empty }
        try flag.check()
        var facts = try inspect(source, window, head, input, isPrecise: isPrecise, flag: flag)
        facts.fileState = (source as? FileSource)?.state
        facts.warnings += facts.tracks.compactMap(\.beginningWarning)
        facts.addCaptionTracks()
        facts.tellOfAlphaLayers()
        return facts
    }

    private static func inspect(
        _ source: any AKByteSource,
        _ window: ByteWindow,
        _ head: [UInt8],
        _ input: MediaInput,
        isPrecise: Bool,
        flag: CancellationFlag
    ) throws -> MediaFacts {
        if ISOFileReader.recognises(head), let facts = try inspectISOMedia(source, window, input, flag: flag) {
            return facts
        }
        // First, because its words for what is wrong are better than FFmpeg's.
        let isMatroska = MatroskaFile.isLikely(head) && window.length != nil
        let matroska = isMatroska ? try MatroskaFile.open(window, limits: MatroskaLimits(input.limits)) : nil
        var facts = try DemuxedMedia.inspect(source, input, isPrecise: isPrecise, flag: flag)
        facts.completeStillImage(head, window, isStill: try DemuxedMedia.isStillImage(facts, source, input, flag))
        try matroska?.complete(&facts, from: window, isPrecise: isPrecise, flag: flag)
        if facts.knownContainer == .transportStream, let problem = try TransportStreamEnd(window)?.problem {
            facts.warnings.append(problem)
        }
        try RawAudioFile.complete(&facts, from: window, isPrecise: isPrecise, flag: flag)
        facts.leaveOutWhatIsTooLarge(input.limits)
        return facts
    }

    /// MP4, QuickTime and their family; nil for a still picture of the family, which has no movie in it.
    private static func inspectISOMedia(
        _ source: any AKByteSource,
        _ window: ByteWindow,
        _ input: MediaInput,
        flag: CancellationFlag
    ) throws -> MediaFacts? {
        do {
            let movie = try ISOFileReader.read(window, limits: ISOLimits(input.limits)) { flag.isCancelled }
            var facts = movie.facts(byteCount: try source.length, name: input.name)
            try DemuxedMedia.completePixelFormats(of: &facts, source, input, flag: flag)
            movie.completeFormats(of: &facts, from: window)
            movie.completeTimecodes(of: &facts, from: window)
            facts.chapters = try movie.chapters(from: window, duration: facts.duration) { facts.warnings.append($0) }
            facts.leaveOutWhatIsTooLarge(input.limits)
            return facts
        } catch ISOMediaError.stillImage {
            return nil
        }
    }
}
