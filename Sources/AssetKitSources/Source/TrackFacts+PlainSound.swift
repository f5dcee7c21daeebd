internal import AssetKitMedia

extension TrackFacts {
    /// Sound whose samples stand alone.
    package var isPlainSound: Bool { mediaType == .audio && traits.habits.contains(.isPlain) }

    /// How many bytes a frame of uncompressed sound takes; 0 where nothing says it, and for other sound.
    package var plainFrameByteCount: Int {
        guard isPlainSound, let audio else { return 0 }
        if audio.bytesPerPacket > 0, audio.framesPerPacket <= 1 { return audio.bytesPerPacket }
        // Matroska tells the size of a sample alone.
        let sampleBytes = (max(0, audio.bitDepth ?? 0) + 7) / 8
        let (bytes, isTooMuch) = sampleBytes.multipliedReportingOverflow(by: max(0, audio.channelCount))
        return isTooMuch ? 0 : bytes
    }
}
