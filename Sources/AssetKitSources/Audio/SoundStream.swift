internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import CMTimeLib

/// The sound of a track over a range of the asset's timeline, through its edits. Not Sendable: one stage owns it.
final class SoundStream {

    /// Up to here it is cheaper to decode what is not wanted than to seek, in seconds.
    private static let patience: Int64 = 1

    private let decoder: SoundTrackDecoder
    private var stretches: ArraySlice<MediaStretch>
    private var current: SampledStretch?
    private let held = Frame()
    private var heldPlace: SoundTrackDecoder.Place?
    /// Where decoding has come to.
    private var decoded: SoundTrackDecoder.Place?
    /// How much of the held sound has been given.
    private var heldGiven = 0
    private var hasStarted = false
    /// Decoding from the track's first sample on gives what is wanted first.
    private let startsAtBeginning: Bool

    /// `startsAtBeginning`: the decoder stands where the first stretch begins, or before.
    init(_ decoder: SoundTrackDecoder, _ stretches: [MediaStretch], startsAtBeginning: Bool) {
        self.decoder = decoder
        self.stretches = stretches[...]
        self.startsAtBeginning = startsAtBeginning
    }

    /// Fills the slot with the next sound and says where it lies; nil at the end. Times ascend; where nothing is to be
    /// heard nothing comes.
    func next(into frame: borrowing Frame) throws -> SoundPlace? {
        while true {
            guard var cut = current else {
                guard try begin() else { return nil }
                continue
            }
            guard let place = try fill() else {
                current = nil
                continue
            }
            cut.settle(rate: place.rate)
            current = cut
            let from = max(place.start + Int64(heldGiven), cut.first)
            let end = min(place.end, cut.end)
            if place.end <= cut.first {
                heldPlace = nil
            } else if from >= end {
                current = nil
            } else {
                try give(to: frame, Int(from - place.start)..<Int(end - place.start), of: place)
                return SoundPlace(start: from.addingClamped(cut.shift), count: Int(end - from), rate: cut.rate)
            }
        }
    }

    /// Hands some of the held samples over: the frame itself, where it is all of them.
    private func give(to frame: borrowing Frame, _ samples: Range<Int>, of place: SoundTrackDecoder.Place) throws {
        if samples == 0..<place.count {
            frame.take(from: held)
        } else {
            try frame.share(held, samples: samples)
        }
        heldGiven = samples.upperBound
        if heldGiven == place.count { heldPlace = nil }
    }

    /// Goes to the next stretch; false where there is none.
    private func begin() throws -> Bool {
        guard let stretch = stretches.popFirst() else { return false }
        // A held moment makes no sound.
        guard !stretch.isHeld else { return true }
        let start = stretch.source.start
        current = SampledStretch(stretch)
        heldGiven = 0
        if !goesOn(to: start) {
            heldPlace = nil
            try decoder.seek(to: start)
        }
        hasStarted = true
        return true
    }

    /// What is held, or comes soon, is what the stretch begins with.
    private func goesOn(to start: CMTime) -> Bool {
        guard hasStarted else { return startsAtBeginning }
        guard let decoded else { return false }
        let first = start.firstSample(rate: decoded.rate)
        let nearest = heldPlace?.start ?? decoded.end
        return first >= nearest && first <= decoded.end.addingClamped(Self.patience * Int64(decoded.rate))
    }

    /// Decodes on, unless some of the last sound is left.
    private func fill() throws -> SoundTrackDecoder.Place? {
        if let heldPlace { return heldPlace }
        heldGiven = 0
        heldPlace = try decoder.next(into: held)
        decoded = heldPlace ?? decoded
        return heldPlace
    }
}

/// A stretch in samples of the media.
private struct SampledStretch {
    private let stretch: MediaStretch
    private var decodedRate = 0
    /// The rate at which the samples play on the asset's timeline.
    private(set) var rate = 0
    /// The first sample of the media that is wanted, and the one behind the last.
    private(set) var first: Int64 = 0
    private(set) var end: Int64 = 0
    /// What is added to a sample's number in the media for its number on the asset's timeline.
    private(set) var shift: Int64 = 0

    init(_ stretch: MediaStretch) { self.stretch = stretch }

    /// Counts in samples of a rate. The samples of edits that follow each other do so too: where the edits' times fall
    /// between samples, the first one behind counts.
    mutating func settle(rate decoded: Int) {
        guard decoded != decodedRate else { return }
        decodedRate = decoded
        let edit = stretch.edit
        rate = decoded
        if !stretch.hasNormalRate {
            let speed = edit.source.duration.seconds / edit.target.duration.seconds
            rate = max(1, Int(exactly: (Double(decoded) * speed).rounded()) ?? decoded)
        }
        let begin = edit.source.start.nearestSample(rate: decoded)
        shift = edit.target.start.firstSample(rate: rate).subtractingClamped(begin)
        first = stretch.target.start.firstSample(rate: rate).subtractingClamped(shift)
        end = stretch.target.end.firstSample(rate: rate)
        if end != .max { end = end.subtractingClamped(shift) }
    }
}
