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
