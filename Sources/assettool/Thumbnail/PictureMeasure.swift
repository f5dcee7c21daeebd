import AssetKit

/// What can be told of a picture from its pixels, without knowing what it shows.
struct PictureMeasure: Sendable {
    /// The mean brightness, from 0 (black) to 1 (white).
    let brightness: Double
    /// The standard deviation of brightness: 0 for a flat picture, 0.5 for one half black and half white.
    let contrast: Double
    /// How much of the picture is black.
    let blackShare: Double
    /// The variance of the Laplacian of brightness (0…255): under 20 for pictures without one clear edge.
    let sharpness: Double
    /// Hasler and Süsstrunk's measure of colour (2003), 0 for grey, about 0.15 for moderate and 0.4 for strong colours.
    let colorfulness: Double
    /// Brightness on a coarse grid, for comparing pictures.
    let thumbprint: [Float]

    private static let gridWidth = 16
    private static let gridHeight = 16

    /// Looks at a picture. Nil for pixels that cannot be drawn.
    init?(_ image: CGImage) {
        guard let raster = Raster(image) else { return nil }
        let luma = raster.luma
        let count = Double(luma.count)
        let mean = luma.reduce(0) { $0 + Double($1) } / count
        brightness = mean / 255
        contrast = (luma.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / count).squareRoot() / 255
        blackShare = Double(luma.count { $0 < 20 }) / count
        sharpness = raster.laplacianVariance
        colorfulness = raster.colorfulness
        thumbprint = raster.reduced(columns: Self.gridWidth, rows: Self.gridHeight)
    }

    /// There is next to nothing but black: what a film fades from.
    var isBlack: Bool { blackShare > 0.98 || (brightness < 0.04 && contrast < 0.03) }

    /// How alike two pictures are, from 0 to 1 for the same.
    func likeness(to other: PictureMeasure) -> Double {
        let difference = zip(thumbprint, other.thumbprint).reduce(Float(0)) { $0 + abs($1.0 - $1.1) }
        let mean = Double(difference) / Double(max(thumbprint.count, 1)) / 255
        // A quarter of the range apart on average is nothing in common.
        return max(0, 1 - mean * 4)
    }

    /// How well the picture alone would stand for its film, from 0 to 1: neither dark nor blown out, with contrast, sharp
    /// and with some colour. What lacks one of these is not saved by the others, so they are multiplied; a grey film is
    /// still a film, so colour counts for least.
    var quality: Double {
        let exposure = Self.ramp(brightness, 0.02, 0.2) * Self.ramp(1 - brightness, 0.02, 0.2)
        let depth = Self.ramp(contrast, 0.02, 0.18)
        let focus = Self.ramp(log10(1 + sharpness), log10(5), log10(400))
        let color = Self.ramp(colorfulness, 0, 0.2)
        return exposure * (0.1 + 0.9 * depth) * (0.1 + 0.9 * focus) * (0.6 + 0.4 * color)
    }

    /// 0 up to `low`, 1 from `high` on, a straight line between.
    static func ramp(_ value: Double, _ low: Double, _ high: Double) -> Double {
        min(max((value - low) / (high - low), 0), 1)
    }
}

/// The pixels of a picture at hand, shrunk where there are more than are worth looking at.
private struct Raster {
    let width: Int
    let height: Int
    let luma: [Float]
    /// Hasler and Süsstrunk's measure, scaled to 0…1.
    let colorfulness: Double

    init?(_ image: CGImage) {
        let size = PictureSize(width: 320, height: 320).fitted(width: image.width, height: image.height)
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil,
                width: size.width,
                height: size.height,
                bitsPerComponent: 8,
                bytesPerRow: size.width * 4,
                space: space,
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
            ), let data = context.data
        else { return nil }
        if size == (image.width, image.height) { context.interpolationQuality = .none }
        context.draw(image, in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
        (width, height) = size
        let bytes = UnsafeRawBufferPointer(start: data, count: size.width * size.height * 4)
        var luma = [Float](repeating: 0, count: size.width * size.height)
        var (redGreen, yellowBlue) = (Moments(), Moments())
        for index in luma.indices {
            let (red, green, blue) = (Float(bytes[index * 4]), Float(bytes[index * 4 + 1]), Float(bytes[index * 4 + 2]))
            // The weights of ITU-R BT.709.
            luma[index] = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            redGreen.add(Double(red - green))
            yellowBlue.add(Double((red + green) / 2 - blue))
        }
        self.luma = luma
        let deviation = (redGreen.variance + yellowBlue.variance).squareRoot()
        let mean = (redGreen.mean * redGreen.mean + yellowBlue.mean * yellowBlue.mean).squareRoot()
        colorfulness = (deviation + 0.3 * mean) / 255
        withExtendedLifetime(context) {}
    }

    /// How much the Laplacian varies: edges make it large, blur makes it small.
    var laplacianVariance: Double {
        guard width > 2, height > 2 else { return 0 }
        var moments = Moments()
        for row in 1..<(height - 1) {
            for column in 1..<(width - 1) {
                let place = row * width + column
                let sides = luma[place - 1] + luma[place + 1] + luma[place - width] + luma[place + width]
                moments.add(Double(sides - 4 * luma[place]))
            }
        }
        return moments.variance
    }

    /// Mean brightness in each cell of a grid.
    func reduced(columns: Int, rows: Int) -> [Float] {
        (0..<(columns * rows)).map { cell in
            let (column, row) = (cell % columns, cell / columns)
            let (left, top) = (column * width / columns, row * height / rows)
            let right = max(left + 1, (column + 1) * width / columns)
            let bottom = max(top + 1, (row + 1) * height / rows)
            var sum: Float = 0
            for y in top..<bottom { for x in left..<right { sum += luma[y * width + x] } }
            return sum / Float((right - left) * (bottom - top))
        }
    }
}

/// Mean and variance of numbers that pass by.
private struct Moments {
    private var count = 0.0
    private var sum = 0.0
    private var squares = 0.0

    mutating func add(_ number: Double) {
        count += 1
        sum += number
        squares += number * number
    }

    var mean: Double { count > 0 ? sum / count : 0 }
    var variance: Double { count > 0 ? max(0, squares / count - mean * mean) : 0 }
}
