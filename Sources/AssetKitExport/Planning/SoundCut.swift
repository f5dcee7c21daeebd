internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// How sound of a track gets into a file that begins or ends within it. A plain value.
enum SoundCut: Hashable, Sendable {
    /// Its samples are copied, and the file says exactly what of them is heard.
    case copied
    /// Whole packets of it are copied: it begins and ends up to one packet late.
    case copiedByPackets(why: String)
    /// It is encoded again, so that it begins and ends with exactly the samples that were asked for.
    case encoded(why: String, isLossless: Bool)

    /// The best that can be done with a track in files of a type. `cutsBetweenPackets`: the client wants packets copied,
    /// whatever that means for the first and the last of them.
    static func decide(
        _ track: TrackFacts,
        in fileType: AVFileType,
        cutsBetweenPackets: Bool
    ) -> SoundCut {
        let target = CopyTarget(fileType: fileType, cutsSoundBetweenPackets: cutsBetweenPackets)
        guard !track.isPlainSound, !target.hidesSoundEnds(track) else { return .copied }
        if cutsBetweenPackets { return .copiedByPackets(why: "it is cut between two packets, as was asked for") }
        let codec = track.codecName.isEmpty ? "its codec" : track.codecName
        // Nor could these hide what an encoder puts before the sound.
        if [.akAAC, .ac3, .eac3, .amr].contains(fileType) {
            return .copiedByPackets(why: "\(target.name) files cannot begin or end within a packet of sound")
        }
        guard let encoder = SoundEncoding.Codec(track.traits), encoder != .pcm else {
            return .copiedByPackets(why: "there is no encoder for \(codec), so it is cut between two packets")
        }
        let isLossless = encoder.traits.isLossless
        let how = isLossless ? "encoded anew without loss" : "encoded anew"
        let reason = "\(target.name) files cannot begin or end within a packet of \(codec)"
        return .encoded(why: "\(codec), \(how): \(reason)", isLossless: isLossless)
    }
}
