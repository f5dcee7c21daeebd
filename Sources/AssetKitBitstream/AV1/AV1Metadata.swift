/// What a metadata unit of AV1 says (5.8 of the AV1 specification).
package enum AV1Metadata: Hashable, Sendable {
    case contentLight(ContentLightLevel)
    case masteringDisplay(MasteringDisplay)
    case registeredUserData(RegisteredUserData)
    case other(kind: Int)

    package init(payload: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(payload)
        switch try reader.leb128() {
        case 1: self = .contentLight(try ContentLightLevel(from: &reader))
        case 2: self = .masteringDisplay(try MasteringDisplay(av1From: &reader))
        case 4: self = .registeredUserData(try RegisteredUserData(from: &reader))
        case let kind: self = .other(kind: kind)
        }
    }
}
