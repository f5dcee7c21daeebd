internal import AssetKitSources
public import CMTimeLib

/// All samples of a track in decode order. An addition to AVFoundation.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// if let track = try await asset.loadTracks(withMediaType: .video).first {
///     let samples = try await track.akLoadSampleTable()
///     let largest = samples.map(\.size).max() ?? 0
///     print(samples.count, "samples of up to", largest, "bytes,", samples.filter(\.isSync).count, "key pictures")
/// }
/// ```
///
/// Elements are made when they are asked for, so a table takes no more memory than the list that the asset has. What
/// AVFoundation offers for the same is ``AVSampleCursor``, which goes from sample to sample.
public struct AKSampleTable: RandomAccessCollection, Sendable {
    /// One sample of a track.
    public struct Element: Hashable, Sendable {
        /// The place in decode order, counted from 1.
        public let number: Int
        /// When it is presented on the asset's timeline: before zero where the edits leave it out at the start. A sample
        /// that several edits show has the time of the first.
        public let presentationTime: CMTime
        /// When it is decoded, on the asset's timeline.
        public let decodeTime: CMTime
        /// How long it lasts in the media; zero when that is not known.
        public let duration: CMTime
        /// How many bytes it has.
        public let size: Int
        /// Where it starts in the file, with what the container wraps it in; nil when that is not known.
        public let offset: Int64?
        /// Decoding can start with it.
        public let isSync: Bool
    }

    private let index: SampleIndex

    init(_ index: SampleIndex) { self.index = index }

    public var startIndex: Int { 0 }
    public var endIndex: Int { index.count }

    public subscript(position: Int) -> Element {
        precondition(indices.contains(position), "no sample \(position) of \(count)")
        let sample = index[position]
        return Element(
            number: position + 1,
            presentationTime: index.assetTime(of: position),
            decodeTime: index.assetDecodeTime(of: position),
            duration: index.tick.time(sample.durationTicks),
            size: Int(sample.byteCount),
            offset: sample.position,
            isSync: sample.isSync
        )
    }
}
