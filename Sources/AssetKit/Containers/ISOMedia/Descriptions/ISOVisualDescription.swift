/// The fixed part of a picture entry, and what the common boxes behind it say.
struct ISOVisualDescription: Hashable, Sendable {
    /// `clap`: the part of the picture that is meant to be seen. Each number is a fraction.
    struct CleanAperture: Hashable, Sendable {
        let width: ISOFraction
        let height: ISOFraction
        let horizontalOffset: ISOFraction
        let verticalOffset: ISOFraction
    }

    /// `mdcv`: the display that the pictures were graded on. Chromaticities in 1/50000, luminances in 1/10000 cd/m².
    struct MasteringDisplay: Hashable, Sendable {
        /// x and y of the primaries in the order of the file, which is green, blue, red.
        let primaries: [UInt16]
        let whitePoint: [UInt16]
        let maximumLuminance: UInt32
        let minimumLuminance: UInt32
    }

    /// `clli`: the largest light level of a pixel and of a picture's average, in cd/m².
    struct ContentLight: Hashable, Sendable {
        let pixel: UInt16
        let average: UInt16
    }

    let vendor: ISOCode
    let width: UInt16
    let height: UInt16
    /// Pixels per inch as 16.16 fixed point.
    let horizontalResolution: UInt32
    let verticalResolution: UInt32
    let frameCount: UInt16
    let compressorName: String
    let depth: UInt16
    /// The colours of an indexed picture as alpha, red, green, blue of 16 bits each; nil without a table of its own.
    let colorTable: [UInt64]?

    private(set) var colors: [ISOColorInformation] = []
    /// `pasp`: width and height of a pixel.
    private(set) var pixelAspect: ISOFraction?
    private(set) var cleanAperture: CleanAperture?
    /// `fiel`: how many fields a picture has, and their order.
    private(set) var fieldCount: UInt8?
    private(set) var fieldDetail: UInt8?
    private(set) var masteringDisplay: MasteringDisplay?
    private(set) var contentLight: ContentLight?
    /// `gama`: 16.16 fixed point.
    private(set) var gamma: UInt32?

    init(_ fields: inout ISOFields) throws(ISOMediaError) {
        try fields.skip(4)
        vendor = try fields.code()
        try fields.skip(8)
        width = try fields.u16()
        height = try fields.u16()
        horizontalResolution = try fields.u32()
        verticalResolution = try fields.u32()
        try fields.skip(4)
        frameCount = try fields.u16()
        var name = try fields.take(32)
        let count = Int(name.removeFirst())
        name = Array(name.prefix(min(count, 31)))
        if let end = name.firstIndex(of: 0) { name.removeSubrange(end...) }
        compressorName = ISOText.text(name)
        depth = try fields.u16()
        let tableID = try fields.i16()
        colorTable = tableID == 0 && [1, 2, 4, 8].contains(depth & 0x1f) ? try Self.colorTable(&fields) : nil
    }

    private static func colorTable(_ fields: inout ISOFields) throws(ISOMediaError) -> [UInt64] {
        try fields.skip(6)
        let count = Int(try fields.u16()) + 1
        guard count <= 256 else { throw .damaged("a colour table of \(count) colours") }
        var colors: [UInt64] = []
        for _ in 0..<count { colors.append(try fields.u64()) }
        return colors
    }

    mutating func complete(with extensions: [ISOExtension]) {
        for box in extensions {
            var fields = box.fields
            switch box.type {
            case "colr": if let color = ISOColorInformation(fields) { colors.append(color) }
            case "pasp": pixelAspect = pixelAspect ?? (try? ISOFraction(unsigned: &fields))
            case "clap": cleanAperture = cleanAperture ?? (try? CleanAperture(&fields))
            case "fiel": readFields(fields)
            case "mdcv": masteringDisplay = masteringDisplay ?? (try? MasteringDisplay(&fields))
            case "clli":
                guard let pixel = try? fields.u16(), let average = try? fields.u16() else { continue }
                contentLight = ContentLight(pixel: pixel, average: average)
            case "gama": gamma = try? fields.u32()
            default: break
            }
        }
    }

    private mutating func readFields(_ fields: ISOFields) {
        var fields = fields
        fieldCount = try? fields.u8()
        fieldDetail = try? fields.u8()
    }
}

extension ISOVisualDescription.CleanAperture {
    fileprivate init(_ fields: inout ISOFields) throws(ISOMediaError) {
        width = try ISOFraction(&fields)
        height = try ISOFraction(&fields)
        horizontalOffset = try ISOFraction(&fields)
        verticalOffset = try ISOFraction(&fields)
    }
}

extension ISOVisualDescription.MasteringDisplay {
    fileprivate init(_ fields: inout ISOFields) throws(ISOMediaError) {
        var numbers: [UInt16] = []
        for _ in 0..<8 { numbers.append(try fields.u16()) }
        primaries = Array(numbers[..<6])
        whitePoint = Array(numbers[6...])
        maximumLuminance = try fields.u32()
        minimumLuminance = try fields.u32()
    }
}
