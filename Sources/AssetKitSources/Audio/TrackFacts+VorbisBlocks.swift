internal import AssetKitCore
internal import AssetKitMedia

extension TrackFacts {
    /// How many frames packets of Vorbis may make, in ascending order: a quarter of the packet's own block, short or long, and
    /// of the one before it. Empty where no header says how long these are, and for other sound.
    package var vorbisPacketLengths: [Int64] {
        guard knownCodec == .vorbis, let atoms = descriptions.first?.atoms else { return [] }
        let header = CodecAtoms.codecPrivate(of: .vorbis, atoms: atoms)
        guard let sizes = (try? VorbisIdentification(codecPrivate: header[...]))?.blockSizes, sizes.count == 2,
            sizes[0] <= sizes[1], sizes.allSatisfy({ (64...8192).contains($0) })
        else { return [] }
        let lengths = [sizes[0] / 2, (sizes[0] + sizes[1]) / 4, sizes[1] / 2]
        return Set(lengths).sorted().map(Int64.init)
    }
}
