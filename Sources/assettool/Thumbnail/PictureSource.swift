import AssetKit

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
