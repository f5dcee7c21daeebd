internal import AssetKitBase
internal import AssetKitCore
package import AssetKitMedia
internal import Foundation

extension BoxedMetadataSample {
    /// A sample that holds items, each under the number that the format's keys give it. Throws for one that has no key there
    /// or no value of its data type.
    package static func bytes(of items: [AVMetadataItem], _ format: CMFormatDescription) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for item in items {
            let name = item.identifier?.rawValue ?? "an item without an identifier"
            guard let number = format.localID(of: item) else {
                throw MediaProblem(code: .formatUnsupported, reason: "the format description has no key for '\(name)'")
            }
            let object = item.value
            guard let object, let payload = MetadataValue(object: object, dataType: item.dataType).data else {
                throw MediaProblem(
                    code: .invalidSourceMedia,
                    reason: "'\(name)' has no value that can be stored as '\(item.dataType ?? "")'"
                )
            }
            for field in [UInt32(payload.count + 8), number] {
                bytes += (0..<4).map { UInt8(truncatingIfNeeded: field >> (24 - $0 * 8)) }
            }
            bytes += payload
        }
        return bytes
    }
}

extension CMFormatDescription {
    /// The number of the key under which samples hold an item.
    fileprivate func localID(of item: AVMetadataItem) -> OSType? {
        let key = metadataKeys.first { key in
            guard MetadataKeyTable.identifier(key) == item.identifier?.rawValue else { return false }
            let stated = PropertyList.text(key[kCMMetadataFormatDescriptionKey_DataType])
            let language = PropertyList.text(key[kCMMetadataFormatDescriptionKey_LanguageTag]) ?? ""
            return (stated == nil || stated == item.dataType)
                && (language.isEmpty || language == item.extendedLanguageTag)
        }
        return key.flatMap(MetadataKeyTable.localID)
    }
}
