internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension ISOSampleEntry {
    // MARK: Text

    func writeText(to bytes: inout ISOBytes) throws(ISOWritingError) {
        let code = ISOCode(rawValue: format.subtype)
        guard code.rawValue != 0 else { throw .format("a track of this kind needs a format with a code") }
        bytes.box(code) { bytes in
            head(&bytes)
            switch code {
            case "tx3g": writeTimedText(to: &bytes)
            case "text": writeQuickTimeText(to: &bytes)
            case "wvtt": bytes.box("vttC", content: atom("vttC") ?? Array("WEBVTT".utf8))
            case "stpp":
                // The name space, no schema, no pictures.
                bytes.terminated("http://www.w3.org/ns/ttml")
                bytes.zeros(2)
            case "mp4s": copyAtoms(["esds"], to: &bytes)
            default: break
            }
        }
    }

    private func dictionary(_ key: CFString) -> [String: Any] {
        PropertyList.dictionary(format.extensionValues[key]) ?? [:]
    }

    private func writeTextBox(to bytes: inout ISOBytes) {
        let box = dictionary(kCMTextFormatDescriptionExtension_DefaultTextBox)
        for side in [
            kCMTextFormatDescriptionRect_Top, kCMTextFormatDescriptionRect_Left, kCMTextFormatDescriptionRect_Bottom,
            kCMTextFormatDescriptionRect_Right,
        ] { bytes.integer(Number(box[side])?.whole(Int16.self) ?? 0) }
    }

    /// 3GPP TS 26.245, 5.16.
    private func writeTimedText(to bytes: inout ISOBytes) {
        bytes.u32(number(kCMTextFormatDescriptionExtension_DisplayFlags)?.whole() ?? 0)
        // In the middle and at the bottom, as subtitles are.
        bytes.integer(number(kCMTextFormatDescriptionExtension_HorizontalJustification)?.whole(Int8.self) ?? 1)
        bytes.integer(number(kCMTextFormatDescriptionExtension_VerticalJustification)?.whole(Int8.self) ?? -1)
        bytes.append(color(dictionary(kCMTextFormatDescriptionExtension_BackgroundColor), usual: [0, 0, 0, 0]))
        writeTextBox(to: &bytes)
        let style = dictionary(kCMTextFormatDescriptionExtension_DefaultStyle)
        bytes.zeros(4)
        bytes.u16(Number(style[kCMTextFormatDescriptionStyle_Font])?.whole() ?? 1)
        bytes.u8(Number(style[kCMTextFormatDescriptionStyle_FontFace])?.whole() ?? 0)
        bytes.u8(Number(style[kCMTextFormatDescriptionStyle_FontSize])?.whole() ?? 18)
        let foreground = PropertyList.dictionary(style[kCMTextFormatDescriptionStyle_ForegroundColor]) ?? [:]
        bytes.append(color(foreground, usual: [255, 255, 255, 255]))
        let fonts = dictionary(kCMTextFormatDescriptionExtension_FontTable)
            .compactMap { key, name in UInt16(key).map { ($0, name as? String ?? "") } }.sorted { $0.0 < $1.0 }
        bytes.box("ftab") { bytes in
            let fonts = fonts.isEmpty ? [(1, "Serif")] : fonts
            bytes.u16(UInt16(clamping: fonts.count))
            for (number, name) in fonts.prefix(Int(UInt16.max)) {
                bytes.u16(number)
                let name = name.utf8.prefix(255)
                bytes.u8(UInt8(name.count))
                bytes.append(name)
            }
        }
    }

    /// Components are parts of 255, or of 1 where they have fractions.
    private func color(_ values: [String: Any], usual: [UInt8]) -> [UInt8] {
        let keys = [
            kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green, kCMTextFormatDescriptionColor_Blue,
            kCMTextFormatDescriptionColor_Alpha,
        ]
        let numbers = keys.compactMap { Number(values[$0]) }
        guard numbers.count == 4 else { return usual }
        return numbers.map { $0.whole(UInt8.self) ?? UInt8(min(max($0.double * 255, 0), 255).rounded()) }
    }

    /// The entry of QuickTime's own texts, which chapters are made of.
    private func writeQuickTimeText(to bytes: inout ISOBytes) {
        bytes.u32(number(kCMTextFormatDescriptionExtension_DisplayFlags)?.whole() ?? 1)
        bytes.integer(number(kCMTextFormatDescriptionExtension_TextJustification)?.whole(Int32.self) ?? 1)
        bytes.zeros(6)
        writeTextBox(to: &bytes)
        bytes.zeros(8 + 2 + 2 + 1 + 2 + 6)
        let name = (format.extensionValues[kCMTextFormatDescriptionExtension_DefaultFontName] as? String ?? "").utf8
            .prefix(255)
        bytes.u8(UInt8(name.count))
        bytes.append(name)
    }

    // MARK: Time codes

    func writeTimeCode(to bytes: inout ISOBytes) throws(ISOWritingError) {
        guard let details = format.timeCodeDetails, details.frameDuration.isNumeric,
            let ticks = UInt32(exactly: details.frameDuration.value), let quanta = UInt8(exactly: details.frameQuanta)
        else { throw .format("a time code must say how long its frames are") }
        bytes.box("tmcd") { bytes in
            head(&bytes)
            bytes.u32(0)
            bytes.u32(details.flags)
            bytes.u32(UInt32(details.frameDuration.timescale))
            bytes.u32(ticks)
            bytes.u8(quanta)
            bytes.u8(0)
            let source = dictionary(kCMTimeCodeFormatDescriptionExtension_SourceReferenceName)
            guard let name = source[kCMTimeCodeFormatDescriptionKey_Value] as? String else { return }
            bytes.box("name") { bytes in
                let text = name.utf8.prefix(Int(UInt16.max))
                bytes.u16(UInt16(text.count))
                bytes.u16(Number(source[kCMTimeCodeFormatDescriptionKey_LangCode])?.whole() ?? 0)
                bytes.append(text)
            }
        }
    }

    // MARK: Timed metadata

    func writeMetadata(to bytes: inout ISOBytes) throws(ISOWritingError) {
        let code = ISOCode(rawValue: format.subtype)
        guard code == "mebx" else {
            guard code.rawValue != 0 else { throw .format("a track of metadata needs a format with a code") }
            return bytes.box(code) { bytes in
                head(&bytes)
                copyAtoms(["btrt"], to: &bytes)
            }
        }
        if let keys = atom("keys") {
            return bytes.box(code) { bytes in
                head(&bytes)
                bytes.box("keys", content: keys)
            }
        }
        let table = dictionary(kCMFormatDescriptionExtensionKey_MetadataKeyTable).values
            .compactMap { PropertyList.dictionary($0) }
            .compactMap { key in
                Number(key[kCMMetadataFormatDescriptionKey_LocalID])?.whole(UInt32.self).map { ($0, key) }
            }
            .sorted { $0.0 < $1.0 }
        guard !table.isEmpty else { throw .format("a track of boxed metadata must say which keys it has") }
        bytes.box(code) { bytes in
            head(&bytes)
            bytes.box("keys") { bytes in
                for (number, key) in table { Self.writeKey(number, key, to: &bytes) }
            }
        }
    }

    private static func writeKey(_ number: UInt32, _ key: [String: Any], to bytes: inout ISOBytes) {
        bytes.box(ISOCode(rawValue: number)) { bytes in
            bytes.box("keyd") { bytes in
                let space = key[kCMMetadataFormatDescriptionKey_Namespace]
                bytes.append((space as? String ?? "mdta").utf8.prefix(4))
                if let name = key[kCMMetadataFormatDescriptionKey_Value] as? Data { bytes.append(name) }
                if let name = key[kCMMetadataFormatDescriptionKey_Value] as? String { bytes.append(name.utf8) }
            }
            writeDataType(key, to: &bytes)
            if let tag = key[kCMMetadataFormatDescriptionKey_LanguageTag] as? String {
                bytes.box("loca") { $0.terminated(tag) }
            }
            if let setup = key[kCMMetadataFormatDescriptionKey_SetupData] as? Data {
                bytes.box("setu", content: setup)
            }
        }
    }

    private static func writeDataType(_ key: [String: Any], to bytes: inout ISOBytes) {
        let type = key[kCMMetadataFormatDescriptionKey_DataType]
        bytes.box("dtyp") { bytes in
            if let name = type as? String {
                bytes.u32(1)
                bytes.append(name.utf8)
            } else {
                bytes.u32(0)
                bytes.u32(Number(type)?.whole() ?? 0)
            }
        }
    }
}
