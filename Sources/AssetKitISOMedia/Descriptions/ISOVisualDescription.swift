/// The fixed part of a picture entry, and what the common boxes behind it say.
package struct ISOVisualDescription: Hashable, Sendable {
    /// `clap`: the part of the picture that is meant to be seen. Each number is a fraction.
    package struct CleanAperture: Hashable, Sendable {
        package let width: ISOFraction
        package let height: ISOFraction
        package let horizontalOffset: ISOFraction
        package let verticalOffset: ISOFraction

        package init(
            width: ISOFraction,
            height: ISOFraction,
            horizontalOffset: ISOFraction,
            verticalOffset: ISOFraction
        ) {
            self.width = width
            self.height = height
            self.horizontalOffset = horizontalOffset
            self.verticalOffset = verticalOffset
        }
    }

    /// `mdcv`: the display that the pictures were graded on. Chromaticities in 1/50000, luminances in 1/10000 cd/m².
    package struct MasteringDisplay: Hashable, Sendable {
        /// x and y of the primaries in the order of the file, which is green, blue, red.
        package let primaries: [UInt16]
        package let whitePoint: [UInt16]
        package let maximumLuminance: UInt32
        package let minimumLuminance: UInt32

        package init(primaries: [UInt16], whitePoint: [UInt16], maximumLuminance: UInt32, minimumLuminance: UInt32) {
            self.primaries = primaries
            self.whitePoint = whitePoint
            self.maximumLuminance = maximumLuminance
            self.minimumLuminance = minimumLuminance
        }
    }

    /// `clli`: the largest light level of a pixel and of a picture's average, in cd/m².
    package struct ContentLight: Hashable, Sendable {
        package let pixel: UInt16
        package let average: UInt16

        package init(pixel: UInt16, average: UInt16) {
            self.pixel = pixel
            self.average = average
        }
    }

    package let vendor: ISOCode
    package let width: UInt16
    package let height: UInt16
    /// Pixels per inch as 16.16 fixed point.
    let horizontalResolution: UInt32
    let verticalResolution: UInt32
    package let frameCount: UInt16
    let compressorName: String
    package let depth: UInt16
    /// The colours of an indexed picture as alpha, red, green, blue of 16 bits each; nil without a table of its own.
    let colorTable: [UInt64]?

    package private(set) var colors: [ISOColorInformation] = []
    /// `pasp`: width and height of a pixel.
    package private(set) var pixelAspect: ISOFraction?
    package private(set) var cleanAperture: CleanAperture?
    /// `fiel`: how many fields a picture has, and their order.
    package private(set) var fieldCount: UInt8?
    package private(set) var fieldDetail: UInt8?
    package private(set) var masteringDisplay: MasteringDisplay?
    package private(set) var contentLight: ContentLight?
    /// `gama`: 16.16 fixed point.
    package private(set) var gamma: UInt32?

    package init(_ fields: inout ISOFields) throws(ISOMediaError) {
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

    package mutating func complete(with extensions: [ISOExtension]) {
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
