internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib
internal import Foundation

extension PlayerCore {
    /// So many pictures are decoded ahead, of large ones and of small ones.
    private static let (largeCount, smallCount) = (4, 8)
    /// Pictures that are so late are not waited for: reading goes on where it would be in time.
    private static let latest = CMTime(value: 1, timescale: 1)

    func demandPictures(_ item: ItemCore) {
        let limit = (item.media?.size.height ?? 0) < 720 ? Self.smallCount : Self.largeCount
        guard item.media?.pictures != nil, item.landing != nil, let reader = item.pictureReader,
            let worker = item.pictureWorker, !item.isDecodingPicture, !item.arePicturesAtEnd,
            item.pictures.count < limit
        else { return }
        (item.isDecodingPicture, item.decodingSince) = (true, now)
        let generation = item.generation
        run(on: worker) {
            Result { try reader.next() }
        } then: { core, result in
            core.take(result, of: item, generation)
        }
    }

    private func take(_ result: Result<DecodedPicture?, any Error>, of item: ItemCore, _ generation: Int) {
        (item.isDecodingPicture, item.decodingSince) = (false, nil)
        guard generation == item.generation, item.engine === engine else { return }
        switch result {
        case .failure(let error):
            if hasGivenWay(item, error) { return }
            item.arePicturesAtEnd = true
            guard item.lastPictureEnd != nil else { return failReading(item, error) }
            item.breakOff(error, at: item.lastPictureEnd ?? .zero)
        case .success(nil): item.arePicturesAtEnd = true
        case .success(let picture?):
            item.pictures.append(picture)
            item.lastPictureEnd = picture.range.end
            if let problem = picture.problem { figures.pictureProblem = describe(problem) }
            wakeOutputs(item)
            skipIfLate(item)
        }
    }

    /// When an item that waits for its next picture has waited too long to go on without: sound goes on longer than pictures
    /// alone would.
    func starvation(_ item: ItemCore) -> Int64? {
        guard motion == .moving, !item.isReverse, let since = item.decodingSince, item.pictures.count <= 1 else {
            return nil
        }
        return since + (sound?.isRunning == true ? 3_000_000_000 : 1_000_000_000)
    }

    /// Waits for pictures that do not come.
    func checkStarvation(_ item: ItemCore) {
        guard let limit = starvation(item), now >= limit, (item.lastPictureEnd ?? .zero) <= time(of: item) else {
            return
        }
        stall(item)
    }

    /// Where decoding cannot keep up at all, it jumps to where the time is.
    private func skipIfLate(_ item: ItemCore) {
        guard item === current, motion == .moving, let last = item.lastPictureEnd, !item.isReverse, item.seeking == nil,
            item.pictureReader != nil
        else { return }
        let time = time(of: item)
        guard time - last > Self.latest, let worker = item.pictureWorker, let reader = item.pictureReader else {
            return
        }
        let end = item.end(soundRate: sound?.rate)
        // As far ahead as it is behind, since getting there takes time too.
        let goal = time + (time - last)
        guard !end.isNumeric || goal < end else { return }
        (item.isDecodingPicture, item.readingLimit) = (true, nil)
        let generation = item.generation
        let start = PictureStart.within(goal, before: Self.latest, after: Self.latest)
        let limit = end.isNumeric ? end : .positiveInfinity
        run(on: worker) {
            Result { try reader.open(start, until: limit, isReverse: false) }
        } then: { core, result in
            item.isDecodingPicture = false
            guard generation == item.generation else { return }
            if case .failure(let error) = result, !core.hasGivenWay(item, error) { core.failReading(item, error) }
        }
    }

    // MARK: Showing

    /// Shows the picture whose time has come.
    func choosePicture(_ item: ItemCore) {
        guard item.landing != nil, item.seeking == nil, !item.pictures.isEmpty else { return }
        let time = time(of: item)
        if item.isReverse {
            while item.pictures.count > 1, item.pictures[0].range.start > time { skipFirst(item) }
        } else {
            while item.pictures.count > 1, item.pictures[1].range.start <= time { skipFirst(item) }
        }
        let picture = item.pictures[0]
        // Before the first picture of a track, that one shows.
        let isFirst = item.shown == nil || item.isShownOld
        let isDue = isFirst || (item.isReverse ? picture.range.end >= time : picture.range.start <= time)
        guard isDue else { return }
        item.isShownOld = false
        if picture !== item.shown { show(picture, item, at: time) }
    }

    private func skipFirst(_ item: ItemCore) {
        let picture = item.pictures.removeFirst()
        if picture !== item.shown, motion == .moving { figures.dropped += 1 }
    }

