import AssetKitBase
import AssetKitMedia
import Foundation

/// Codes drawn into pictures.
struct DrawnCode {
    /// Rows of modules: 1 is dark.
    let rows: [String]

    /// `AssetKit` as a QR code, as `qrencode -l M AssetKit` makes it.
    static let qr = DrawnCode(rows: [
        "111111101110001111111", "100000101101101000001", "101110101011101011101", "101110100010001011101",
        "101110101000101011101", "100000100101101000001", "111111101010101111111", "000000000001100000000",
        "100111111010110010111", "100001000100111100110", "100100100010001000011", "101101010001000110110",
        "111111111000011100011", "000000001001100010111", "111111101010111011000", "100000101101110101101",
        "101110101101101111000", "101110101001100010100", "101110100110001010111", "100000100000011001111",
        "111111101001000011000",
    ])

    /// A product's number of 13 digits, the last of which checks the others (ISO/IEC 15420).
    static func ean13(_ digits: [Int]) -> DrawnCode {
        let odd = [
            "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111",
            "0001011",
        ]
        let parities = [
            "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL",
        ]
        let right = odd.map { String($0.map { $0 == "0" ? "1" : "0" }) }
        let even = right.map { String($0.reversed()) }
        let first = zip(parities[digits[0]], digits[1...6]).map { $0 == "L" ? odd[$1] : even[$1] }
        let bars = "101" + first.joined() + "01010" + digits[7...12].map { right[$0] }.joined() + "101"
        return DrawnCode(rows: Array(repeating: bars, count: 40))
    }

    /// The code in a picture of grey, whose upper left is at a point, with modules of so many pixels.
    func draw(width: Int, height: Int, at point: (x: Int, y: Int), module: Int) -> CVPixelBuffer? {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        guard let picture = made else { return nil }
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        let memory = CVPixelBufferGetBaseAddress(picture)
        let bytesPerRow = CVPixelBufferGetBytesPerRow(picture)
        for row in 0..<height {
            for column in 0..<width {
                let isDark = isDark((column - point.x), (row - point.y), module)
                let pixel: UInt32 = isDark ? 0xFF00_0000 : 0xFFF0_F0F0
                memory?.storeBytes(of: pixel, toByteOffset: row * bytesPerRow + column * 4, as: UInt32.self)
            }
        }
        return picture
    }

    /// Draws a code of bars over the light of a picture, across its middle half: modules of a pixel, and white beside them.
    func drawBars(over picture: CVPixelBuffer) {
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        guard let memory = CVPixelBufferGetBaseAddressOfPlane(picture, 0) else { return }
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(picture, 0)
        var line = [UInt8](repeating: 235, count: width)
        let bars = rows[0].utf8.map { $0 == UInt8(ascii: "1") ? UInt8(16) : UInt8(235) }
        let left = (width - bars.count) / 2
        line.replaceSubrange(left..<left + bars.count, with: bars)
        for row in (height / 4 + 2)..<(height * 3 / 4 - 2) {
            (memory + row * bytesPerRow).copyMemory(from: line, byteCount: width)
        }
    }

    private func isDark(_ column: Int, _ row: Int, _ module: Int) -> Bool {
        guard column >= 0, row >= 0, row / module < rows.count else { return false }
        let line = Array(rows[row / module].utf8)
        return column / module < line.count && line[column / module] == UInt8(ascii: "1")
    }
}
