internal import Foundation

/// The parameter sets in an `avcC` or `hvcC` record, at addresses that stay: the C functions lend pointers to them.
///
/// SAFETY: everything is written before `init` returns and only read after it.
final class ParameterSetStore: @unchecked Sendable {
    let codec: ParameterSetCodec
    let record: DecoderConfiguration
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private let ranges: [Range<Int>]

    /// Reads the record among a description's extensions; nil where there is none, or it is damaged.
    init?(extensions: [String: Any]) {
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

    var count: Int { ranges.count }

    /// One parameter set; nil where there is none of that number.
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8>? {
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
struct DecoderConfiguration: Hashable {
    var nalUnitHeaderLength: Int
    var parameterSets: [Data]
}

/// The two records that hold parameter sets.
enum ParameterSetCodec: CaseIterable {
    case h264
    case hevc

    var atomName: String { self == .h264 ? "avcC" : "hvcC" }

    func read(_ record: Data) -> DecoderConfiguration? {
        var reader = ByteReader(Array(record))
        return self == .h264 ? Self.readH264(&reader) : Self.readHEVC(&reader)
    }

    // ISO/IEC 14496-15, 5.3.3.1.
    private static func readH264(_ reader: inout ByteReader) -> DecoderConfiguration? {
        guard reader.byte() == 1, reader.skip(3), let lengthSize = reader.byte(), let first = reader.byte() else {
            return nil
        }
        var sets: [Data] = []
        guard reader.sets(Int(first & 0x1f), into: &sets), let second = reader.byte(),
            reader.sets(Int(second), into: &sets)
        else { return nil }
        return DecoderConfiguration(nalUnitHeaderLength: Int(lengthSize & 3) + 1, parameterSets: sets)
    }

    // ISO/IEC 14496-15, 8.3.3.1.
    private static func readHEVC(_ reader: inout ByteReader) -> DecoderConfiguration? {
        guard reader.byte() == 1, reader.skip(20), let lengthSize = reader.byte(), let arrays = reader.byte() else {
            return nil
        }
        var sets: [Data] = []
        for _ in 0..<arrays {
            guard reader.skip(1), let count = reader.word(), reader.sets(count, into: &sets) else { return nil }
        }
        return DecoderConfiguration(nalUnitHeaderLength: Int(lengthSize & 3) + 1, parameterSets: sets)
    }
}

/// Reads big-endian numbers from bytes that may end too early.
private struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func word() -> Int? {
        guard let high = byte(), let low = byte() else { return nil }
        return Int(high) << 8 | Int(low)
    }

    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// Reads a number of sets, each behind its length.
    mutating func sets(_ count: Int, into sets: inout [Data]) -> Bool {
        for _ in 0..<count {
            guard let length = word(), rest.count >= length else { return false }
            sets.append(Data(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return true
    }
}