    private func show(_ picture: DecodedPicture, _ item: ItemCore, at time: CMTime) {
        item.shown = picture
        figures.shown += 1
        var due = now
        let start = item.isReverse ? picture.range.end : picture.range.start
        if motion == .moving, let moment = hostTime(of: start, item), moment <= now { due = moment }
        present(picture, due)
    }

    /// The picture once more, as when a window has another size.
    func showAgain() {
        if let picture = current?.shown { present(picture, now) }
    }

    private func present(_ picture: DecodedPicture, _ due: Int64) {
        guard let display, !isLeftToOutputs else { return }
        if case .gone = display.state { return }
        if let overtaken = display.waiting, overtaken.picture !== picture, motion == .moving {
            // The target was not through with the one before it, and it will not be seen.
            figures.shown -= 1
            figures.dropped += 1
        }
        display.waiting = PictureDevice.Presentation(picture: picture, itemTime: picture.range.start, hostTime: due)
        presentNext(display)
    }

    private func presentNext(_ display: PictureDevice) {
        guard !display.isPresenting, case .open = display.state, let next = display.waiting, let wish = display.wish
        else { return }
        (display.isPresenting, display.waiting) = (true, nil)
        let isMoving = motion == .moving
        run(on: display.worker) {
            Result {
                let pixels = try display.painter.pixels(of: next.picture, for: wish)
                try display.target.present(pixels, itemTime: next.itemTime, hostTime: next.hostTime)
            }
        } then: { core, result in
            display.isPresenting = false
            // It was replaced meanwhile, and is closed: what waited for it shows nowhere, and nothing went wrong.
            guard display === core.display else { return }
            if isMoving { core.figures.addLateness(core.now - next.hostTime) }
            if case .failure(let error) = result {
                display.state = .gone
                core.figures.pictureProblem = core.describe(error)
            }
            core.presentNext(display)
            core.paintAhead(display)
        }
    }

    /// A picture that has had its turn, and waits for its target only, is seen before that is closed.
    func presentLast(_ display: PictureDevice) {
        guard case .open = display.state, let last = display.waiting, let wish = display.wish else { return }
        display.waiting = nil
        run(on: display.worker) {
            Result {
                let pixels = try display.painter.pixels(of: last.picture, for: wish)
                try display.target.present(pixels, itemTime: last.itemTime, hostTime: last.hostTime)
            }
        } then: { core, result in
            guard case .failure(let error) = result else { return }
            core.figures.pictureProblem = core.figures.pictureProblem ?? core.describe(error)
        }
    }

    /// The picture that will show next is made ready, so that it shows on time.
    private func paintAhead(_ display: PictureDevice) {
        guard let item = current, let next = item.pictures.first(where: { $0 !== item.shown }), let wish = display.wish,
            !display.isPresenting, !isLeftToOutputs, next.pixels(for: wish) == nil
        else { return }
        // What goes wrong is told when it is to show.
        run(on: display.worker) {
            _ = try? display.painter.pixels(of: next, for: wish)
        } then: { _, _ in
        }
    }

    func handle(_ event: AKVideoTargetEvent, _ display: PictureDevice) {
        guard display === self.display else { return }
        switch event {
        case .needsPicture: showAgain()
        case .lost(let reason):
            display.state = .gone
            figures.pictureProblem = reason
        case .key, .closed: break
        }
        let watcher = display.watcher
        if let watcher { notice { watcher(event) } }
    }

    /// When the next picture is due.
    func pictureDue(_ item: ItemCore) -> Int64? {
        if item.isReverse { return item.pictures.first.flatMap { hostTime(of: $0.range.start, item) } }
        guard let picture = item.pictures.first else { return nil }
        if picture !== item.shown { return hostTime(of: picture.range.start, item) }
        return item.pictures.count > 1 ? hostTime(of: item.pictures[1].range.start, item) : nil
    }

    // MARK: Outputs

    /// Somebody else shows the pictures.
    private var isLeftToOutputs: Bool {
        current?.outputs.contains { $0 is AVPlayerItemVideoOutput && $0.suppressesPlayerRendering } ?? false
    }

    private func wakeOutputs(_ item: ItemCore) {
        for case let output as AVPlayerItemVideoOutput in item.outputs {
            guard let call = output.takeDataRequest() else { continue }
            let environment = environment
            effect { environment.notice(on: call.queue, call.body) }
        }
    }

    func flush(_ output: AVPlayerItemOutput) {
        guard let call = output.flushCall() else { return }
        let environment = environment
        effect { environment.notice(on: call.queue, call.body) }
    }
}
