internal import AssetKitDevices

extension DeviceSoundBlock {
    /// So far above full scale that no microphone means it.
    private static let loudest: Float = 1e6

    /// The block with silence in the place of what is no sound: numbers that are none, infinite ones, and absurd ones. Encoders refuse
    /// them, and whatever is mixed or measured with one is spoilt.
    var audible: DeviceSoundBlock {
        // What is no number is not less than anything either.
        func isSound(_ sample: Float) -> Bool { abs(sample) < Self.loudest }
        guard !samples.allSatisfy(isSound) else { return self }
        return DeviceSoundBlock(samples.map { isSound($0) ? $0 : 0 }, format)
    }
}
