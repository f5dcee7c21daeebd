internal import AssetKitBase
package import AssetKitCore
package import AssetKitMedia
package import AssetKitSources
internal import CMTimeLib

/// What an output wants of an asset. A plain value: it makes the samples of any range, as often as ranges are asked for.
package enum SampleRequest: Sendable {
    case stored(TrackSource)
    case references(TrackSource)
    case sound(TrackSource, LinearPCM, AVAudioTimePitchAlgorithm)
    case pictures(TrackSource, PictureRequest)

    /// How many buffers may be ready before somebody takes them.
    var ahead: Int {
        switch self {
        case .stored, .references: 16
        case .sound: 4
        case .pictures: 3
        }
    }

    /// Whatever gives sample buffers one after the other. One thread uses it.
    typealias Maker = () throws -> CMSampleBuffer?

    /// The samples of a range. `sharing`: they are read from the beginning, in step with those of the other outputs.
    func open(_ session: ReadingSession, in range: CMTimeRange, sharing: Bool) throws -> Maker {
        let range = range.intersection(CMTimeRange(start: .zero, duration: .positiveInfinity))
        switch self {
        case .stored(let track):
            let samples = try session.stored(track, in: range, sharing)
            return { try samples.next() }
        case .references(let track):
            let samples = try ReferenceSamples(track, in: range)
            return { try samples.next() }
        case .sound(let track, let wish, let algorithm):
            let samples = try session.sound(of: track, as: wish, in: range, by: algorithm, sharing)
            return { try samples.next() }
        case .pictures(let track, let request):
            let samples = try session.pictures(of: track, as: request, in: range, sharing)
            return { try samples.next() }
        }
    }

    /// The samples of several ranges, one after the other. Each is opened when it is its turn.
    func open(_ session: ReadingSession, in ranges: [CMTimeRange]) -> Maker {
        var rest = ranges[...]
        var current: Maker?
        return {
            while true {
                if let sample = try current?() { return sample }
                // What it has opened may serve the next one.
                current = nil
                guard let range = rest.popFirst() else { return nil }
                current = try open(session, in: range, sharing: false)
            }
        }
    }
}
