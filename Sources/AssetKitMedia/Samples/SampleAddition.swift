internal import AssetKitBase
public import CMTimeLib
internal import Foundation

/// What a container keeps beside a sample, under a number that says what it is. Matroska's: 1 is what the codec says, such
/// as the alpha of VP8 and VP9; 4 is what ITU-T T.35 registers.
@usableFromInline
package struct SampleAddition: Sendable, Hashable {
    package var number: UInt64
    package var bytes: [UInt8]

    package init(number: UInt64, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
    }
}

/// Attached to a sample buffer of stored samples: what the container keeps beside the sample. An addition to Core Media.
///
/// The value is a dictionary of data by numbers as texts: `"1"` is the alpha of VP8 and VP9 in Matroska and WebM. It goes
/// from an output of a reader without settings to such an input of a writer, which stores it where the file can.
public let AKSampleBufferAttachmentKey_Additions: CFString = "AKAdditions"

extension CMSampleBuffer {
    /// What goes with the sample.
    package var additions: [SampleAddition] {
        get {
            let stored = attachmentStore[AKSampleBufferAttachmentKey_Additions]?.value
            let values = PropertyList.dictionary(stored) ?? [:]
            return values.compactMap { name, value in
                guard let number = UInt64(name), let data = value as? Data else { return nil }
                return SampleAddition(number: number, bytes: Array(data))
            }
            .sorted { $0.number < $1.number }
        }
        set {
            guard !newValue.isEmpty else { return }
            let values = Dictionary(newValue.map { (String($0.number), Data($0.bytes)) }) { first, _ in first }
            CMSetAttachment(
                self,
                key: AKSampleBufferAttachmentKey_Additions,
                value: values,
                attachmentMode: kCMAttachmentMode_ShouldPropagate
            )
        }
    }
}
