internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension ISOSampleEntry {
    /// Boxes with the headers of codecs, in the order in which they are looked for.
    private static let codecHeaders: [ISOCode: ISOCode] = [
        "avc1": "avcC", "avc3": "avcC", "hvc1": "hvcC", "hev1": "hvcC", "dvh1": "hvcC", "dvhe": "hvcC", "av01": "av1C",
        "vp09": "vpcC", "vp08": "vpcC", "s263": "d263",
    ]

    /// Numbers by which `esds` names codecs that have no code of their own in MP4.
    private static let objectTypes: [ISOCode: UInt8] = [
        "mp4v": 0x20, "mp2v": 0x61, "mp1v": 0x6a, "jpeg": 0x6c, "mjpa": 0x6c,
    ]

    func writeVisual(to bytes: inout ISOBytes) throws(ISOWritingError) {
        let own = ISOCode(rawValue: format.subtype)
        let isNamedByStream = own == "mp4v" || (!isQuickTime && Self.objectTypes[own] != nil)
        let size = format.videoDimensions
        guard let width = UInt16(exactly: size.width), let height = UInt16(exactly: size.height), width > 0, height > 0
        else { throw .format("pictures of \(size.width) × \(size.height) are none that the file can have") }
        try bytes.box(isNamedByStream ? "mp4v" : own) { bytes throws(ISOWritingError) in
            head(&bytes)
            writeVisualFields(width, height, to: &bytes)
            if isNamedByStream {
                bytes.box("esds", content: try streamDescription(own))
            } else if let header = Self.codecHeaders[own] {
                bytes.box(header, content: try required(header.description))
            }
            copyAtoms(["lhvC", "dvcC", "dvvC"], to: &bytes)
            // What other containers keep for the codec says nothing beside the box that is made for it.
            if Self.codecHeaders[own] == nil { copyAtoms(["glbl"], to: &bytes) }
            writePictureShape(to: &bytes)
            writeColors(to: &bytes)
            writeLight(to: &bytes)
            copyAtoms(["btrt"], to: &bytes)
        }
    }

    private func writeVisualFields(_ width: UInt16, _ height: UInt16, to bytes: inout ISOBytes) {
        bytes.zeros(8)
        // QuickTime's temporal and spatial quality: normal.
        bytes.u32(isQuickTime ? 512 : 0)
        bytes.u32(isQuickTime ? 512 : 0)
        bytes.u16(width)
        bytes.u16(height)
        bytes.u32(72 << 16)
        bytes.u32(72 << 16)
        bytes.u32(0)
        bytes.u16(1)
        // A name of QuickTime's, a count in front; ISO's may be empty.
        let title = format.extensionValues[kCMFormatDescriptionExtension_FormatName] as? String ?? ""
        let name = isQuickTime ? Array(title.utf8.prefix(31)) : []
        bytes.u8(UInt8(name.count))
        bytes.append(name)
        bytes.zeros(31 - name.count)
        // ProRes 4444 has alpha; QuickTime says so by 32 bits.
        let isBeside = ["vp08", "vp09"].contains(codeText)
        let hasAlpha = !isBeside && number(kCMFormatDescriptionExtension_ContainsAlphaChannel)?.whole(Int.self) == 1
        bytes.u16(hasAlpha ? 32 : 24)
        bytes.u16(0xffff)
    }

    private func streamDescription(_ code: ISOCode) throws(ISOWritingError) -> [UInt8] {
        if let content = atom("esds") { return content }
        let configuration = atom("glbl") ?? []
        guard let type = Self.objectTypes[code] else { throw .format("\(codeText) has no place in the file") }
        // MPEG-4's own pictures cannot be decoded without their header.
        guard type != 0x20 || !configuration.isEmpty else {
            return try required("esds")
        }
        return ISOElementaryStreamWriter.content(objectType: type, streamType: 4, configuration: configuration)
    }

    private func writePictureShape(to bytes: inout ISOBytes) {
        if let count = number(kCMFormatDescriptionExtension_FieldCount)?.whole(UInt8.self), isQuickTime || count == 2 {
            bytes.box("fiel") { bytes in
                bytes.u8(count)
                bytes.u8(count == 2 ? fieldOrder : 0)
            }
        }
        let aspect = PropertyList.dictionary(format.extensionValues[kCMFormatDescriptionExtension_PixelAspectRatio])
        let spacings = [
            kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing,
            kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing,
        ].compactMap { Number(aspect?[$0])?.whole(UInt32.self) }
        if spacings.count == 2, spacings.allSatisfy({ $0 > 0 }) {
            bytes.box("pasp") { bytes in spacings.forEach { bytes.u32($0) } }
        } else {
            copyAtoms(["pasp"], to: &bytes)
        }
        // The box has fractions, which numbers of the extension only come near to.
        if let content = atom("clap") { bytes.box("clap", content: content) } else { writeCleanAperture(to: &bytes) }
    }

    /// QuickTime's numbers: 1 and 6 for the first field in the first row, stored one after the other; 9 and 14 woven.
    private var fieldOrder: UInt8 {
        switch format.extensionValues[kCMFormatDescriptionExtension_FieldDetail] as? String {
        case kCMFormatDescriptionFieldDetail_TemporalTopFirst: 9
        case kCMFormatDescriptionFieldDetail_TemporalBottomFirst: 14
        case kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: 1
        case kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: 6
        default: 0
        }
    }

    private func writeCleanAperture(to bytes: inout ISOBytes) {
        guard
            let aperture = PropertyList.dictionary(format.extensionValues[kCMFormatDescriptionExtension_CleanAperture])
        else { return }
        let keys = [
            kCMFormatDescriptionKey_CleanApertureWidth, kCMFormatDescriptionKey_CleanApertureHeight,
            kCMFormatDescriptionKey_CleanApertureHorizontalOffset, kCMFormatDescriptionKey_CleanApertureVerticalOffset,
        ]
        let numbers = keys.compactMap { Number(aperture[$0])?.double }
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 32768 }) else { return }
        bytes.box("clap") { bytes in
            for number in numbers {
                // Halves are what apertures have: the middle of an odd size.
                let isWhole = number == number.rounded()
                let numerator = (isWhole ? number : number * 65536).rounded()
                bytes.u32(UInt32(bitPattern: Int32(clamping: Int64(numerator))))
                bytes.u32(isWhole ? 1 : 65536)
            }
        }
    }

    private func writeColors(to bytes: inout ISOBytes) {
        if let stored = atom("colr"), stored.count >= 10 {
            return bytes.box("colr", content: converted(stored))
        }
        let values = format.extensionValues
        let primaries = CVColorPrimariesGetIntegerCodePointForString(
            values[kCMFormatDescriptionExtension_ColorPrimaries] as? String
        )
        let matrix = CVYCbCrMatrixGetIntegerCodePointForString(
            values[kCMFormatDescriptionExtension_YCbCrMatrix] as? String
        )
        let points = [primaries, transferFunction, matrix]
        guard points.contains(where: { $0 != 2 }) || isFullRange else { return }
        // QuickTime's own box says nothing of the range.
        let isOwn = isQuickTime && !isFullRange
        bytes.box("colr") { bytes in
            bytes.code(isOwn ? "nclc" : "nclx")
            for point in points { bytes.u16(UInt16(clamping: point)) }
            if !isOwn { bytes.u8(isFullRange ? 0x80 : 0) }
        }
    }

    private var isFullRange: Bool { number(kCMFormatDescriptionExtension_FullRangeVideo)?.whole(Int.self) == 1 }

    private var transferFunction: Int32 {
        let name = format.extensionValues[kCMFormatDescriptionExtension_TransferFunction] as? String
        guard name == kCMFormatDescriptionTransferFunction_UseGamma else {
            return CVTransferFunctionGetIntegerCodePointForString(name)
        }
        // The curves of the two television systems that are a bare power.
        switch number(kCMFormatDescriptionExtension_GammaLevel)?.double {
        case 2.2: return 4
        case 2.8: return 5
        default: return 2
        }
    }

    /// Code points as this family writes them; profiles are the same in both.
    private func converted(_ color: [UInt8]) -> [UInt8] {
        var fields = ISOFields(color, of: "colr")
        guard let type = try? fields.code(), type == "nclc" || type == "nclx" else { return color }
        let points = color[4..<10]
        guard !isQuickTime || (color.count > 10 && color[10] & 0x80 != 0) else {
            return Array("nclc".utf8) + points
        }
        let range = color.count > 10 ? color[10] & 0x80 : (isFullRange ? 0x80 : 0)
        return Array("nclx".utf8) + points + [range]
    }

    private func writeLight(to bytes: inout ISOBytes) {
        let volume = format.extensionValues[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] as? Data
        if let volume, volume.count == 24 { bytes.box("mdcv", content: volume) }
        let level = format.extensionValues[kCMFormatDescriptionExtension_ContentLightLevelInfo] as? Data
        if let level, level.count == 4 { bytes.box("clli", content: level) }
    }
}
