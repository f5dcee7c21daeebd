internal import AssetKitBase
internal import AssetKitMedia

/// One track of one input, with what decoding it needs to know: what a plan names as a source. A plain value.
struct TrackSource: Sendable {
    let input: MediaInput
    /// FFmpeg's short names of the container.
    let container: String
    let facts: TrackFacts
    /// The samples, where the container has tables of them.
    let index: SampleIndex?
    /// The time stored in the file that is zero on the asset's timeline.
    var startTime = CMTime.zero

    /// What is known of the container.
    var containerTraits: ContainerTraits { ContainerTraits.named(container) }

    /// Why the track cannot be decoded; nil when it can, as far as headers tell.
    var obstacle: MediaProblem? {
        if facts.isProtected {
            return MediaProblem(code: .contentIsProtected, reason: "its samples are encrypted")
        }
        guard facts.isSelfContained else {
            let reason = "its samples lie in another file, which it may not open"
            return MediaProblem(code: .referenceForbiddenByReferencePolicy, reason: reason)
        }
        guard facts.isDecodable else {
            let codec = facts.codecName.isEmpty ? "its codec" : facts.codecName
            return MediaProblem(code: .decoderNotFound, reason: "there is no decoder for \(codec)")
        }
        return nil
    }
}
