internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

// Pictures, as long as they come.

extension PortalCapture {
    /// What was seen and handed on until now.
    private struct Course {
        var times: SharedTimes
        var region: GrabRegion?
        var shown: SharedPicture?
        /// What is known of the newest picture, when it was made, and whether it is to be handed on still.
        var news: PortalStream.News?
        var moment: Int64 = 0
        var isFresh = false
        /// What was broken, or had no time, since the last one.
        var brokenCount: Int64 = 0
        var lostCount = 0
        let pools = (PicturePool(), PicturePool())
    }

    /// Hands pictures on until it is stopped or they end.
    func show(_ stream: PortalStream) throws(End) {
        var course = Course(times: SharedTimes(setup.frameDuration))
        let limit = SystemHostClock.shared.now + 2 * Int64(place.patience) * 1_000_000
        while thread.isWanted {
            try look(stream, &course)
            let now = host.now
            course.lostCount += course.times.skip(at: now)
            let step = course.times.next(course.isFresh ? course.moment : nil)
            if let step, step.due <= now {
                try handOn(step, stream, &course)
                continue
            }
            let answer: PortalStream.Answer
            if step == nil {
                // There was one, and it cannot be read. A still screen has no other.
                guard SystemHostClock.shared.now < limit else {
                    throw .failed(.broken("no picture of what is shared can be read"))
                }
                answer = stream.wait(until: limit, wantsPictures: true)
                guard thread.isWanted else { throw .stopped }
            } else {
                answer = try wait(stream, until: step?.due, wantsPictures: !course.isFresh)
            }
            switch answer {
            case .done, .picture, .woken: break
            case .ended, .refused, .gone, .stalled, .lost:
                let failure = end(answer, stream)
                throw thread.isWanted ? .failed(failure) : .stopped
            }
        }
    }

    /// Why pictures have ended.
    private func end(_ answer: PortalStream.Answer, _ stream: PortalStream) -> DeviceFailure {
        let reason = stream.reason.map { ": \($0)" } ?? ""
        return switch answer {
        case .ended: .ended(Self.endText)
        case .gone: .disconnected
        case .lost: .interrupted(stream.reason ?? "PipeWire or the desktop's portal is gone")
        case .refused, .done, .picture, .stalled, .woken: .broken("pictures cannot be read any more\(reason)")
        }
    }

    /// Learns what has come.
    private func look(_ stream: PortalStream, _ course: inout Course) throws(End) {
        let news = stream.news
        guard news.number != course.news?.number ?? 0 else { return }
        let isOwnTime = host === SystemHostClock.shared
        course.news = news
        course.moment = isOwnTime ? news.moment : host.now
        course.isFresh = true
        let region = GrabRegion(setup.region, width: news.width, height: news.height)
        guard let region, course.region == nil || course.region == region else {
            let size = "\(news.width) x \(news.height) pixels"
            let reason =
                course.region == nil
                ? "there is no picture of that part of what is shared: it has \(size)"
                : "what is shared has another size now: \(size)"
            throw .failed(.broken(reason))
        }
        course.region = region
    }

    private func handOn(_ step: SharedTimes.Step, _ stream: PortalStream, _ course: inout Course) throws(End) {
        guard let region = course.region else { return }
        if step.isNew {
            course.isFresh = false
            guard let copy = try copy(stream, region, &course) else { return }
            course.shown = copy
        }
        guard let shown = course.shown else { return }
        let form = ScreenPicture(thread.preference, width: region.width, height: region.height)
        guard let picture = shown.picture(form, from: course.pools.1) else {
            throw .failed(.broken("there is no memory for a picture"))
        }
        let broken = stream.news.brokenCount
        let lostCount = course.lostCount + Int(clamping: broken - course.brokenCount)
        (course.brokenCount, course.lostCount) = (broken, 0)
        course.times.handOn(step)
        guard thread.isWanted else { throw .stopped }
        deliver(picture, at: step.moment, lostCount: lostCount)
    }

    /// The pixels of the newest picture; nil where it is broken, or is another by now, and the one before it stays.
    private func copy(
        _ stream: PortalStream,
        _ region: GrabRegion,
        _ course: inout Course
    ) throws(End) -> SharedPicture? {
        // Of the size that was looked at: what has come since is looked at first.
        guard let news = course.news else { return nil }
        let whole = ScreenPicture(nil, width: news.width, height: news.height)
        guard let picture = whole.make(from: course.pools.0) else {
            throw .failed(.broken("there is no memory for a picture"))
        }
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        let storage = picture.storage
        guard let start = storage.memory(ofPlane: 0).baseAddress else { return nil }
        let isCopied = stream.copy(
            into: start,
            bytesPerRow: storage.bytesPerRow(ofPlane: 0),
            width: news.width,
            height: news.height
        )
        return isCopied ? SharedPicture(picture, region) : nil
    }
}
