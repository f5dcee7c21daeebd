public import AssetKitBase
internal import CMTimeLib
internal import Foundation

extension CMFormatDescription {
    /// Makes a description of timed metadata.
    public convenience init(metadataFormatType: MediaSubType) throws {
        self.init(type: kCMMediaType_Metadata, subtype: metadataFormatType.rawValue)
    }

    /// Makes a description of boxed metadata of keys: dictionaries with `kCMMetadataFormatDescriptionKey_…`. A key
    /// without a local number gets the next one that is free.
    public convenience init(boxedMetadataKeys: [[String: CFPropertyList]]) throws {
        self.init(metadataKeys: try MetadataKeyTable.numbered(boxedMetadataKeys, after: []))
    }

    /// Makes a description of boxed metadata of specifications: dictionaries with an identifier and a data type.
    public convenience init(boxedMetadataSpecifications: [[String: CFPropertyList]]) throws {
        let keys = try boxedMetadataSpecifications.map(MetadataKeyTable.key)
        try self.init(boxedMetadataKeys: keys)
    }

    /// Makes a description of what another one says, and more.
    public convenience init(
        sourceMetadata: CMMetadataFormatDescription,
        specifications: [[String: CFPropertyList]]
    ) throws {
        guard sourceMetadata.type == kCMMediaType_Metadata else { throw Error.invalidParameter }
        let known = sourceMetadata.metadataKeys
        let keys = try MetadataKeyTable.numbered(try specifications.map(MetadataKeyTable.key), after: known)
        self.init(metadataKeys: known + keys)
    }

    /// Makes a description of what two say. What both say is said once.
    public convenience init(
        sourceMetadata: CMMetadataFormatDescription,
        otherSourceDescription: CMMetadataFormatDescription
    ) throws {
        guard sourceMetadata.type == kCMMediaType_Metadata, otherSourceDescription.type == kCMMediaType_Metadata
        else { throw Error.invalidParameter }
        let known = sourceMetadata.metadataKeys
        let new = otherSourceDescription.metadataKeys.filter { key in
            !known.contains { MetadataKeyTable.areSame($0, key) }
        }
        self.init(metadataKeys: known + (try MetadataKeyTable.numbered(new, after: known)))
    }

    /// The key that samples call by a number.
    public func keyWithLocalID(_ localKeyID: OSType) -> [String: CFPropertyList]? {
        metadataKeys.first { MetadataKeyTable.localID($0) == localKeyID }
    }

    /// The identifiers of all keys, in the order of their numbers.
    public var identifiers: [String] { metadataKeys.compactMap(MetadataKeyTable.identifier) }

    private convenience init(metadataKeys: [[String: Any]]) {
        let pairs = metadataKeys.compactMap { key in MetadataKeyTable.localID(key).map { ("\($0)", key as Any) } }
        self.init(
            type: kCMMediaType_Metadata,
            subtype: kCMMetadataFormatType_Boxed,
            extensions: [
                kCMFormatDescriptionExtensionKey_MetadataKeyTable: Dictionary(pairs) { first, _ in first }
            ]
        )
    }

    package var metadataKeys: [[String: Any]] {
        let table = PropertyList.dictionary(extensionValues[kCMFormatDescriptionExtensionKey_MetadataKeyTable]) ?? [:]
        return table.values.compactMap(PropertyList.dictionary)
            .sorted { (MetadataKeyTable.localID($0) ?? 0) < (MetadataKeyTable.localID($1) ?? 0) }
    }
}

/// The keys of boxed metadata: dictionaries with a name space, a value, a data type and a local number.
package enum MetadataKeyTable {
    package static func localID(_ key: [String: Any]) -> OSType? {
        key.number(kCMMetadataFormatDescriptionKey_LocalID)?.whole()
    }

    package static func identifier(_ key: [String: Any]) -> String? {
        guard let space = nameSpace(key), let value = key[kCMMetadataFormatDescriptionKey_Value] else { return nil }
        return try? MetadataIdentifier(key: value, keySpace: space).text
    }

    /// Whether two keys mean the same, whatever their numbers.
    static func areSame(_ left: [String: Any], _ right: [String: Any]) -> Bool {
        func bare(_ key: [String: Any]) -> [String: Any] {
            key.filter { $0.key != kCMMetadataFormatDescriptionKey_LocalID }
        }
        return PropertyList.areEqual(bare(left), bare(right))
    }

    /// Gives numbers to keys that have none; a number that is taken is an error.
    package static func numbered(_ keys: [[String: Any]], after known: [[String: Any]]) throws -> [[String: Any]] {
        var taken = Set(known.compactMap(localID))
        var next: OSType = 1
        return try keys.map { key in
            guard nameSpace(key) != nil, key[kCMMetadataFormatDescriptionKey_Value] != nil else {
                throw CMFormatDescription.Error.invalidParameter
            }
            var result = key
            var number = localID(key)
            // A merged key whose number is taken by another one gets a new number.
            if let wish = number, taken.contains(wish) { number = nil }
            while number == nil {
                if !taken.contains(next) { number = next }
                next += 1
            }
            taken.insert(number ?? 0)
            result[kCMMetadataFormatDescriptionKey_LocalID] = number
            return result
        }
    }

    /// The key of a specification.
    package static func key(specification: [String: Any]) throws -> [String: Any] {
        let names = specification
        guard
            let text = PropertyList.text(names[kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier]),
            let type = PropertyList.text(names[kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType]),
            let identifier = try? MetadataIdentifier(text: text)
        else { throw CMFormatDescription.Error.invalidParameter }
        var key: [String: Any] = [
            kCMMetadataFormatDescriptionKey_Namespace: identifier.keySpace,
            kCMMetadataFormatDescriptionKey_Value: identifier.keyBytes,
            kCMMetadataFormatDescriptionKey_DataType: type,
        ]
        let optional = [
            kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag:
                kCMMetadataFormatDescriptionKey_LanguageTag,
            kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency:
                kCMMetadataFormatDescriptionKey_StructuralDependency,
            kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData: kCMMetadataFormatDescriptionKey_SetupData,
        ]
        for (from, to) in optional {
            if let value = names[from] { key[to] = value }
        }
        return key
    }

    /// The name space: a text, or the number of four characters.
    private static func nameSpace(_ key: [String: Any]) -> String? {
        let value = key[kCMMetadataFormatDescriptionKey_Namespace]
        if let text = PropertyList.text(value) { return text }
        guard let code: OSType = Number(value)?.whole() else { return nil }
        return code.fourCharacterText.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
    }
}
