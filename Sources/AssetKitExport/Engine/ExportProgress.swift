internal import AssetKitBase

/// How much of an export is done. Any thread may tell it.
final class ExportProgress: Sendable {
    private let weights: [Double]
    private let fractions: Lock<[Double]>
    private let body: @Sendable (Double) -> Void

    /// `body` hears how much of all tracks is done, from 0 to 1.
    init(_ tracks: [ExportTrack], _ body: @escaping @Sendable (Double) -> Void) {
        weights = tracks.map(\.weight)
        fractions = Lock(tracks.map { _ in 0 })
        self.body = body
    }

    /// So much of a track is done, from 0 to 1.
    func note(_ fraction: Double, of number: Int) {
        let done = fractions.withLock { fractions in
            fractions[number] = fraction
            return zip(fractions, weights).reduce(0) { $0 + $1.0 * $1.1 }
        }
        body(done / max(weights.reduce(0, +), 1e-9))
    }
}

extension ExportTrack {
    /// How much work it is beside other tracks: pictures take nearly all of the time.
    fileprivate var weight: Double { stretches.map(\.weight).max() ?? 0 }
}

extension PlannedStretch {
    fileprivate var weight: Double {
        switch treatment {
        case .pictures, .spliced: 20
        case .sound: 1
        case .copied, .text: 0.2
        }
    }
}
