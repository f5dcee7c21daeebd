public import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AKJoinSession {
    /// What has become of a clip.
    public struct Placement: Sendable, Hashable {
        /// The part of the asset's timeline that was asked for.
        public var requestedTimeRange: CMTimeRange
        /// The part that is there.
        public var actualTimeRange: CMTimeRange
        /// When it begins in the file.
        public var start: CMTime
        /// Why tracks of it are encoded, each a sentence; empty where all of it is copied.
        public var reasonsToEncode: [String] = []
        /// What is copied and what is encoded of a clip that is cut by ``AKTrimMode/smart`` or ``AKTrimMode/exact``;
        /// empty for other clips.
        public var stretches: [AKExportPlan.Stretch] = []
    }

    /// A track of the file.
    public struct Track: Sendable, Hashable {
        /// What kind of media it holds.
        public var mediaType: AVMediaType
        /// The code of the format, as MP4 has it.
        public var codec: FourCharCode
        /// How many samples are copied into it from each clip.
        public var copiedSampleCounts: [Int]
        /// How many samples of each clip are made anew.
        public var encodedSampleCounts: [Int]
        /// Why samples of each clip are made anew, a sentence; nil where they are not.
        public var reasonsToEncode: [String?] = []
    }

    /// What an export would make.
    public struct Plan: Sendable, Hashable {
        /// The type of the file.
        public var fileType: AVFileType
        /// How long it is.
        public var duration: CMTime
        /// The clips, in their order.
        public var clips: [Placement]
        /// The tracks, in their order.
        public var tracks: [Track]
        /// What is not carried over, each a sentence.
        public var warnings: [String]
    }

    /// What an export made.
    public struct Result: Sendable, Hashable {
        /// The file.
        public var url: URL
        /// How many bytes it has.
        public var fileLength: Int64
        /// What it holds.
        public var plan: Plan
    }
}
