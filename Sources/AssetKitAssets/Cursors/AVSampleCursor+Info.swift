internal import AssetKitBase
public import AssetKitMedia
internal import AssetKitSources
public import Foundation

// Facts about the sample that a cursor is at.

extension AVSampleCursor {
    /// How the sample serves for starting to decode, and whether it can be dropped.
    public var currentSampleSyncInfo: AVSampleCursorSyncInfo {
        let sample = sample
        return AVSampleCursorSyncInfo(
            sampleIsFullSync: ObjCBool(sample.isSync),
            sampleIsPartialSync: ObjCBool(sample.isPartialSync),
            sampleIsDroppable: ObjCBool(sample.othersDependOnIt == false)
        )
    }

    /// What is known about how the sample and others need each other.
    public var currentSampleDependencyInfo: AVSampleCursorDependencyInfo {
        let sample = sample
        return AVSampleCursorDependencyInfo(
            sampleIndicatesWhetherItHasDependentSamples: ObjCBool(sample.othersDependOnIt != nil),
            sampleHasDependentSamples: ObjCBool(sample.othersDependOnIt ?? false),
            sampleIndicatesWhetherItDependsOnOthers: ObjCBool(sample.dependsOnOthers != nil),
            sampleDependsOnOthers: ObjCBool(sample.dependsOnOthers ?? false),
            sampleIndicatesWhetherItHasRedundantCoding: ObjCBool(sample.hasRedundantCoding != nil),
            sampleHasRedundantCoding: ObjCBool(sample.hasRedundantCoding ?? false)
        )
    }

    /// The same as attachments of a sample buffer, as far as it is known; nil when nothing is.
    public var currentSampleDependencyAttachments: [AnyHashable: Any]? {
        let sample = sample
        var attachments: [AnyHashable: Any] = [:]
        if !sample.isSync { attachments[kCMSampleAttachmentKey_NotSync] = true }
        if sample.isPartialSync { attachments[kCMSampleAttachmentKey_PartialSync] = true }
        attachments[kCMSampleAttachmentKey_DependsOnOthers] = sample.dependsOnOthers
        attachments[kCMSampleAttachmentKey_IsDependedOnByOthers] = sample.othersDependOnIt
        attachments[kCMSampleAttachmentKey_HasRedundantCoding] = sample.hasRedundantCoding
        return attachments.isEmpty ? nil : attachments
    }

    /// How a sample of sound serves for starting to decode.
    public var currentSampleAudioDependencyInfo: AVSampleCursorAudioDependencyInfo {
        guard track.mediaType == .audio else { return AVSampleCursorAudioDependencyInfo() }
        return AVSampleCursorAudioDependencyInfo(
            audioSampleIsIndependentlyDecodable: ObjCBool(sample.isSync),
            audioSamplePacketRefreshCount: index.table.refreshCount(of: position) ?? 0
        )
    }

    /// How many samples before this one a decoder needs, in decode order, to get this one right: those from the last one
    /// that decoding can start with, or from the first where there is none such.
    public var samplesRequiredForDecoderRefresh: Int { index.table.samplesNeeded(before: position) }

    /// Where the bytes of the sample lie; an offset of -1 when they are not one piece of the file.
    public var currentSampleStorageRange: AVSampleCursorStorageRange { storageRange(of: sample) }

    /// Where the chunk lies that the sample is part of; an offset of -1 when it is not one piece of the file. Where the
    /// container has no chunks, each sample is one.
    public var currentChunkStorageRange: AVSampleCursorStorageRange {
        guard let chunk = index.table.chunk(of: position) else { return storageRange(of: sample) }
        return AVSampleCursorStorageRange(offset: chunk.offset, length: chunk.byteCount)
    }

    /// Where the chunk is stored that the sample is part of; nil when that has no address.
    public var currentChunkStorageURL: URL? { track.samples?.input.url }

    /// What is true of the chunk that the sample is part of.
    public var currentChunkInfo: AVSampleCursorChunkInfo {
        guard let chunk = index.table.chunk(of: position) else {
            return AVSampleCursorChunkInfo(
                chunkSampleCount: 1,
                chunkHasUniformSampleSizes: true,
                chunkHasUniformSampleDurations: true,
                chunkHasUniformFormatDescriptions: true
            )
        }
        return AVSampleCursorChunkInfo(
            chunkSampleCount: Int64(chunk.samples.count),
            chunkHasUniformSampleSizes: ObjCBool(chunk.hasUniformSizes),
            chunkHasUniformSampleDurations: ObjCBool(chunk.hasUniformDurations),
            chunkHasUniformFormatDescriptions: ObjCBool(chunk.hasUniformDescriptions)
        )
    }

    /// The place of the sample within its chunk, counted from 0.
    public var currentSampleIndexInChunk: Int64 {
        index.table.chunk(of: position).map { Int64(position - $0.samples.lowerBound) } ?? 0
    }

    /// The description of the sample.
    public func copyCurrentSampleFormatDescription() -> CMFormatDescription {
        let formats = track.sampleFormats
        let place = sample.descriptionIndex
        if formats.indices.contains(place) { return formats[place] }
        // A sample may name a description that cannot be read: then only its kind is known.
        return CMFormatDescription(type: track.mediaType.rawValue.fourCharCode, subtype: track.facts.codec)
    }

    private func storageRange(of sample: IndexedSample) -> AVSampleCursorStorageRange {
        let offset = sample.isContiguous ? sample.position ?? -1 : -1
        return AVSampleCursorStorageRange(offset: offset, length: sample.byteCount)
    }
}
