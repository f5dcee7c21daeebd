package import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
package import CMTimeLib

/// Still pictures of a track of a composition. Each request goes to the file that shows then; few files stay open. One call at
/// a time.
package final class ComposedStills: StillTaking {
    /// So many files are open at once.
    private static let openLimit = 8

    private let track: TrackSource
    private let composed: ComposedTrack
    private let duration: CMTime
    private let counters: RenderCounters
    private let flag: CancellationFlag
    /// Those used last are at the end.
    private var sessions: [(source: Int, session: StillSession)] = []

    /// Throws where the track shows nothing at all.
    package init(_ track: TrackSource, duration: CMTime, counters: RenderCounters, flag: CancellationFlag) throws {
        guard let composed = track.composed, !composed.stretches.isEmpty else { throw MediaProblem.nothingShown }
        (self.track, self.composed, self.duration) = (track, composed, duration)
        (self.counters, self.flag) = (counters, flag)
    }

    /// Makes pictures and hands each to `deliver` as soon as it is ready, from several threads, in no order. Returns when
    /// all have been delivered.
    package func render(
        _ requests: [StillRequest],
        _ pictures: PictureRequest,
        flag: CancellationFlag,
        deliver: @escaping @Sendable (Int, Result<Still, any Error>) -> Void
    ) throws {
        var pictures = pictures
        pictures.canvas = track.canvas(pictures.aperture, isTurned: pictures.appliesTransform)
        var asked: [Int: [Asked]] = [:]
        for request in requests {
            switch place(of: request.time) {
            case .shown(let stretch): asked[stretch.source, default: []].append(Asked(request, of: stretch))
            case .gap: deliver(request.number, black(pictures, at: request.time))
            case nil: deliver(request.number, .failure(MediaProblem.noPicture(at: request.time, duration: duration)))
            }
        }
        for (source, group) in asked.sorted(by: { $0.key < $1.key }) {
            try flag.check()
            try render(group, of: source, pictures, flag, deliver)
        }
    }

    private func render(
        _ group: [Asked],
        of source: Int,
        _ pictures: PictureRequest,
        _ flag: CancellationFlag,
        _ deliver: @escaping @Sendable (Int, Result<Still, any Error>) -> Void
    ) throws {
        let numbered = group.indices.map { place in
            var request = group[place].request
            request.number = place
            return request
        }
        let name = composed.sources[source].input.name
        do {
            try session(source).render(numbered, pictures, flag: flag) { place, result in
                let named = Result { try MediaProblem.naming(name) { try result.get() } }
                deliver(group[place].request.number, named.map { group[place].moved($0) })
            }
        } catch let error where !(error is CancellationError) {
            // A file that cannot be read fails what is asked of it, and nothing else.
            let named = Result<Still, any Error> { try MediaProblem.naming(name) { throw error } }
            for asked in group { deliver(asked.request.number, named) }
        }
    }

    private func session(_ source: Int) throws -> StillSession {
        if let place = sessions.firstIndex(where: { $0.source == source }) {
            sessions.append(sessions.remove(at: place))
        } else {
            if sessions.count == Self.openLimit { sessions.removeFirst() }
            let clip = composed.sources[source]
            let (end, description) = (clip.facts.timeRange.end, track.description(of: clip))
            let session = try StillSession(clip, description, duration: end, counters: counters, flag: flag)
            sessions.append((source, session))
        }
        return sessions[sessions.count - 1].session
    }

    // MARK: Places

    private enum Place {
        case shown(ComposedTrack.Stretch)
        case gap
    }

    /// What shows at a time: before the first stretch that one, behind the last one its end, as long as the composition lasts,
    /// or black where the track itself lasts longer.
    private func place(of time: CMTime) -> Place? {
        guard time.isValid, !time.isIndefinite, let last = composed.stretches.last else { return nil }
        let end = last.target.end
        if time >= end, track.facts.timeRange.end > end { return time <= duration ? .gap : nil }
        if time >= end { return time <= CMTimeMaximum(duration, end) ? .shown(last) : nil }
        guard let stretch = composed.stretches.first(where: { $0.target.end > time }) else { return nil }
        return stretch.target.start <= time || time < .zero ? .shown(stretch) : .gap
    }

    /// A request as the file's own timeline has it.
    private struct Asked: Sendable {
        let request: StillRequest
        private let stretch: ComposedTrack.Stretch

        init(_ request: StillRequest, of stretch: ComposedTrack.Stretch) {
            self.stretch = stretch
            let target = stretch.target
            let last = target.end - CMTime(value: 1, timescale: 1_000_000_000)
            let time = CMTimeMinimum(CMTimeMaximum(request.time, target.start), CMTimeMaximum(last, target.start))
            var own = request
            own.time = stretch.source(of: CMTimeRange(start: time, end: target.end)).start
            // Nothing beyond the stretch will do: it is not part of the edit.
            let before = CMTimeMaximum(time - request.toleranceBefore, target.start)
            let after = CMTimeMinimum(time + request.toleranceAfter, last)
            let reach = stretch.source(of: CMTimeRange(start: before, end: CMTimeMaximum(after, time)))
            own.toleranceBefore = own.time - reach.start
            own.toleranceAfter = reach.end - own.time
            self.request = own
        }

        /// With the time of the composition.
        func moved(_ still: Still) -> Still {
            let time = CMTimeMaximum(stretch.target(of: still.actualTime), stretch.target.start)
            return Still(image: still.image, actualTime: time)
        }
    }

    /// What a gap shows.
    private func black(_ pictures: PictureRequest, at time: CMTime) -> Result<Still, any Error> {
        Result {
            let video = track.facts.video ?? VideoFacts()
            let frame = try Frame.black(width: max(video.codedWidth, 2), height: max(video.codedHeight, 2))
            let converter = PictureConverter(pictures, PictureDescription(video))
            return Still(image: try converter.image(frame), actualTime: time)
        }
    }
}
