internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib

extension RenderCore {
    /// Does whatever is to be done about a renderer of pictures.
    func advance(_ renderer: VideoRendererCore) {
        decode(renderer)
        choose(renderer)
    }

    private func decode(_ renderer: VideoRendererCore) {
        guard !renderer.isDecoding, renderer.status != .failed else { return }
        let (decoder, session) = (renderer.decoder, renderer.session)
        let next = renderer.waiting.first?.buffer
        // What a decoder holds back is taken only where it would be missed.
        let isMissed = next == nil && renderer.held.map { $0 <= time } ?? false
        let hasRoom = renderer.pictures.count < renderer.depth || next?.says(.displayImmediately) ?? false
        guard next != nil && hasRoom || isMissed && !renderer.hasDue(at: time) else { return }
        if next != nil { renderer.waiting.removeFirst() }
        renderer.isDecoding = true
        renderer.run(self, on: renderer.worker) {
            Result { (try next.map { try decoder.decode($0) } ?? decoder.drain(), decoder.held) }
        } then: { [weak renderer] core, result in
            guard let renderer, renderer.session == session else { return }
            renderer.isDecoding = false
            core.isUnsettled = true
            switch result {
            case .failure(let error): renderer.fail(error, "the pictures", core)
            case .success(let (pictures, held)):
                renderer.held = held
                for picture in pictures { renderer.add(picture) }
            }
        }
    }

    /// Shows the picture whose time has come.
    private func choose(_ renderer: VideoRendererCore) {
        guard let picture = renderer.takeDue(at: time) else { return }
        renderer.shown = picture
        var moment = now
        if !picture.isImmediate, let due = hostTime(of: picture.time), due <= now, isGoing { moment = due }
        present(picture, renderer, moment)
        // There is room for another one.
        isUnsettled = true
    }

    private var isGoing: Bool { control.map { $0.effectiveRate != 0 } ?? (anchor.rate != 0) }

    /// The picture once more, as when a window has another size.
    func showAgain(_ renderer: VideoRendererCore) {
        if let shown = renderer.shown { present(shown, renderer, now) }
    }

    private func present(_ picture: RenderedPicture, _ renderer: VideoRendererCore, _ moment: Int64) {
        guard let display = renderer.display else { return }
        if case .gone = display.state { return }
        if let overtaken = display.waiting, overtaken.picture !== picture.picture { renderer.counts.dropped += 1 }
        let time = picture.time.isNumeric ? picture.time : time
        display.waiting = PictureDevice.Presentation(picture: picture.picture, itemTime: time, hostTime: moment)
        if case .new = display.state { open(display, renderer, picture) }
        presentNext(display, renderer)
    }

    private func open(_ display: PictureDevice, _ renderer: VideoRendererCore, _ picture: RenderedPicture) {
        display.state = .opening
        let size = picture.picture.size
        let reference = RendererReference(renderer: renderer)
        renderer.run(self, on: display.worker) {
            Result {
                try display.target.open(size) { event in
                    display.worker.async {
                        reference.renderer?.perform { $0.handle(event, of: reference.renderer, display) }
                    }
                }
            }
        } then: { [weak renderer] core, result in
            guard let renderer, renderer.display === display else { return }
            guard case .success = result else {
                display.state = .gone
                return
            }
            display.state = .open
            core.presentNext(display, renderer)
        }
    }

    private func presentNext(_ display: PictureDevice, _ renderer: VideoRendererCore) {
        guard !display.isPresenting, case .open = display.state, let next = display.waiting, let wish = display.wish
        else { return }
        (display.isPresenting, display.waiting) = (true, nil)
        renderer.run(self, on: display.worker) {
            Result {
                let pixels = try display.painter.pixels(of: next.picture, for: wish)
                try display.target.present(pixels, itemTime: next.itemTime, hostTime: next.hostTime)
            }
        } then: { [weak renderer] core, result in
            display.isPresenting = false
            guard let renderer, renderer.display === display else { return }
            renderer.counts.delay += max(0, Double(core.now - next.hostTime) / 1e9)
            if case .failure = result { display.state = .gone }
            core.presentNext(display, renderer)
            core.paintAhead(display, renderer)
        }
    }

    /// The picture that will show next is made ready, so that it shows on time.
    private func paintAhead(_ display: PictureDevice, _ renderer: VideoRendererCore) {
        guard let next = renderer.pictures.first?.picture, let wish = display.wish, !display.isPresenting,
            next.pixels(for: wish) == nil
        else { return }
        // What goes wrong is told when it is to show.
        renderer.run(self, on: display.worker) {
            _ = try? display.painter.pixels(of: next, for: wish)
        } then: { _, _ in
        }
    }

    private func handle(_ event: AKVideoTargetEvent, of renderer: VideoRendererCore?, _ display: PictureDevice) {
        guard let renderer, renderer.display === display else { return }
        switch event {
        case .needsPicture: showAgain(renderer)
        case .lost: display.state = .gone
        case .key, .closed: break
        }
        if let watcher = display.watcher { notice { watcher(event) } }
    }

    /// When something is to be done about a renderer of pictures.
    func dueMoments(of renderer: VideoRendererCore) -> [Int64] {
        let next = renderer.pictures.first?.time ?? (renderer.waiting.isEmpty ? renderer.held : nil)
        guard let next, next.isNumeric, let due = hostTime(of: next), due > now else { return [] }
        return [due]
    }

    /// Drops what has been enqueued, and what shows where that is wanted.
    func flush(_ renderer: VideoRendererCore, removesImage: Bool) {
        renderer.forget(self)
        guard removesImage else { return }
        renderer.shown = nil
        guard let display = renderer.display else { return }
        display.waiting = nil
        guard case .open = display.state else { return }
        effect { display.worker.async { display.target.clear() } }
    }

    /// Shows in another target.
    func replaceDisplay(_ renderer: VideoRendererCore, _ target: (any AKVideoTarget)?) {
        guard renderer.display?.target !== target || (target == nil) != (renderer.display == nil) else { return }
        let old = renderer.display
        if let old { effect { old.worker.async { old.target.close() } } }
        renderer.display = target.map { PictureDevice($0, environment.worker("assetkit.renderer.display")) }
        renderer.display?.gravity = old?.gravity ?? .resizeAspect
        renderer.display?.watcher = old?.watcher
        showAgain(renderer)
    }
}
