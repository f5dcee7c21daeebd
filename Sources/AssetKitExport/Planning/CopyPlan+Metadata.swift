internal import AssetKitSinks
internal import CMTimeLib

extension CopyPlan {
    /// Has the file say about itself what there is to say, with the chapters of a range, and what it cannot say among the warnings.
    mutating func carry(_ metadata: ExportMetadata, of range: CMTimeRange) throws {
        sink.metadata = try metadata.entries()
        sink.chapters = metadata.chapters(in: range)
        if metadata.settings.options.stripsMetadata {
            for number in sink.tracks.indices { sink.tracks[number].metadata = [] }
        }
        warnings += try metadata.losses(in: sink.fileType, range)
    }
}
