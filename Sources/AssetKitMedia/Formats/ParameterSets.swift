internal import AssetKitBase
internal import AssetKitBitstream
package import Foundation

/// The parameter sets in an `avcC` or `hvcC` record, at addresses that stay: the C functions lend pointers to them.
///
/// SAFETY: everything is written before `init` returns and only read after it.
package final class ParameterSetStore: @unchecked Sendable {
    package let codec: ParameterSetCodec
    package let record: DecoderConfiguration
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private let ranges: [Range<Int>]

    /// Reads the record among a description's extensions; nil where there is none, or it is damaged.
    package init?(extensions: [String: Any]) {
        let atoms = PropertyList.dictionary(
            extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms]
        )
        guard let atoms, let codec = ParameterSetCodec.allCases.first(where: { atoms[$0.atomName] != nil }),
            let data = Self.data(atoms[codec.atomName]), let record = codec.read(data)
        else { return nil }
        self.codec = codec
        self.record = record
        let bytes = record.parameterSets.flatMap { Array($0) }
        memory = .allocate(capacity: max(bytes.count, 1))
        _ = memory.initialize(from: bytes + (bytes.isEmpty ? [0] : []))
        var start = 0
        ranges = record.parameterSets.map { set in
            defer { start += set.count }
            return start..<(start + set.count)
        }
    }

    deinit { memory.deallocate() }

    package var count: Int { ranges.count }

    /// One parameter set; nil where there is none of that number.
    package func bytes(at index: Int) -> UnsafeBufferPointer<UInt8>? {
        guard ranges.indices.contains(index) else { return nil }
        return UnsafeBufferPointer(rebasing: memory[ranges[index]])
    }

    /// The bytes of an atom: data, or a list that begins with data.
    private static func data(_ value: Any?) -> Data? {
        if let data = value as? Data { return data }
        return (value as? [Any])?.first as? Data
    }
}

/// What a decoder configuration record says.
package struct DecoderConfiguration: Hashable {
    package var nalUnitHeaderLength: Int
    package var parameterSets: [Data]
}

/// The two records that hold parameter sets.
package enum ParameterSetCodec: CaseIterable {
    case h264
    case hevc

    var atomName: String { self == .h264 ? "avcC" : "hvcC" }

    /// What a record says; nil where it is damaged.
    package func read(_ record: Data) -> DecoderConfiguration? {
        let bytes = Array(record)[...]
        switch self {
        case .h264:
            guard let record = try? AVCConfiguration(record: bytes) else { return nil }
            let sets = record.sequenceParameterSets + record.pictureParameterSets
            return DecoderConfiguration(nalUnitHeaderLength: record.lengthSize, parameterSets: sets.map { Data($0) })
        case .hevc:
            guard let record = try? HEVCConfiguration(record: bytes) else { return nil }
            let sets = record.arrays.flatMap(\.units)
            return DecoderConfiguration(nalUnitHeaderLength: record.lengthSize, parameterSets: sets.map { Data($0) })
        }
    }
}
