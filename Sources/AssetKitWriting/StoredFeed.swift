internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// Takes the samples of an input that are stored as they come.
///
/// The last sample of pictures is held back until it is known how long it lasts.
final class StoredFeed: InputFeed {
    private struct State: Sendable {
        var timeline = InputTimeline()
        var timescale: InputTimescale
        var formats: [CMFormatDescription]
        var priming: Int?
        var hasSamples = false
        var lastDecode = CMTime.negativeInfinity
        var lastDuration: CMTime?
        /// The picture that waits for the next one.
        var held: SinkSample?
        var hasEnded = false
        /// The file has been planned with these formats: no other may come.
        var isPlanned = false
    }

    private let writer: FileWriter
    private let track: Int
    private let isSound: Bool
    private let holdsBack: Bool
    /// The track belongs to the file before it has samples.
    private let isSparse: Bool
    private let statedTimescale: CMTimeScale
    private let segments: SegmentWish?
    private let state: Lock<State>

    init(_ writer: FileWriter, track: Int, _ plan: InputPlan) {
        (self.writer, self.track) = (writer, track)
        isSound = plan.track.mediaType == .audio
        holdsBack = plan.track.mediaType == .video
        isSparse = plan.isSparse
        segments = plan.segments
        statedTimescale = plan.track.timescale
        state = Lock(State(timescale: InputTimescale(), formats: plan.hint.map { [$0] } ?? []))
    }

    /// After an error, appending tells of it.
    var isReady: Bool { (try? writer.canAppend(to: track)) ?? true }

    func append(_ buffer: CMSampleBuffer, origin: CMTime) throws {
        guard buffer.numSamples > 0 else { return try end(at: buffer.presentationTimeStamp - origin, buffer) }
        let samples = try StoredSampleReader(buffer, origin: origin, isSound: isSound).samples()
        if let first = samples.first { _ = segments?.control.begins(at: first.made.presentationTime) }
        for sample in samples { try put(sample) }
    }

    func end() {
        let (held, isFirst) = state.withLock { state in
            defer { (state.held, state.hasEnded) = (nil, true) }
            return (state.held, !state.hasEnded)
        }
        guard isFirst else { return }
        // What goes wrong here is told by whoever completes the file.
        if let held { try? writer.append(held, to: track, waits: false) }
        try? writer.end(track)
    }

    func complete() throws { end() }

    func cancel() {}

    var facts: InputFacts? {
        state.withLock { state in
            guard let format = state.formats.first, state.hasSamples || (isSparse && !state.hasEnded) else {
                return nil
            }
            state.isPlanned = true
            // Where no sample came yet, milliseconds will have to do.
            var timescale = state.hasSamples ? state.timescale.timescale : 1000
            if isSound, let rate = format.audioStreamBasicDescription?.mSampleRate, rate >= 1 {
                timescale = CMTimeScale(min(rate.rounded(), Double(CMTimeScale.max)))
            } else if statedTimescale > 0 {
                timescale = statedTimescale
            }
            return InputFacts(formats: state.formats, timescale: timescale, priming: state.priming ?? 0)
        }
    }

    func edits(until end: CMTime?) -> [CMTimeMapping]? { state.withLock { $0.timeline.edits(until: end) } }

    // MARK: Samples

    private func put(_ sample: StoredSampleReader.Sample) throws {
        let ready = try state.withLock { state -> SinkSample? in
            let place = try Self.format(sample.format, &state)
            state.hasSamples = true
            if state.priming == nil { state.priming = sample.priming }
            if !isSound { sample.times.forEach { state.timescale.add($0) } }
            let shift = state.timeline.add(sample.timing)
            var made = sample.made
            made.format = place
            made.presentationTime = made.presentationTime + shift
            made.decodeTime = made.decodeTime + shift
            guard made.decodeTime > state.lastDecode else {
                throw MediaProblem(
                    code: .unknown,
                    reason: "a sample came out of order: each must be decoded after the one before it"
                )
            }
            if !made.duration.isNumeric {
                // Nobody said how long it lasts: as long as the one before.
                made.duration = state.lastDuration ?? CMTime(value: 1, timescale: 30)
            }
            state.lastDecode = made.decodeTime
            state.lastDuration = made.duration
            guard holdsBack else { return made }
            defer { state.held = made }
            return state.held
        }
        if let ready { try writer.append(ready, to: track, waits: false) }
    }

    private static func format(_ format: CMFormatDescription, _ state: inout State) throws -> Int {
        if let place = state.formats.firstIndex(of: format) { return place }
        guard !state.isPlanned else {
            throw MediaProblem(
                code: .formatUnsupported,
                reason: "the format of the samples changed; all samples of an input must have the format of the first"
            )
        }
        // A hint that turns out to be another one goes.
        if !state.hasSamples { state.formats = [] }
        state.formats.append(format)
        return state.formats.count - 1
    }

    /// A buffer without samples says when the last picture ends.
    private func end(at time: CMTime, _ marker: CMSampleBuffer) throws {
        let key = kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration
        guard marker.attachmentStore[key]?.value != nil, time.isNumeric else { return }
        state.withLock { state in
            guard var held = state.held, held.presentationTime < time else { return }
            held.duration = time - held.presentationTime
            state.held = held
            _ = state.timeline.add(
                InputTimeline.Timing(start: held.presentationTime, decode: held.decodeTime, duration: held.duration)
            )
        }
    }
}
