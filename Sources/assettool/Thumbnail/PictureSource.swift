import AssetKit

/// A picture of a file, and when it shows.
struct Picture: Sendable {
    let image: CGImage
    let time: CMTime
}

/// Pictures that are wanted at once.
struct PictureRequest: Sendable {
    var times: [CMTime]
    var before: CMTime
    var after: CMTime
    var maximumSize: CGSize
    var scale: AKPictureScale?

    /// The pictures that show at these very times.
    static func exact(_ times: [CMTime], maximumSize: CGSize, scale: AKPictureScale? = nil) -> PictureRequest {
        PictureRequest(times: times, before: .zero, after: .zero, maximumSize: maximumSize, scale: scale)
    }
}

/// Where pictures come from: a file, or a test.
protocol PictureSource: Sendable {
    /// Makes the pictures and hands each one over, in the order of the times, with its place among them. One that fails
    /// does not stop the others.
    func make(
        _ request: PictureRequest,
        _ body: (Int, Result<Picture, any Error>) async throws -> Void
    ) async throws
}

extension PictureSource {
    /// The pictures of a request that is small enough to hold them all; nil where one failed.
    func pictures(_ request: PictureRequest) async throws -> [Picture?] {
        var pictures = [Picture?](repeating: nil, count: request.times.count)
        try await make(request) { index, result in pictures[index] = try? result.get() }
        return pictures
    }
}
