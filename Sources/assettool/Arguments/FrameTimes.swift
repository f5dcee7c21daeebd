import AssetKit

/// When the pictures of a video appear, in the order they are shown: what a count of frames is worth, also where the
/// frame rate varies.
struct FrameTimes: Sendable {
    /// In ascending order.
    let times: [CMTime]
    /// Where the last picture ends.
    let end: CMTime

    init(times: [CMTime], end: CMTime) {
        self.times = times
        self.end = end
    }

    /// The pictures of a list of samples that show within a stretch of the timeline. One that begins before it is seen
    /// from its start on.
    init(_ samples: some Sequence<(time: CMTime, duration: CMTime)>, within range: CMTimeRange) {
        let sorted = samples.filter { $0.time.isNumeric && $0.time < range.end }.sorted { $0.time < $1.time }
        // A picture shows until the next one; what its sample says of its duration matters only for the last.
        let firstInside = sorted.firstIndex { $0.time >= range.start } ?? sorted.endIndex
        var times = sorted[firstInside...].map(\.time)
        if let before = sorted[..<firstInside].last, times.first != range.start {
            let ends = before.time + before.duration
            if firstInside < sorted.endIndex || ends > range.start || before.duration == .zero {
                times.insert(range.start, at: 0)
            }
        }
        self.init(times: times, end: range.end)
    }

    /// The pictures of a track.
    static func load(of track: AVAssetTrack) async throws -> FrameTimes {
        let range = try await track.load(.timeRange)
        return FrameTimes(
            try await track.akLoadSampleTable().lazy.map { ($0.presentationTime, $0.duration) },
            within: range
        )
    }

    /// When a picture appears, counted from 0; the end for the number behind the last.
    func time(ofFrame number: Int64, _ text: String) throws(WorkError) -> CMTime {
        guard number != times.count else { return end }
        guard number >= 0, number < times.count else {
            let last = times.isEmpty ? "it has none" : "its last is \(times.count - 1)f"
            throw WorkError(message: "there is no frame '\(text)' in the video: \(last)")
        }
        return times[Int(number)]
    }

    /// When a picture appears, counted backwards: `-1f` is the last one.
    func time(ofFrameFromEnd number: Int64, _ text: String) throws(WorkError) -> CMTime {
        guard number <= times.count else {
            throw WorkError(message: "there is no frame '\(text)' in the video: it has \(times.count)")
        }
        return try time(ofFrame: Int64(times.count) - number, text)
    }
}
