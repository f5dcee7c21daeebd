internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What a player knows of an item whose bytes come over a network. A plain value.
struct NetworkReading {
    let isRemote: Bool
    /// What it is read ahead by, as long as a player has it.
    var source: RemoteSource?
    /// Which bytes its times are; empty where no table tells.
    var tables: [ByteTimes] = []
    var worker: (any SerialWorker)?
    /// Something is being read ahead.
    var isReading = false
    /// When that is tried again, on the host's clock.
    var retry: Int64?
    /// How often it has failed since something came.
    var failures = 0
    /// It will not come to anything: whoever needs more finds out by himself.
    var hasGivenUp = false
    /// Nothing more is read ahead just now.
    var isFull = false
    /// Jobs that read sound, also for a seek that is over.
    var soundJobs = 0
    /// Reading was to give way to a seek: where it was is not known any more.
    var hasGivenWay = false
    /// It has been where it was to go once: what fails later need not be the end of it.
    var hasLanded = false

    /// A seek begins: what reads from now on may wait.
    mutating func begin(_ media: ItemMedia) {
        media.session.flag.isHurried = false
        (hasGivenWay, isFull) = (false, false)
        (failures, retry, hasGivenUp) = (0, nil, false)
    }

    /// No player has it any more: nobody waits for anything.
    mutating func end(_ media: ItemMedia?) {
        guard isRemote else { return }
        media?.session.flag.isHurried = true
        source?.flag.cancel()
        (source, isReading, isFull, hasGivenWay) = (nil, false, false, true)
    }
}

extension AVURLAsset {
    /// It lies on a server.
    var isRemote: Bool { ["http", "https"].contains(url.scheme?.lowercased()) }
}
