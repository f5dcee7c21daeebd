internal import AssetKitBase
internal import AssetKitBitstream
package import AssetKitMedia
internal import Foundation

extension CMFormatDescription {
    private static let headerBoxes = ["avcC", "hvcC", "av1C", "vpcC"]

    /// The payload of the codec's header, as the box that MP4 has for it holds it.
    package var codecHeader: [UInt8] {
        let atoms = PropertyList.dictionary(
            extensionValues[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms]
        )
        for (name, value) in atoms ?? [:] {
            guard let data = value as? Data ?? (value as? [Any])?.first as? Data else { continue }
            if Self.headerBoxes.contains(name) { return Array(data) }
            // A descriptor that makes no sense has no header; the splicer asks the samples for it, or refuses.
            guard name == "esds", let found = try? ElementaryStreamDescriptor(record: Array(data)[...]) else {
                continue
            }
            return found.decoderConfiguration ?? []
        }
        return []
    }

    /// The same with another header, where the codec has one with parameter sets.
    package func with(codecHeader header: [UInt8]) -> CMFormatDescription {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        var values = extensionValues
        guard var atoms = PropertyList.dictionary(values[key]), header != codecHeader,
            let name = ["avcC", "hvcC", "av1C"].first(where: { atoms[$0] != nil })
        else { return self }
        atoms[name] = Data(header)
        values[key] = atoms
        values[kCMFormatDescriptionExtension_VerbatimSampleDescription] = nil
        values[kCMFormatDescriptionExtension_VerbatimISOSampleEntry] = nil
        return CMFormatDescription(type: type, subtype: subtype, extensions: values, dimensions: videoDimensions)
    }
}
