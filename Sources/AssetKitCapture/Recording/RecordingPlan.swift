internal import AssetKitAssets
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What a recording is to be. A plain value, but for whose it is.
///
/// SAFETY: settings are dictionaries of plain values that nobody changes.
struct RecordingPlan: @unchecked Sendable {
    struct Track {
        let connection: AVCaptureConnection
        let mediaType: AVMediaType
        /// How samples are encoded; nil for what suits the first one.
        let settings: [String: Any]?
        let turn: CaptureTurn
        /// How long a picture lasts, in nanoseconds.
        let period: Int64

        /// What sound is like, as far as its port knows.
        var soundFormat: DeviceSoundFormat {
            let basic = connection.inputPorts.first?.formatDescription?.audioStreamBasicDescription
            return DeviceSoundFormat(
                sampleRate: basic.map { max(1, $0.wholeSampleRate) } ?? 48_000,
                channelCount: basic.map { max(1, Int($0.mChannelsPerFrame)) } ?? 1
            )
        }
    }

    var url: URL
    var fileType: AVFileType
    var tracks: [Track]
    var preset: AVCaptureSession.Preset
    var fragmentInterval = CMTime(value: 1, timescale: 1)
    var metadata: [AVMetadataItem] = []
    var maximumDuration: Int64?
    var maximumSize: Int64?
    var minimumFreeSpace: Int64 = 0
    /// Says how much is free.
    var diskSpace = DiskSpace.system
    var replacesExistingFile = false
    /// Which connections bring metadata of times, and of which format.
    var timed: [(connection: AVCaptureConnection, format: CMFormatDescription)] = []
    /// A delegate sees its samples before they are recorded, and may turn at any of them.
    var isWatched = false

    /// How soon what is recorded is made to last for the first time, so that of a short recording something stays too.
    var firstFragmentInterval: CMTime { CMTimeMinimum(CMTime(value: 1, timescale: 4), fragmentInterval) }
}
