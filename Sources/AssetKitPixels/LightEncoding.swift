internal import Foundation

/// How linear light becomes the numbers of a picture, for the rows that `LightRendering` has worked out.
///
/// A table by the fourth root of light: dark light, of which eyes and all curves make more, has most of it.
package struct LightEncoding: Sendable {
    /// The fourth root of a sixteenth of a step of 16 bits is a tenth: no place of the table is far from the next.
    package static let tableSize = 65536

    /// Numbers of 16 bits.
    let numbers: [UInt16]
    /// The light that is 1 of what the table is made for.
    let peak: Float
    /// The curve is that of hybrid log-gamma, whose table is by light of the scene.
    let isHybrid: Bool

    /// `numbers`: for the fourth power of each place as a share of the last one.
    package init(numbers: [UInt16], peak: Float, isHybrid: Bool) {
        precondition(numbers.count == Self.tableSize, "a table of numbers has \(Self.tableSize) of them")
        (self.numbers, self.peak, self.isHybrid) = (numbers, peak, isHybrid)
    }

    /// Turns linear light, from 0 to the peak, into red, green and blue of 16 bits.
    package func write(_ row: ColorRow, _ place: UnsafeMutablePointer<UInt64>) {
        let scale = 1 / peak
        for numbers in [row.red, row.green, row.blue] {
            for index in 0..<row.count { numbers[index] *= scale }
        }
        if isHybrid { Self.removeSystemGain(from: row) }
        for numbers in [row.red, row.green, row.blue] { Self.makePlaces(of: numbers, row.count) }
        numbers.withUnsafeBufferPointer { numbers in
            func word(_ place: Float) -> UInt64 { UInt64(numbers[Int(place)]) }
            for column in 0..<row.count {
                let (red, green, blue) = (word(row.red[column]), word(row.green[column]), word(row.blue[column]))
                place[column] = red | green << 16 | blue << 32 | 0xffff << 48
            }
        }
    }

    private static func makePlaces(of light: UnsafeMutablePointer<Float>, _ count: Int) {
        let last = Float(tableSize - 1)
        for index in 0..<count {
            let low: Float = light[index] < 0 ? 0 : light[index]
            let within: Float = low > 1 ? 1 : low
            light[index] = within.squareRoot().squareRoot() * last + 0.5
        }
    }

    /// From light of the screen to light of the scene: ITU-R BT.2100, table 5, with a system gamma of 1.2.
    private static func removeSystemGain(from row: ColorRow) {
        for index in 0..<row.count {
            let (red, green, blue) = (row.red[index], row.green[index], row.blue[index])
            let brightness = red * 0.2627 + green * 0.6780 + blue * 0.0593
            let gain: Float = brightness > 0 ? powf(brightness, -1 / 6) : 0
            (row.red[index], row.green[index], row.blue[index]) = (red * gain, green * gain, blue * gain)
        }
    }
}
