internal import AssetKitDevices

extension DeviceSoundBlock {
    /// How long it lasts.
    var nanoseconds: Int64 { Int64(frameCount) * 1_000_000_000 / Int64(max(1, format.sampleRate)) }

    /// The frame nearest to a time since its beginning.
    func frame(at nanoseconds: Int64) -> Int {
        let place = (Double(nanoseconds) * Double(format.sampleRate) / 1e9).rounded()
        return min(max(Int(place), 0), frameCount)
    }
}
