/// Still pictures of a track whose samples do not say when they are shown: raw streams, and AVI with pictures out of order.
/// Only counting pictures from the beginning tells which one is shown when, so they are decoded in order, once for all
/// requests of a call.
struct StillSequence {
    private let stream: PictureStream
    private let converter: PictureConverter
    private let end: CMTime
    private let counters: RenderCounters

    init(
        _ source: TrackSource,
        _ media: OpenedMedia,
        _ reader: any SampleReading,
        _ converter: PictureConverter,
        duration: CMTime,
        flag: CancellationFlag
    ) throws {
        let pictures = try PictureSource(reader, counters: media.counters, flag: flag)
        let everything = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let stretches = source.stretches(in: everything, origin: try media.origin(of: source))
        stream = PictureStream(pictures, stretches, startsAtBeginning: false)
        (self.converter, counters) = (converter, media.counters)
        end = duration.isNumeric ? duration : .zero
    }

    /// Makes the pictures that are shown at the times asked for; tolerances only help beyond the end.
    func render(
        _ requests: [StillRequest],
        flag: CancellationFlag,
        deliver: (Int, Result<Still, any Error>) -> Void
    ) throws {
        let asked = requests.filter { $0.time.isValid && !$0.time.isIndefinite }
        var waiting = asked.sorted { $0.time < $1.time }[...]
        var last: (still: Result<CGImage, any Error>?, range: CMTimeRange)?
        let (frame, shown) = (FrameSlot(), FrameSlot())
        while !waiting.isEmpty, let range = try stream.next(into: frame.value) {
            try flag.check()
            shown.value.take(from: frame.value)
            let due = waiting.prefix { $0.time < range.end }
            waiting = waiting.dropFirst(due.count)
            let image = due.isEmpty ? nil : convert(shown.value)
            if let image { answer(due, image, range.start, deliver) }
            last = (image, range)
        }
        if let last {
            let late = waiting.prefix { $0.time <= max(end, last.range.end) || $0.accepts(last.range.start) }
            waiting = waiting.dropFirst(late.count)
            if !late.isEmpty { answer(late, last.still ?? convert(shown.value), last.range.start, deliver) }
        }
        let none = MediaProblem(code: .noImageAtTime, reason: "it shows nothing then")
        let unanswered = Array(waiting) + requests.filter { !$0.time.isValid || $0.time.isIndefinite }
        for request in unanswered { deliver(request.number, .failure(none)) }
    }

    private func convert(_ frame: borrowing Frame) -> Result<CGImage, any Error> {
        counters.add { $0.picturesConverted += 1 }
        return Result { try converter.image(frame) }
    }

    private func answer(
        _ requests: ArraySlice<StillRequest>,
        _ image: Result<CGImage, any Error>,
        _ time: CMTime,
        _ deliver: (Int, Result<Still, any Error>) -> Void
    ) {
        for request in requests { deliver(request.number, image.map { Still(image: $0, actualTime: time) }) }
    }

    /// Holds a frame, which cannot be part of a tuple.
    private final class FrameSlot {
        let value = Frame()
    }
}

extension DemuxedSampleReader {
    /// The first samples all say when they are shown. Leaves the reader at the beginning.
    func saysTimes() throws -> Bool {
        if hasPresentationTimes { return true }
        let packet = Packet()
        var isComplete = true
        for _ in 0..<32 {
            guard try read(into: packet) else { break }
            isComplete = isComplete && packet.presentationTicks != nil
        }
        try goToStart()
        return isComplete
    }
}
