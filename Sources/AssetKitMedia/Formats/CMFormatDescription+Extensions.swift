public import AssetKitBase
internal import AssetKitBitstream
public import CMTimeLib
public import Foundation

extension CMFormatDescription {
    /// What a format description says beyond its type, by name.
    ///
    /// SAFETY: values of a property list, which nobody changes after they were handed over.
    public struct Extensions: ExpressibleByDictionaryLiteral, Sequence, @unchecked Sendable {
        package var values: [String: Any]

        /// Makes no extensions.
        public init() {
            values = [:]
        }

        package init(values: [String: Any]) {
            self.values = values
        }

        /// Makes extensions of a list; of equal names the last one counts.
        public init(dictionaryLiteral elements: (Key, Value)...) {
            values = Dictionary(elements.map { ($0.rawValue, $1.propertyListRepresentation) }) { _, last in last }
        }

        /// Makes extensions of a dictionary of Core Media's keys; nil makes none.
        public init(base: CFDictionary?) {
            values = PropertyList.withTextKeys(base ?? [:])
        }

        /// The value of a name.
        public subscript(key: Key) -> Value? {
            get { values[key.rawValue].map(Value.init(propertyListRepresentation:)) }
            set { values[key.rawValue] = newValue?.propertyListRepresentation }
        }

        /// The value of a name that is a text, as a property list has it.
        public subscript(key: CFString) -> CFPropertyList? {
            get { values[key] }
            set { values[key] = newValue }
        }

        /// Names and values, in the names' order.
        public func makeIterator() -> AnyIterator<(key: Key, value: Value)> {
            var rest = values.sorted { $0.key < $1.key }[...]
            return AnyIterator {
                rest.popFirst().map { (Key(rawValue: $0.key), Value(propertyListRepresentation: $0.value)) }
            }
        }

        /// How many there are.
        public var count: Int { values.count }
        /// Whether there are none.
        public var isEmpty: Bool { values.isEmpty }

        /// The name of an extension.
        public struct Key: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
            public let rawValue: CFString

            /// Makes a name of a text, also of one that is not known.
            public init(rawValue: CFString) {
                self.rawValue = rawValue
            }

            public var description: String { rawValue }
        }

        /// The value of an extension.
        ///
        /// SAFETY: a value of a property list, which nobody changes after it was handed over.
        public struct Value: Equatable, CustomStringConvertible, @unchecked Sendable {
            /// The value as a property list has it.
            public let propertyListRepresentation: CFPropertyList

            /// Makes a value of a property list.
            public init(propertyListRepresentation: CFPropertyList) {
                self.propertyListRepresentation = propertyListRepresentation
            }

            public var description: String { "\(propertyListRepresentation)" }

            /// Whether two values mean the same: numbers by value, and texts, bytes, lists and dictionaries by content.
            public static func == (left: Value, right: Value) -> Bool {
                PropertyList.areEqual(left.propertyListRepresentation, right.propertyListRepresentation)
            }
        }
    }
}

extension CMFormatDescription.Extensions.Value {
    /// A text.
    public static func string(_ value: CFString) -> Self { Self(propertyListRepresentation: value) }
    /// A number.
    public static func number<Number: Numeric>(_ value: Number) -> Self { Self(propertyListRepresentation: value) }
    /// A number object.
    public static func number(_ value: NSNumber) -> Self { Self(propertyListRepresentation: value) }
    /// Yes or no.
    public static func boolean(_ value: Bool) -> Self { Self(propertyListRepresentation: value) }
    /// Bytes.
    public static func data(_ value: Data) -> Self { Self(propertyListRepresentation: value) }
    /// A list.
    public static func array(_ value: CFArray) -> Self { Self(propertyListRepresentation: value) }
    /// A dictionary.
    public static func dictionary(_ value: CFDictionary) -> Self { Self(propertyListRepresentation: value) }

    /// Primaries.
    public static func colorPrimaries(_ value: ColorPrimaries) -> Self { .string(value.rawValue) }
    /// A transfer function.
    public static func transferFunction(_ value: TransferFunction) -> Self { .string(value.rawValue) }
    /// A matrix.
    public static func yCbCrMatrix(_ value: YCbCrMatrix) -> Self { .string(value.rawValue) }
    /// How fields are woven.
    public static func fieldDetail(_ value: FieldDetail) -> Self { .string(value.rawValue) }
    /// Where colour samples lie.
    public static func chromaLocation(_ value: ChromaLocation) -> Self { .string(value.rawValue) }
    /// Whether colours are multiplied with alpha.
    public static func alphaChannelMode(_ value: AlphaChannelMode) -> Self { .string(value.rawValue) }

    /// The shape of a pixel.
    public static func pixelAspectRatio(horizontalSpacing: Int, verticalSpacing: Int) -> Self {
        .dictionary([
            kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: horizontalSpacing,
            kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: verticalSpacing,
        ])
    }

    /// The clean part of the picture; offsets are of its middle from the picture's, to the right and down.
    public static func cleanAperture(
        width: CGFloat,
        height: CGFloat,
        horizontalOffset: CGFloat,
        verticalOffset: CGFloat
    ) -> Self {
        .dictionary([
            kCMFormatDescriptionKey_CleanApertureWidth: Double(width),
            kCMFormatDescriptionKey_CleanApertureHeight: Double(height),
            kCMFormatDescriptionKey_CleanApertureHorizontalOffset: Double(horizontalOffset),
            kCMFormatDescriptionKey_CleanApertureVerticalOffset: Double(verticalOffset),
        ])
    }

    /// How text is shown, as bits.
    public struct TextDisplayFlags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// It scrolls in.
        public static let scrollIn = Self(rawValue: 0x20)
        /// It scrolls out.
        public static let scrollOut = Self(rawValue: 0x40)
        /// The bits of the direction of scrolling.
        public static let scrollDirectionMask = Self(rawValue: 0x180)
        /// It is filled like karaoke.
        public static let continuousKaraoke = Self(rawValue: 0x800)
        /// It is written from top to bottom.
        public static let writeTextVertically = Self(rawValue: 0x20000)
        /// Only the text has a background.
        public static let fillTextRegion = Self(rawValue: 0x40000)
        /// The text's box says whether it belongs to the top or to the bottom of the picture.
        public static let obeySubtitleFormatting = Self(rawValue: 0x2000_0000)
        /// Some of the samples are forced: shown even where subtitles are turned off.
        public static let forcedSubtitlesPresent = Self(rawValue: 0x4000_0000)
        /// All samples are forced.
        public static let allSubtitlesForced = Self(rawValue: 0x8000_0000)
    }

    /// Where text is in its box.
    public enum TextJustification: Int, Sendable {
        /// At the left, or at the top.
        case leftOrTop = 0
        /// In the middle.
        case centered = 1
        /// At the right, or at the bottom.
        case bottomOrRight = -1
    }
}
