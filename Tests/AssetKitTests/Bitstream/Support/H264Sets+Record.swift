@testable import AssetKit
@testable import AssetKitBitstream

extension H264Sets {
    /// The sets of a decoder's record.
    init(record: ArraySlice<UInt8>) throws {
        let configuration = try AVCConfiguration(record: record)
        try self.init(configuration.sequenceParameterSets + configuration.pictureParameterSets)
    }
}
