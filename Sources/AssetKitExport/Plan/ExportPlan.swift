internal import AssetKitMedia
internal import AssetKitTimePitch
internal import CMTimeLib

/// Everything that decides the bytes of an exported file. A plain value: who has it and the asset can make the file, or any
/// part of its pictures alone and again, on any machine.
struct ExportPlan: Codable, Sendable, Hashable {
    /// The part of the asset's timeline.
    @CodableCMTimeRange var range: CMTimeRange
    var fileType: AVFileType
    /// The tracks of the new file in their order.
    var tracks: [ExportTrack]
    /// How long it will be, as far as headers tell.
    var expectedSeconds = 0.0
    /// The bytes that the file may have; nil for any number.
    var limit: SizeLimit?
    /// What cannot be carried over, each a sentence.
    var warnings: [String] = []

    /// Those of all tracks.
    var stretches: [PlannedStretch] { tracks.flatMap(\.stretches) }

    /// How fast all of it plays.
    var speed: Speed { tracks.first?.speed ?? .normal }
}
