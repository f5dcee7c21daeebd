internal import Foundation

/// How the numbers of rows become linear light of other primaries: those of sRGB, unless something else is said.
///
/// The loops over the pixels: one step after the other over a whole row, so that the compiler makes vectors of them. A
/// picture of 4K has eight million.
package struct LightRendering: Sendable {
    // Codes of 12 bits are as fine as any picture's.
    package static let tableSize = 4096

    /// What light the numbers of a component are.
    let light: [Float]
    // What red, green and blue of the picture are in those of the target.
    let red: SIMD3<Float>
    let green: SIMD3<Float>
    let blue: SIMD3<Float>
    let tone: ToneCurve?
    /// The peak of a screen for hybrid log-gamma, in whites of a common one; nil for other curves.
    let hybridPeak: Float?
    /// How bright red, green and blue of the target are.
    let brightness: SIMD3<Float>
    /// The brightest light of the target, in whites of a common screen.
    let peak: Float

    package init(
        light: [Float],
        primaries: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>),
        tone: ToneCurve?,
        hybridPeak: Float?,
        brightness: SIMD3<Float> = SIMD3(0.2126, 0.7152, 0.0722),
        peak: Float = 1
    ) {
        precondition(light.count == Self.tableSize, "a table of light has \(Self.tableSize) numbers")
        (red, green, blue) = primaries
        (self.light, self.tone, self.hybridPeak) = (light, tone, hybridPeak)
        (self.brightness, self.peak) = (brightness, peak)
    }

    /// Turns numbers within 0…1 into linear light of the target's primaries, from 0 to its peak, in place.
    package func apply(to row: ColorRow) {
        for numbers in [row.red, row.green, row.blue] { makeLight(of: numbers, row.count) }
        if let hybridPeak { Self.applySystemGain(hybridPeak, to: row) }
        tone?.apply(to: row)
        changePrimaries(of: row)
        fit(row)
    }

    private func makeLight(of numbers: UnsafeMutablePointer<Float>, _ count: Int) {
        let scale = Float(Self.tableSize - 1)
        light.withUnsafeBufferPointer { light in
            for index in 0..<count {
                let low: Float = numbers[index] < 0 ? 0 : numbers[index]
                let number: Float = low > 1 ? 1 : low
                numbers[index] = light[Int(number * scale + 0.5)]
            }
        }
    }

    /// From light of the scene to light of the screen: ITU-R BT.2100, table 5, with a system gamma of 1.2.
    private static func applySystemGain(_ peak: Float, to row: ColorRow) {
        for index in 0..<row.count {
            let (red, green, blue) = (row.red[index], row.green[index], row.blue[index])
            let brightness = red * 0.2627 + green * 0.6780 + blue * 0.0593
            let gain = peak * powf(brightness < 0 ? 0 : brightness, 0.2)
            (row.red[index], row.green[index], row.blue[index]) = (red * gain, green * gain, blue * gain)
        }
    }

    private func changePrimaries(of row: ColorRow) {
        let (x, y, z) = (red, green, blue)
        for index in 0..<row.count {
            let (red, green, blue) = (row.red[index], row.green[index], row.blue[index])
            row.red[index] = x.x * red + y.x * green + z.x * blue
            row.green[index] = x.y * red + y.y * green + z.y * blue
            row.blue[index] = x.z * red + y.z * green + z.z * blue
        }
    }

    /// The nearest colours of the same hue and brightness that a screen can show.
    private func fit(_ row: ColorRow) {
        let (weights, peak) = (brightness, peak)
        for index in 0..<row.count {
            let (red, green, blue) = (row.red[index], row.green[index], row.blue[index])
            let (lower, higher) = (red < green ? red : green, red < green ? green : red)
            let low: Float = lower < blue ? lower : blue
            let high: Float = higher > blue ? higher : blue
            let brightness = red * weights.x + green * weights.y + blue * weights.z
            let positive: Float = brightness < 0 ? 0 : brightness
            let grey: Float = positive > peak ? peak : positive
            let below: Float = low < 0 ? grey / (grey - low) : 1
            let above: Float = high > peak ? (peak - grey) / (high - grey) : 1
            let share: Float = below < above ? below : above
            row.red[index] = grey + (red - grey) * share
            row.green[index] = grey + (green - grey) * share
            row.blue[index] = grey + (blue - grey) * share
        }
    }
}

extension ToneCurve {
    /// Dims each colour by its brightest component.
    func apply(to row: ColorRow) {
        for index in 0..<row.count {
            let (red, green, blue) = (row.red[index], row.green[index], row.blue[index])
            let higher: Float = red > green ? red : green
            let brightest: Float = higher > blue ? higher : blue
            let gain: Float = brightest > 0 ? self(brightest) / brightest : 1
            (row.red[index], row.green[index], row.blue[index]) = (red * gain, green * gain, blue * gain)
        }
    }
}
