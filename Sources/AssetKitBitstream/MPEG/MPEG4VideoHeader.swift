/// The headers of MPEG-4 part 2 video (ISO/IEC 14496-2, 6.2.2 and 6.2.3): sequence, object and object layer.
package struct MPEG4VideoHeader: Hashable, Sendable {
    /// profile_and_level_indication; `nil` when the stream begins with the object layer.
    package var profileAndLevel: Int?
    package var layer: MPEG4ObjectLayer
    package var color: ColorDescription

    /// Finds the headers in a stream, or in the bytes a container keeps for the decoder.
    package init(stream: ArraySlice<UInt8>) throws(BitstreamError) {
        color = .unspecified
        // Without a word, version 1 of the standard (6.3.2).
        var version = 1
        for segment in StartCodeSegments(stream) {
            var reader = BitReader(segment.payload)
            switch segment.code {
            case 0xB0:
                profileAndLevel = try reader.unsigned(8)
            case 0xB5:
                if let found = try Self.object(from: &reader, color: &color) { version = found }
            case 0x20...0x2F:
                layer = try MPEG4ObjectLayer(from: &reader, version: version)
                return
            default:
                break
            }
        }
        throw .endOfData
    }

    /// Reads a visual object: its version, if said, and the colours.
    private static func object(
        from reader: inout BitReader,
        color: inout ColorDescription
    ) throws(BitstreamError) -> Int? {
        var version: Int?
        if try reader.flag() {
            version = try reader.unsigned(4)
            try reader.skip(3)  // priority
        }
        guard try reader.unsigned(4) == 1 else { return version }  // video, as opposed to meshes and faces
        guard try reader.flag() else { return version }
        try reader.skip(3)  // video format
        color.isFullRange = try reader.flag()
        if try reader.flag() {
            color.primaries = try reader.byte()
            color.transfer = try reader.byte()
            color.matrix = try reader.byte()
        }
        return version
    }

    /// Table G.1, by the upper half of the number.
    package var profileName: String? {
        guard let profileAndLevel, profileAndLevel != 0 else { return nil }
        return [
            "Simple", "Simple Scalable", "Core", "Main", "N-bit", "Scalable Texture", "Simple Face Animation",
            "Basic Animated Texture", "Hybrid", "Advanced Real Time Simple", "Core Scalable",
            "Advanced Coding Efficiency", "Advanced Core", "Advanced Scalable Texture", "Simple Studio",
            "Advanced Simple",
        ][profileAndLevel >> 4]
    }

    /// The lower half; level 0 of Simple is 8 in the table.
    package var level: Int? {
        guard let profileAndLevel else { return nil }
        return profileAndLevel == 8 ? 0 : profileAndLevel & 15
    }
}
