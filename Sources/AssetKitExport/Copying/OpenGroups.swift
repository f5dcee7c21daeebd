internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore

/// The pictures of a piece that begin open groups and follow others than in their source. A plain value.
///
/// Such a picture of H.264 is no IDR picture, and one of HEVC is a CRA picture: their numbers go on from those of the pictures
/// before, which are not there.
struct OpenGroups: Sendable {
    /// When they show, in ticks of the stored media.
    var ticks: Set<Int64> = []
    /// The decoder's headers that go with what they become, by the descriptions of the source's samples.
    var headers: [Int: [UInt8]] = [:]

    /// A clip whose pictures cannot be changed so that decoding begins anew with them.
    struct Refusal: Error {
        /// The place of the clip in the plan.
        let clip: Int
        /// Which one it is of its source's tracks of pictures. A clip that has been made anew is a file of its own, which
        /// numbers tracks anew.
        let ordinal: Int
        /// What people know the source by.
        let name: String
        let cause: any Error

        /// A sentence about the source.
        var reason: String { OpenGroups.reason(cause) }

        /// The same with what to do.
        var error: AVError { AVError.copying(name, because: OpenGroups.problem(cause)) }
    }

    /// All clips of a plan of which that is so; at least one.
    struct Refusals: Error {
        let all: [Refusal]

        /// What is told where nothing can be encoded instead.
        var error: any Error { all.first.map(\.error) ?? AVError(.exportFailed) }
    }

    /// Some pictures are of a kind that cannot be changed; other errors are about reading them.
    static func isObstacle(_ error: any Error) -> Bool { error is SpliceObstacle || error is BitstreamError }

    private static func reason(_ obstacle: any Error) -> String {
        "an open group of its pictures cannot be copied behind others (\(obstacle))"
    }

    /// What is told of a picture that cannot be changed.
    static func problem(_ obstacle: any Error) -> MediaProblem {
        let reason = "\(reason(obstacle)); smart and exact cuts encode what cannot be copied"
        return MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
    }
}
