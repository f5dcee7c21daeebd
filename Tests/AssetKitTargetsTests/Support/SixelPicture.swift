/// A picture out of the sixels of a terminal, as DEC's "VT330/VT340 Programmer Reference Manual" describes them.
struct SixelPicture {
    private(set) var width = 0
    private(set) var height = 0
    /// Rows of colours: red, green and blue in percent; nil where nothing was drawn.
    private(set) var rows: [[(red: Int, green: Int, blue: Int)?]] = []

    /// Reads the first picture in a text; nil where there is none.
    init?(_ text: [UInt8]) {
        guard let start = text.firstRange(of: Array("\u{1B}P".utf8))?.upperBound,
            let data = text[start...].firstIndex(of: UInt8(ascii: "q")),
            let end = text[data...].firstRange(of: Array("\u{1B}\\".utf8))?.lowerBound
        else { return nil }
        var rest = text[(data + 1)..<end]
        func numbers() -> [Int] {
            let count = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }.count
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self).split(separator: ";").compactMap { Int($0) }
        }
        var palette: [Int: (Int, Int, Int)] = [:]
        var (color, column, band) = (0, 0, 0)
        func draw(_ sixel: UInt8, count: Int) {
            for _ in 0..<count {
                for bit in 0..<6 where sixel >> UInt8(bit) & 1 == 1 {
                    guard column < width, band * 6 + bit < height else { continue }
                    rows[band * 6 + bit][column] = palette[color]
                }
                column += 1
            }
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                let raster = numbers()
                guard raster.count == 4 else { return nil }
                (width, height) = (raster[2], raster[3])
                rows = Array(repeating: Array(repeating: nil, count: width), count: height)
            case UInt8(ascii: "#"):
                let values = numbers()
                color = values[0]
                if values.count == 5, values[1] == 2 { palette[color] = (values[2], values[3], values[4]) }
            case UInt8(ascii: "!"):
                let count = numbers()[0]
                if let sixel = rest.popFirst() { draw(sixel - 0x3F, count: count) }
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, band) = (0, band + 1)
            case 0x3F...0x7E: draw(byte - 0x3F, count: 1)
            default: return nil
            }
        }
    }
}
