internal import AssetKitBase
public import CMTimeLib
public import Foundation

/// Key of a text box: its upper side.
public let kCMTextFormatDescriptionRect_Top: CFString = "Top"
/// Key of a text box: its left side.
public let kCMTextFormatDescriptionRect_Left: CFString = "Left"
/// Key of a text box: its lower side.
public let kCMTextFormatDescriptionRect_Bottom: CFString = "Bottom"
/// Key of a text box: its right side.
public let kCMTextFormatDescriptionRect_Right: CFString = "Right"
/// Key of a style: the font's number.
public let kCMTextFormatDescriptionStyle_Font: CFString = "Font"
/// Key of a style: bits for bold (1), italic (2) and underline (4).
public let kCMTextFormatDescriptionStyle_FontFace: CFString = "FontFace"
/// Key of a style: the font's size.
public let kCMTextFormatDescriptionStyle_FontSize: CFString = "FontSize"
/// Key of a style: the colour, a dictionary.
public let kCMTextFormatDescriptionStyle_ForegroundColor: CFString = "ForegroundColor"
/// Key of a colour: red.
public let kCMTextFormatDescriptionColor_Red: CFString = "Red"
/// Key of a colour: green.
public let kCMTextFormatDescriptionColor_Green: CFString = "Green"
/// Key of a colour: blue.
public let kCMTextFormatDescriptionColor_Blue: CFString = "Blue"
/// Key of a colour: alpha.
public let kCMTextFormatDescriptionColor_Alpha: CFString = "Alpha"

extension CMFormatDescription {
    /// How text is shown.
    public func displayFlags() throws -> Extensions.Value.TextDisplayFlags {
        let number = try textNumber(kCMTextFormatDescriptionExtension_DisplayFlags)
        guard let flags = number.whole(UInt32.self) else { throw Error.valueNotAvailable }
        return Extensions.Value.TextDisplayFlags(rawValue: flags)
    }

    /// Where text is in its box.
    public func justification() throws -> (
        horizontal: Extensions.Value.TextJustification, vertical: Extensions.Value.TextJustification
    ) {
        func justification(_ key: String) throws -> Extensions.Value.TextJustification {
            let number = try textNumber(key).whole(Int.self)
            guard let number, let value = Extensions.Value.TextJustification(rawValue: number) else {
                throw Error.valueNotAvailable
            }
            return value
        }
        return (
            try justification(kCMTextFormatDescriptionExtension_HorizontalJustification),
            try justification(kCMTextFormatDescriptionExtension_VerticalJustification)
        )
    }

    /// The box of the text.
    public func defaultTextBox(originIsAtTopLeft: Bool, heightOfTextTrack: CGFloat) throws -> CGRect {
        let box = try textDictionary(kCMTextFormatDescriptionExtension_DefaultTextBox)
        let keys = [
            kCMTextFormatDescriptionRect_Left, kCMTextFormatDescriptionRect_Top, kCMTextFormatDescriptionRect_Right,
            kCMTextFormatDescriptionRect_Bottom,
        ]
        let sides = keys.compactMap { box.number($0).map { CGFloat($0.double) } }
        guard sides.count == keys.count else { throw Error.valueNotAvailable }
        let y = originIsAtTopLeft ? sides[1] : heightOfTextTrack - sides[3]
        return CGRect(x: sides[0], y: y, width: sides[2] - sides[0], height: sides[3] - sides[1])
    }

    /// The style of text that names none.
    public func defaultStyle() throws -> (
        localFontID: Int, bold: Bool, italic: Bool, underline: Bool, fontSize: CGFloat, colorComponents: [CGFloat]
    ) {
        let style = try textDictionary(kCMTextFormatDescriptionExtension_DefaultStyle)
        guard let font: Int = style.number(kCMTextFormatDescriptionStyle_Font)?.whole(),
            let face: UInt8 = style.number(kCMTextFormatDescriptionStyle_FontFace)?.whole(),
            let size = style.number(kCMTextFormatDescriptionStyle_FontSize)?.double
        else { throw Error.valueNotAvailable }
        let color = PropertyList.dictionary(style[kCMTextFormatDescriptionStyle_ForegroundColor]) ?? [:]
        let keys = [
            kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green,
            kCMTextFormatDescriptionColor_Blue, kCMTextFormatDescriptionColor_Alpha,
        ]
        let components = keys.map { CGFloat(color.number($0)?.double ?? 1) }
        return (font, face & 1 != 0, face & 2 != 0, face & 4 != 0, CGFloat(size), components)
    }

    /// The name of a font by its number.
    public func fontName(localFontID: Int) throws -> String {
        let table = try textDictionary(kCMTextFormatDescriptionExtension_FontTable)
        guard let name = PropertyList.text(table["\(localFontID)"]) else { throw Error.valueNotAvailable }
        return name
    }

    private func textNumber(_ key: String) throws -> Number {
        guard type == kCMMediaType_Text || type == kCMMediaType_Subtitle, let number = extensionValues.number(key)
        else { throw Error.valueNotAvailable }
        return number
    }

    private func textDictionary(_ key: String) throws -> [String: Any] {
        guard type == kCMMediaType_Text || type == kCMMediaType_Subtitle,
            let dictionary = PropertyList.dictionary(extensionValues[key])
        else { throw Error.valueNotAvailable }
        return dictionary
    }
}
