internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// Paints what synthetic cameras and screens see: bars with the number above, colours and a moving edge in the middle, the time and
/// a flash below.
///
/// SAFETY: the thread of one capture alone uses it.
final class SyntheticPainter: @unchecked Sendable {
    private let format: DevicePictureFormat
    private let region: CGRect?
    private let pool = PicturePool()
    private let otherPool = PicturePool()
    private let scaler = Scaler()
    private var stream: SyntheticStream?
    private let background: [UInt8]

    private static let planes = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    private static let (white, black, grey): (UInt8, UInt8, UInt8) = (235, 16, 60)

    init(_ format: DevicePictureFormat, region: CGRect?) {
        (self.format, self.region) = (format, region)
        background = Self.colors(format.width, format.height)
    }

    /// The picture of a number, seen during a time of the host clock; nil where there is no memory.
    func content(_ number: Int64, seen: Range<Int64>) -> DeviceSample.Content? {
        guard let picture = pool.picture(Self.planes, width: format.width, height: format.height) else { return nil }
        guard picture.lock(readOnly: false) == kCVReturnSuccess else { return nil }
        paint(number, seen, picture.storage)
        _ = picture.unlock(readOnly: false)
        picture.attach(PictureColor(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
        switch format.coding {
        case .pixels(Self.planes): return .picture(picture)
        case .pixels(let type):
            return converted(picture, type).map { .picture($0) }
        case .h264:
            let stream = stream ?? SyntheticStream(format)
            self.stream = stream
            return stream.coded(picture).map { .coded($0) }
        case .jpeg:
            guard let picture = converted(picture, kCVPixelFormatType_32BGRA), let image = picture.bitmap,
                let data = image.akJPEGData(quality: 0.9), let block = try? CMBlockBuffer(copying: data)
            else { return nil }
            return .coded(block)
        }
    }

    private func converted(_ picture: CVPixelBuffer, _ type: OSType) -> CVPixelBuffer? {
        let whole = CGRect(x: 0, y: 0, width: CGFloat(picture.width), height: CGFloat(picture.height))
        let region = region ?? whole
        let (width, height) = (Int(region.width), Int(region.height))
        guard let result = otherPool.picture(type, width: width, height: height) else { return nil }
        do {
            let source = try Frame(reading: picture)
            let place = PixelRect(x: Int(region.minX), y: Int(region.minY), width: width, height: height)
            try scaler.scale(region == whole ? source : try source.view(of: place), into: result)
        } catch {
            return nil
        }
        return result
    }

    // MARK: Painting

    private func paint(_ number: Int64, _ seen: Range<Int64>, _ storage: any PixelStorage) {
        let (width, height) = (format.width, format.height)
        let (luma, chroma) = (storage.memory(ofPlane: 0), storage.memory(ofPlane: 1))
        let rowBytes = storage.bytesPerRow(ofPlane: 0)
        func fill(_ value: UInt8, columns: Range<Int>, rows: Range<Int>) {
            guard !columns.isEmpty else { return }
            for row in rows {
                // One call: a loop over them takes long where nothing is optimised.
                let start = row * rowBytes + columns.lowerBound
                let line = UnsafeMutableRawBufferPointer(rebasing: luma[start..<start + columns.count])
                if let first = line.baseAddress { memset(first, Int32(value), line.count) }
            }
        }
        // The colours are the same in each picture: the first plane's rows, then the second's.
        background.withUnsafeBytes { source in
            for row in 0..<height {
                copy(source[(row * width)..<((row + 1) * width)], to: luma, at: row * rowBytes)
            }
            let (second, secondBytes) = (width * height, storage.bytesPerRow(ofPlane: 1))
            for row in 0..<(height / 2) {
                copy(source[(second + row * width)..<(second + (row + 1) * width)], to: chroma, at: row * secondBytes)
            }
        }
        let quarter = height / 4
        for (bar, isWhite) in AKSyntheticPicture.bars(Int(number & 0xFFFFFF)).enumerated() {
            let columns =
                (bar * width / AKSyntheticPicture.barCount)..<((bar + 1) * width / AKSyntheticPicture.barCount)
            fill(isWhite ? Self.white : Self.black, columns: columns, rows: 0..<quarter)
        }
        let edge = Int(number) * max(2, width / 160) % max(1, width - 8)
        fill(Self.white, columns: edge..<edge + 8, rows: quarter..<(3 * quarter))
        let second = (seen.lowerBound + 999_999_999) / 1_000_000_000 * 1_000_000_000
        fill(
            seen.contains(second) ? Self.white : Self.grey,
            columns: (width * 3 / 4)..<width,
            rows: (3 * quarter)..<height
        )
        paintTime(seen.lowerBound, fill)
    }

    private func copy(_ source: Slice<UnsafeRawBufferPointer>, to memory: UnsafeMutableRawBufferPointer, at offset: Int)
    {
        UnsafeMutableRawBufferPointer(rebasing: memory[offset..<offset + source.count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source))
    }

    /// Hours, minutes, seconds and milliseconds of the host clock, in figures of three by five blocks.
    private func paintTime(_ time: Int64, _ fill: (UInt8, Range<Int>, Range<Int>) -> Void) {
        let milliseconds = time / 1_000_000
        let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
        let figures = [
            seconds / 36_000 % 10, seconds / 3600 % 10, -1, seconds / 600 % 6, seconds / 60 % 10, -1, seconds / 10 % 6,
            seconds % 10, -1, rest / 100, rest / 10 % 10, rest % 10,
        ]
        let block = max(1, min(format.width * 3 / 4 / (figures.count * 4 + 2), format.height / 4 / 7))
        let top = format.height * 3 / 4 + block
        for (place, figure) in figures.enumerated() {
            let rows = figure < 0 ? [0, 2, 0, 2, 0] : Self.figures[Int(figure)]
            for (row, bits) in rows.enumerated() {
                for column in 0..<3 where bits >> (2 - column) & 1 == 1 {
                    let left = (place * 4 + column + 1) * block
                    fill(Self.white, left..<left + block, (top + row * block)..<(top + (row + 1) * block))
                }
            }
        }
    }

    private static let figures: [[Int]] = [
        [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1], [7, 4, 7, 1, 7],
        [7, 4, 7, 5, 7], [7, 1, 2, 2, 2], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
    ]

    /// Both planes of the picture that lies behind all: bars of colour of 75 %, as television has them, and grey above and below.
    private static func colors(_ width: Int, _ height: Int) -> [UInt8] {
        let bars: [(luma: UInt8, blue: UInt8, red: UInt8)] = [
            (180, 128, 128), (168, 44, 136), (145, 147, 44), (133, 63, 52), (63, 193, 204), (51, 109, 212),
            (28, 212, 120),
        ]
        let plain = Array(repeating: grey, count: width), plainPairs = Array(repeating: UInt8(128), count: width)
        var colored = plain
        var pairs = plainPairs
        for column in 0..<width {
            let bar = bars[column * bars.count / width]
            colored[column] = bar.luma
            pairs[column] = column.isMultiple(of: 2) ? bar.blue : bar.red
        }
        let quarter = height / 4
        var result: [UInt8] = []
        result.reserveCapacity(width * height * 3 / 2)
        for row in 0..<height { result += (quarter..<(3 * quarter)).contains(row) ? colored : plain }
        for row in 0..<(height / 2) { result += (quarter / 2..<(3 * quarter / 2)).contains(row) ? pairs : plainPairs }
        return result
    }
}

extension CVBuffer {
    /// The picture as an image that has its own memory; nil unless it is of 32 bits with blue first.
    fileprivate var bitmap: CGImage? {
        guard format.type == kCVPixelFormatType_32BGRA, lock(readOnly: true) == kCVReturnSuccess else { return nil }
        defer { _ = unlock(readOnly: true) }
        let info = CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        guard let provider = CGDataProvider(data: Data(storage.memory(ofPlane: 0)) as CFData) else { return nil }
        return CGImage(
            width: width,
            height: height,
            bitsPerComponent: 8,
            bitsPerPixel: 32,
            bytesPerRow: storage.bytesPerRow(ofPlane: 0),
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: info),
            provider: provider,
            decode: nil,
            shouldInterpolate: true,
            intent: .defaultIntent
        )
    }
}
