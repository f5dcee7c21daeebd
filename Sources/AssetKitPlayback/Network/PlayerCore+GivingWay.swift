internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitSources
internal import CMTimeLib

extension PlayerCore {
    /// Whether something older is still being read. What waits for a network gives way to a seek.
    func awaitsReading(_ item: ItemCore) -> Bool {
        guard item.network.isRemote, let media = item.media else { return item.isDecodingPicture }
        let isReading = item.isDecodingPicture || item.network.soundJobs > 0
        if isReading, item.asked != nil {
            media.session.flag.isHurried = true
            item.network.source?.flag.isHurried = item.network.isReading
            item.network.hasGivenWay = true
        } else if item.network.hasGivenWay, item.asked == nil, item.seeking == nil {
            // The seek was given up, and what read before it may have given way.
            item.asked = SeekRequest(.exact(time(of: item)), isJump: false)
        }
        return isReading
    }

    /// Nothing can be read where the item was to go. A network may be better the next time: then only the seek has failed.
    func failReading(_ item: ItemCore, _ error: any Error) {
        guard item.network.hasLanded, (error as? NetworkProblem)?.isPassing ?? false else { return fail(item, error) }
        if let seek = item.seeking { answer(seek, false) }
        item.seeking = nil
        // Whatever else was to be read there is not wanted any more.
        item.generation += 1
        item.forget()
        if item === current, rate != 0, item.asked == nil { giveUp(item, error) }
    }

    /// Goes where the time is, where a seek that failed has left nothing to play.
    func returnFromFailure(_ item: ItemCore) {
        guard item.network.hasLanded, item.status == .readyToPlay, item.landing == nil, item.seeking == nil,
            item.asked == nil
        else { return }
        item.asked = SeekRequest(.exact(time(of: item)), isJump: false)
        isUnsettled = true
    }

    /// Whether reading has failed for the sake of a seek only.
    func hasGivenWay(_ item: ItemCore, _ error: any Error) -> Bool {
        guard item.network.hasGivenWay else { return false }
        if let begun = item.seeking {
            answer(begun, false)
            item.seeking = nil
        }
        return true
    }
}
