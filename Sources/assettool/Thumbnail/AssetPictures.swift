import AssetKit

/// The pictures of an asset. Its file stays open as long as this is held.
struct AssetPictures: PictureSource {
    private let generator: AVAssetImageGenerator

    init(_ asset: AVAsset) {
        generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
    }

    func make(
        _ request: PictureRequest,
        _ body: (Int, Result<Picture, any Error>) async throws -> Void
    ) async throws {
        generator.maximumSize = request.maximumSize
        generator.akScale = request.scale
        generator.requestedTimeToleranceBefore = request.before
        generator.requestedTimeToleranceAfter = request.after
        var index = 0
        // To leave the loop, as an error of `body` does, gives up the rest.
        for await result in generator.images(for: request.times) {
            try Task.checkCancellation()
            switch result {
            case .success(_, let image, let actualTime):
                try await body(index, .success(Picture(image: image, time: actualTime)))
            case .failure(_, let error): try await body(index, .failure(error))
            }
            index += 1
        }
        try Task.checkCancellation()
    }
}
