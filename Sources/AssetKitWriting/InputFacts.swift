internal import AssetKitMedia
internal import CMTimeLib

/// What is known of an input's track when its first sample goes to the file.
struct InputFacts: Sendable {
    var formats: [CMFormatDescription]
    var timescale: CMTimeScale
    var priming = 0
}
