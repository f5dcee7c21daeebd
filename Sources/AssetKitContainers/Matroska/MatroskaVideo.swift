/// The pictures of a track: sizes, order of fields, colour, and how they lie in space.
package struct MatroskaVideo: Sendable {
    enum DisplayUnit: Hashable, Sendable { case pixels, centimetres, inches, aspectRatio, unknown, other(UInt64) }
    enum Interlacing: Hashable, Sendable { case undetermined, interlaced, progressive }

    package var pixelWidth = 0
    package var pixelHeight = 0
    /// As the file gives them; see `displaySize` for what they mean.
    var displayWidth: Int?
    var displayHeight: Int?
    var displayUnit = DisplayUnit.pixels
    package var cropTop = 0
    var cropBottom = 0
    package var cropLeft = 0
    var cropRight = 0
    var interlacing = Interlacing.undetermined
    /// 0 progressive, 1 top first, 6 bottom first, 9 and 14 the same in interleaved storage; nil when not said.
    package var fieldOrder: UInt64?
    /// The arrangement of the two views as Matroska numbers it; 0 is one view.
    var stereoMode: UInt64 = 0
    var alphaMode: UInt64 = 0
    /// The pixel format of uncompressed pictures.
    var uncompressedCode: [UInt8]?
    /// A rate that old files carry and that says nothing binding.
    package var frameRate: Double?
    package var colour: MatroskaColour?
    package var projection: MatroskaProjection?

    package var hasAlpha: Bool { alphaMode == 1 }

    package init(_ node: EBMLNode) {
        node.forEachChild { child in
            readSizes(child)
            readLooks(child)
            return true
        }
    }

    private mutating func readSizes(_ child: EBMLNode) {
        switch child.id {
        case 0xB0: pixelWidth = Self.size(child)
        case 0xBA: pixelHeight = Self.size(child)
        case 0x54B0: displayWidth = Self.size(child)
        case 0x54BA: displayHeight = Self.size(child)
        case 0x54B2: displayUnit = Self.unit(child.unsigned ?? 0)
        case 0x54AA: cropBottom = Self.size(child)
        case 0x54BB: cropTop = Self.size(child)
        case 0x54CC: cropLeft = Self.size(child)
        case 0x54DD: cropRight = Self.size(child)
        default: break
        }
    }

    private mutating func readLooks(_ child: EBMLNode) {
        switch child.id {
        case 0x9A: interlacing = Self.interlacing(child.unsigned ?? 0)
        case 0x9D: fieldOrder = child.unsigned
        case 0x53B8: stereoMode = child.unsigned ?? 0
        case 0x53C0: alphaMode = child.unsigned ?? 0
        case 0x2EB524: uncompressedCode = child.binary
        case 0x2383E3: frameRate = child.float
        case 0x55B0: colour = MatroskaColour(child)
        case 0x7670: projection = MatroskaProjection(child)
        default: break
        }
    }

    /// Sizes beyond 31 bits are nonsense, and would overflow where they are multiplied.
    private static func size(_ node: EBMLNode) -> Int {
        guard let value = node.int, value <= Int(Int32.max) else { return 0 }
        return value
    }

    private static func unit(_ number: UInt64) -> DisplayUnit {
        switch number {
        case 0: .pixels
        case 1: .centimetres
        case 2: .inches
        case 3: .aspectRatio
        case 4: .unknown
        default: .other(number)
        }
    }

    private static func interlacing(_ number: UInt64) -> Interlacing {
        switch number {
        case 1: .interlaced
        case 2: .progressive
        default: .undetermined
        }
    }
}

extension MatroskaVideo {
    /// The size of the part of a picture that is meant to be seen.
    package var croppedSize: (width: Int, height: Int) {
        (max(0, pixelWidth - cropLeft - cropRight), max(0, pixelHeight - cropTop - cropBottom))
    }

    /// The size to show the picture at, in pixels. Where the file gives none, or in a unit that is not pixels or a
    /// ratio, the pixels are square.
    package var displaySize: (width: Int, height: Int) {
        let cropped = croppedSize
        switch displayUnit {
        case .pixels: return (displayWidth ?? cropped.width, displayHeight ?? cropped.height)
        case .centimetres, .inches, .aspectRatio:
            guard let displayWidth, let displayHeight, displayWidth > 0, displayHeight > 0 else { return cropped }
            // The height stays and the width follows, so that no line is invented.
            let product = Int64(cropped.height) * Int64(displayWidth)
            return (Int((product + Int64(displayHeight) / 2) / Int64(displayHeight)), cropped.height)
        case .unknown, .other: return cropped
        }
    }

