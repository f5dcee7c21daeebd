package import AssetKitCore
package import CMTimeLib

/// What is known of a new file at its end.
package struct SinkEnding: Sendable {
    /// For each track of the plan what of it is presented and when: sources are times of its samples, targets those of the
    /// movie, in ascending order; a target between two others' that nothing is mapped to is a gap. nil presents everything
    /// from zero to the end of the last sample.
    ///
    /// Containers without edits can leave out what comes before zero and cut the last sound packet; a sink throws
    /// where it cannot present what is asked for.
    package var edits: [[CMTimeMapping]?]
    /// Metadata as it is at the end; nil leaves what the plan says.
    package var metadata: [MetadataEntry]?
    package var chapters: [Chapter]?
    /// The MD5 sum of all samples of the sound before it was compressed, for files of one track that can say it.
    package var soundDigest: [UInt8]?

    package init(
        edits: [[CMTimeMapping]?],
        metadata: [MetadataEntry]? = nil,
        chapters: [Chapter]? = nil,
        soundDigest: [UInt8]? = nil
    ) {
        self.edits = edits
        self.metadata = metadata
        self.chapters = chapters
        self.soundDigest = soundDigest
    }
}
