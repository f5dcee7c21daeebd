internal import AssetKitBase
internal import AssetKitFFmpeg
internal import CMTimeLib

/// Where decoded sound lies on the asset's timeline, counted in samples of `rate`: not the rate that it was decoded
/// at where an edit plays it faster or slower.
package struct SoundPlace: Equatable {
    package var start: Int64
    package var count: Int
    package var rate: Int

    package init(start: Int64, count: Int, rate: Int) {
        self.start = start
        self.count = count
        self.rate = rate
    }

    package var end: Int64 { start.addingClamped(Int64(count)) }
}