    /// The shape of a pixel, width to height, in lowest terms; 1:1 when nothing else is said.
    package var pixelAspectRatio: (horizontal: Int, vertical: Int) {
        let cropped = croppedSize
        guard let displayWidth, let displayHeight, displayWidth > 0, displayHeight > 0, cropped.width > 0,
            cropped.height > 0
        else { return (1, 1) }
        if case .unknown = displayUnit { return (1, 1) }
        if case .other = displayUnit { return (1, 1) }
        let horizontal = Int64(displayWidth) * Int64(cropped.height)
        let vertical = Int64(displayHeight) * Int64(cropped.width)
        let divisor = Self.greatestCommonDivisor(horizontal, vertical)
        return (Int(horizontal / divisor), Int(vertical / divisor))
    }

    private static func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return left
    }
}

/// The colour of the pictures. Numbers are those of the ISO/IEC 23091 tables; nil where the file says nothing.
package struct MatroskaColour: Sendable {
    package enum Range: Hashable, Sendable { case limited, full, byTransfer }

    /// The display that the pictures were graded on: chromaticities, and luminance in candela per square metre.
    package struct Mastering: Hashable, Sendable {
        package var red = Point()
        package var green = Point()
        package var blue = Point()
        package var white = Point()
        var luminanceMaximum: Double?
        var luminanceMinimum: Double?

        package init(
            red: Point = Point(),
            green: Point = Point(),
            blue: Point = Point(),
            white: Point = Point(),
            luminanceMaximum: Double? = nil,
            luminanceMinimum: Double? = nil
        ) {
            self.red = red
            self.green = green
            self.blue = blue
            self.white = white
            self.luminanceMaximum = luminanceMaximum
            self.luminanceMinimum = luminanceMinimum
        }

        package struct Point: Hashable, Sendable {
            package var x: Double?
            package var y: Double?

            package init(x: Double? = nil, y: Double? = nil) {
                self.x = x
                self.y = y
            }
        }
    }

    package var matrix: UInt64?
    package var primaries: UInt64?
    package var transfer: UInt64?
    package var range: Range?
    var bitsPerChannel: UInt64?
    /// How many pixels are dropped per chroma pixel, as the file counts: 1 is half the resolution.
    var chromaSubsamplingHorizontal: UInt64?
    var chromaSubsamplingVertical: UInt64?
    /// 1 at the left or top edge, 2 in the middle.
    var chromaSitingHorizontal: UInt64?
    var chromaSitingVertical: UInt64?
    var maximumContentLight: UInt64?
    var maximumFrameAverageLight: UInt64?
    var mastering: Mastering?

    package init(_ node: EBMLNode) {
        node.forEachChild { child in
            read(child)
            return true
        }
    }

    private mutating func read(_ child: EBMLNode) {
        switch child.id {
        case 0x55B1: matrix = child.unsigned
        case 0x55B2: bitsPerChannel = child.unsigned
        case 0x55B3: chromaSubsamplingHorizontal = child.unsigned
        case 0x55B4: chromaSubsamplingVertical = child.unsigned
        case 0x55B7: chromaSitingHorizontal = child.unsigned
        case 0x55B8: chromaSitingVertical = child.unsigned
        case 0x55B9: range = Self.range(child.unsigned ?? 0)
        case 0x55BA: transfer = child.unsigned
        case 0x55BB: primaries = child.unsigned
        case 0x55BC: maximumContentLight = child.unsigned
        case 0x55BD: maximumFrameAverageLight = child.unsigned
        case 0x55D0: mastering = Mastering(child)
        default: break
        }
    }

    private static func range(_ number: UInt64) -> Range? {
        switch number {
        case 1: .limited
        case 2: .full
        case 3: .byTransfer
        default: nil
        }
    }
}

extension MatroskaColour.Mastering {
    package init(_ node: EBMLNode) {
        node.forEachChild { child in
            switch child.id {
            case 0x55D1: red.x = child.float
            case 0x55D2: red.y = child.float
            case 0x55D3: green.x = child.float
            case 0x55D4: green.y = child.float
            case 0x55D5: blue.x = child.float
            case 0x55D6: blue.y = child.float
            case 0x55D7: white.x = child.float
            case 0x55D8: white.y = child.float
            case 0x55D9: luminanceMaximum = child.float
            case 0x55DA: luminanceMinimum = child.float
            default: break
            }
            return true
        }
    }
}

/// How pictures lie on a sphere, and how they are turned.
package struct MatroskaProjection: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case rectangular, equirectangular, cubemap, mesh, other(UInt64) }

    package var kind = Kind.rectangular
    package var record: [UInt8]?
    /// Degrees.
    var yaw = 0.0
    var pitch = 0.0
    package var roll = 0.0

    package init(_ node: EBMLNode) {
        node.forEachChild { child in
            switch child.id {
            case 0x7671: kind = Self.kind(child.unsigned ?? 0)
            case 0x7672: record = child.binary
            case 0x7673: yaw = child.float ?? 0
            case 0x7674: pitch = child.float ?? 0
            case 0x7675: roll = child.float ?? 0
            default: break
            }
            return true
        }
    }

    private static func kind(_ number: UInt64) -> Kind {
        switch number {
        case 0: .rectangular
        case 1: .equirectangular
        case 2: .cubemap
        case 3: .mesh
        default: .other(number)
        }
    }
}
