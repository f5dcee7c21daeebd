internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitWriting
internal import CMTimeLib
internal import Foundation

// Metadata of times that goes with a recording. On the worker, but for what comes.

extension Recording {
    /// Groups of a connection: each holds until the next one.
    struct TimedTrack {
        let connection: AVCaptureConnection
        let format: CMFormatDescription
        var adaptor: AVAssetWriterInputMetadataAdaptor?
        var pending = Fifo<Timed>()
        /// The last one, until it is known how long it holds.
        var held: Timed?
    }

    /// A group, and when it begins: on the host clock, and once that is settled in the recording.
    struct Timed {
        let group: AVTimedMetadataGroup
        var time: Int64
    }

    private typealias Due = (group: AVTimedMetadataGroup, time: Int64, length: Int64)

    /// Takes a group, on the client's thread. What becomes of it is nil where it was counted before.
    func receive(
        _ group: AVTimedMetadataGroup,
        at hostTime: Int64,
        _ connection: AVCaptureConnection,
        _ fate: SampleFate?
    ) {
        worker.async { [self] in
            let isTaken = state.withLock { state in
                guard !state.isOver, let index = state.timed.firstIndex(where: { $0.connection === connection }) else {
                    return false
                }
                state.timed[index].pending.append(Timed(group: group, time: hostTime))
                return true
            }
            if isTaken { fate?.becomes(.delivered) }
        }
    }

    /// Makes inputs for what connections bring.
    func makeMetadataInputs(of writer: AVAssetWriter) {
        for index in state.withLock({ $0.timed.indices }) {
            let format = state.withLock { $0.timed[index].format }
            let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
            writer.add(input)
            let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
            state.withLock { $0.timed[index].adaptor = adaptor }
        }
    }

    /// Appends the groups whose fate is settled, and whose length is known; false when the writer is over. `length`: how long the
    /// recording is, at its end.
    func appendMetadata(until length: Int64? = nil) -> Bool {
        for index in state.withLock({ $0.timed.indices }) {
            while let due = nextMetadata(index, length) {
                guard let adaptor = state.withLock({ $0.timed[index].adaptor }) else { break }
                let group = AVTimedMetadataGroup(
                    items: due.group.items,
                    timeRange: CMTimeRange(start: Self.time(due.time), duration: Self.time(due.length))
                )
                guard adaptor.assetWriterInput.waitForRoom(), adaptor.append(group) else {
                    let error = state.withLock { $0.writer?.error as? AVError }
                    fail(error ?? AVError(.unknown, "the metadata of the recording cannot be written"))
                    return false
                }
            }
        }
        return true
    }

    /// The next group that can be appended, with its place and its length; nil for none so far.
    private func nextMetadata(_ index: Int, _ length: Int64?) -> Due? {
        state.withLock { state -> Due? in
            while true {
                let (held, next) = (state.timed[index].held, state.timed[index].pending.first)
                // What is said of a time to come waits for that.
                let newest = min(state.course.horizon, state.tracks.map(\.last).max() ?? .min)
                guard let next, length != nil || next.time < newest else {
                    // At the end the last one holds up to there.
                    guard let held, let length, held.time < length else { return nil }
                    state.timed[index].held = nil
                    return (held.group, held.time, length - held.time)
                }
                _ = state.timed[index].pending.popFirst()
                let place = state.course.duration(until: next.time)
                if let length, place >= length { continue }
                state.timed[index].held = Timed(group: next.group, time: place)
                // Of those that are said at one moment, or before the beginning, the last one holds.
                guard let held, held.time < place else { continue }
                return (held.group, held.time, place - held.time)
            }
        }
    }
}
