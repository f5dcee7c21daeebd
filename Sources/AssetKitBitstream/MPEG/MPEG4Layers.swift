/// Whether pictures of two object layers of MPEG-4 can follow each other in a track, once each brings its own headers.
package enum MPEG4Layers {
    /// Whether decoders go on from one to the other. libavcodec loses or doubles a picture where it changes whether
    /// pictures are shown later than they are decoded; and its threads do not tell each other how they are quantized
    /// and partitioned. Clocks and the shape of pixels may differ. Takes what containers keep for the decoder; headers
    /// of MPEG-1 and MPEG-2, which have no such layers, agree.
    package static func agree(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first != second, !isSequence(first), !isSequence(second) else { return true }
        // Whoever cannot read a layer cannot say that decoders go on: such clips are encoded.
        guard var one = try? MPEG4VideoHeader(stream: first[...]).layer,
            let other = try? MPEG4VideoHeader(stream: second[...]).layer,
            one.partitioning != nil, !one.hasOwnQuantizerMatrices
        else { return false }
        one.pixelAspectRatio = other.pixelAspectRatio
        (one.timeResolution, one.ticksPerPicture) = (other.timeResolution, other.ticksPerPicture)
        return one == other
    }

    /// It begins with a sequence header of MPEG-1 or MPEG-2.
    private static func isSequence(_ header: [UInt8]) -> Bool {
        var segments = StartCodeSegments(header[...])
        return segments.next()?.code == 0xB3
    }
}
