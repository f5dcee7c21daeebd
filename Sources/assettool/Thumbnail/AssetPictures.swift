import AssetKit

/// The pictures of an asset.
struct AssetPictures: PictureSource {
    let asset: AVAsset

    func make(
        _ request: PictureRequest,
        _ body: (Int, Result<Picture, any Error>) async throws -> Void
    ) async throws {
        guard !request.times.isEmpty else { return }
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        generator.maximumSize = request.maximumSize
        generator.requestedTimeToleranceBefore = request.before
        generator.requestedTimeToleranceAfter = request.after
        var index = 0
        // Leaving the loop, which an error of `body` does, cancels what is left.
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
