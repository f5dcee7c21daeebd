internal import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension PlayerCore {
    /// Ends an item whose time has come.
    func checkEnd(_ item: ItemCore) {
        guard motion == .moving, !item.hasEnded, item.seeking == nil else { return }
        let time = time(of: item)
        if let breakOff = item.breakOff, time >= breakOff.time { return giveUp(item, breakOff.error) }
        let end = item.isReverse ? item.beginning : item.end(soundRate: sound?.rate)
        guard end.isNumeric, item.isReverse ? time <= end : time >= end, !awaitsLastSound(item) else { return }
        finish(item)
        switch actionAtItemEnd {
        case .pause:
            halt(item)
            hold(item, at: end)
            changeRate(to: 0, because: .setRateCalled)
        case .none:
            // The time runs on; nothing shows and nothing is heard any more.
            if let sound, sound.isRunning {
                stop(sound, at: nil, nil)
                let (clock, rate) = (environment.hostClock, Double(rate))
                set(
                    PlaybackAnchor(itemTime: end, clockTime: hostMoment, rate: rate, clock: clock),
                    of: item,
                    isJump: false
                )
            }
        case .advance:
            halt(item)
            hold(item, at: end)
            removeFirst()
        }
    }

    /// It cannot be read on.
    func giveUp(_ item: ItemCore, _ cause: any Error) {
        item.hasEnded = true
        halt(item)
        let error = playbackError(item, cause) as NSError
        post(AVPlayerItem.failedToPlayToEndTimeNotification, item, [AVPlayerItemFailedToPlayToEndTimeErrorKey: error])
        if actionAtItemEnd == .advance, items.count > 1 {
            removeFirst()
        } else {
            changeRate(to: 0, because: .setRateFailed)
        }
    }

    /// It has played to its end.
    func finish(_ item: ItemCore) {
        item.hasEnded = true
        post(AVPlayerItem.didPlayToEndTimeNotification, item)
    }

    /// The next item's turn, whose sound is heard already.
    func goOn(from item: ItemCore) {
        finish(item)
        let end = item.end(soundRate: sound?.rate)
        hold(item, at: end.isNumeric ? end : time(of: item))
        call(observers, at: time(of: item), isReverse: item.isReverse)
        removeFirst()
    }

    /// Takes the first item away.
    func removeFirst() {
        guard let first = items.first else { return }
        items.removeFirst()
        first.core.engine = nil
        giveUpTimes(of: first.core)
        first.core.network.end(first.core.media)
        tellAbsence(first.core)
        letGo(first)
        for watcher in queueWatchers.values { watcher() }
    }

    /// Takes an item away, wherever it stands.
    func remove(_ item: AVPlayerItem) {
        guard let place = items.firstIndex(where: { $0 === item }) else { return }
        if place == 0 {
            if motion != .still { halt(item.core) }
            // What the device had taken of it and not played is not heard later.
            sound.map { clear($0) }
        }
        for request in [item.core.asked, item.core.seeking].compactMap({ $0 }) { answer(request, false) }
        (item.core.asked, item.core.seeking) = (nil, nil)
        items.remove(at: place)
        item.core.engine = nil
        giveUpTimes(of: item.core)
        item.core.generation += 1
        item.core.forget()
        item.core.network.end(item.core.media)
        tellAbsence(item.core)
        forgetSound(of: item.core)
        letGo(item)
        if place == 0 { completePrerolls(false) }
        for watcher in queueWatchers.values { watcher() }
    }

    /// Keeps an item until the lock is free: it may be the last one to do so, and a client's subclass may ask something then.
    private func letGo(_ item: AVPlayerItem) { effect { withExtendedLifetime(item) {} } }

    /// Adds an item behind another one, or at the end.
    func insert(_ item: AVPlayerItem, after place: Int?) {
        item.core.engine = engine
        if item.core.hasEnded || item.core.landing == nil, item.core.status == .readyToPlay, item.core.asked == nil {
            item.core.asked = SeekRequest(.exact(item.core.hasEnded ? .zero : time(of: item.core)), isJump: false)
        }
        let index = place.map { $0 + 1 } ?? items.count
        if index == 0, let first = current, motion != .still { halt(first) }
        items.insert(item, at: index)
        // It was taken away before it came to that, or got another one meanwhile.
        if let media = item.core.media, !media.shows(item.core.composition) { takeComposition(item.core) }
        if item.core.isOutdated { reload(item.core) }
    }

    // MARK: Wishes

    func changeRate(to new: Float, because reason: AVPlayer.RateDidChangeReason) {
        var new = new.isFinite ? min(max(new, -32), 32) : 0
        // Behind the end nothing plays until somebody seeks.
        if let item = current, item.hasEnded, motion == .still, item.asked == nil, item.seeking == nil {
            let goesOut = item.isReverse ? new < 0 : new > 0
            if goesOut { new = 0 }
            if new != 0 { item.hasEnded = false }
        }
        guard new != rate else { return }
        rate = new
        isImpatient = false
        if new != 0, let item = current { returnFromFailure(item) }
        // What was to start at a moment does not any more.
        if new == 0 { (isStalled, startTime) = (false, nil) }
        let player = player
        let name = reason.rawValue
        if let player {
            notice {
                let information = [AVPlayer.rateDidChangeReasonKey: name]
                NotificationCenter.default.post(
                    name: AVPlayer.rateDidChangeNotification,
                    object: player,
                    userInfo: information
                )
            }
        }
    }

    func completePrerolls(_ isDone: Bool) {
        for preroll in prerolls { preroll(isDone) }
        prerolls = []
    }
}
