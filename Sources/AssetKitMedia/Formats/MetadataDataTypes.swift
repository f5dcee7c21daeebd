internal import AssetKitBase
internal import Foundation

/// The data types of metadata values: base types, what builds on them, and what clients add.
package final class MetadataDataTypes: Sendable {
    package static let shared = MetadataDataTypes()

    package struct Entry {
        package let description: String
        let parents: [String]

        package init(description: String, parents: [String]) {
            self.description = description
            self.parents = parents
        }
    }

    private let added = Protected([String: Entry]())

    /// The types that build on nothing.
    package let baseTypes: [String] = [
        kCMMetadataBaseDataType_RawData, kCMMetadataBaseDataType_UTF8, kCMMetadataBaseDataType_UTF16,
        kCMMetadataBaseDataType_GIF, kCMMetadataBaseDataType_JPEG, kCMMetadataBaseDataType_PNG,
        kCMMetadataBaseDataType_BMP, kCMMetadataBaseDataType_Float32, kCMMetadataBaseDataType_Float64,
        kCMMetadataBaseDataType_SInt8, kCMMetadataBaseDataType_SInt16, kCMMetadataBaseDataType_SInt32,
        kCMMetadataBaseDataType_SInt64, kCMMetadataBaseDataType_UInt8, kCMMetadataBaseDataType_UInt16,
        kCMMetadataBaseDataType_UInt32, kCMMetadataBaseDataType_UInt64, kCMMetadataBaseDataType_PointF32,
        kCMMetadataBaseDataType_DimensionsF32, kCMMetadataBaseDataType_RectF32,
        kCMMetadataBaseDataType_AffineTransformF64, kCMMetadataBaseDataType_PolygonF32,
        kCMMetadataBaseDataType_PolylineF32, kCMMetadataBaseDataType_JSON,
    ]

    private let derived: [String: Entry] = [
        kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709: Entry(
            description: "A place on earth after ISO 6709",
            parents: [kCMMetadataBaseDataType_UTF8]
        ),
        kCMMetadataDataType_QuickTimeMetadataDirection: Entry(
            description: "A direction in degrees",
            parents: [kCMMetadataBaseDataType_UTF8]
        ),
    ]

    package func entry(_ type: String) -> Entry? {
        if baseTypes.contains(type) { return Entry(description: type, parents: []) }
        return derived[type] ?? added.withLock { $0[type] }
    }

    /// Adds a type that builds on types that are known, all of one base type.
    func register(_ type: String, _ entry: Entry) -> OSStatus {
        let parts = type.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else {
            return kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier
        }
        guard self.entry(type) == nil else { return kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered }
        guard !entry.parents.isEmpty, entry.parents.allSatisfy({ self.entry($0) != nil }) else {
            return kCMMetadataDataTypeRegistryError_RequiresConformingBaseType
        }
        guard Set(entry.parents.compactMap(baseType)).count == 1 else {
            return kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes
        }
        added.withLock { $0[type] = entry }
        return noErr
    }

    func conforms(_ type: String, to other: String) -> Bool {
        guard let entry = entry(type) else { return false }
        return type == other || entry.parents.contains { conforms($0, to: other) }
    }

    /// The base type at the bottom. Types only ever build on earlier ones, so this ends.
    package func baseType(_ type: String) -> String? {
        guard let entry = entry(type) else { return nil }
        return entry.parents.first.map { baseType($0) } ?? type
    }
}
