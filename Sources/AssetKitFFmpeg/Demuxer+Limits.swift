package import AssetKitMedia
internal import CFFmpeg
internal import CMTimeLib

extension Demuxer {
    /// What a demuxer may spend on a file that may be hostile.
    package struct Limits: Sendable, Hashable {
        /// How many bytes may be read to find out what the streams are. FFmpeg refuses less than 32.
        let probeSize: Int64
        /// How much media time, in microseconds, may be read for that.
        let probeDuration: Int64
        /// In how many packets of plain sound FFmpeg may look for those of another codec; nil for as many as it likes.
        let probedPacketCount: CInt?
        package let streamCount: Int
        /// How much memory the index of one stream may take.
        package let indexMemory: Int
        let packetByteCount: Int
        package let codecHeaderByteCount: Int

        /// An index that is only good for going back, where nobody does: more than FFmpeg needs to read on.
        private static let smallIndexMemory = 1 << 16

        /// `isReadInOrder`: nobody goes back in the file. `isKnownSound`: its only stream has been probed before, and its
        /// samples really are plain sound.
        package init(
            _ limits: AKOpeningLimits = AKOpeningLimits(),
            isReadInOrder: Bool = false,
            isKnownSound: Bool = false
        ) {
            probeSize = max(32, Int64(limits.probeByteCount))
            let duration = limits.probeDuration.convertScale(1_000_000, method: .roundAwayFromZero)
            probeDuration = duration.isNumeric ? max(1, duration.value) : 1
            // What the first packet is taken for it was taken for before, when more of them were looked at.
            probedPacketCount = isKnownSound ? 1 : nil
            streamCount = max(1, limits.trackCount)
            // FFmpeg counts for each stream; eight large indexes together are the most that was ever seen.
            let most = max(0, limits.indexMemory / 8)
            indexMemory = isReadInOrder ? min(most, Self.smallIndexMemory) : most
            packetByteCount = limits.packetByteCount
            codecHeaderByteCount = limits.codecHeaderByteCount
        }

        /// Refuses a packet that is too large.
        package func check(_ packet: borrowing Packet) throws {
            guard packet.byteCount > packetByteCount else { return }
            throw ExceededLimit(what: "a sample of \(packet.byteCount) bytes", limit: packetByteCount)
        }
    }

    /// Refuses streams with codec headers that are too large.
    package func checkCodecHeaders() throws {
        for stream in streams {
            let count = stream.withParameters { Int($0.pointee.extradata_size) }
            guard count > limits.codecHeaderByteCount else { continue }
            throw ExceededLimit(what: "a codec header of \(count) bytes", limit: limits.codecHeaderByteCount)
        }
    }

    /// A file asks for more than it may have.
    package struct ExceededLimit: Error {
        package let what: String
        package let limit: Int

        package var reason: String { "it has \(what), and \(limit) are allowed" }
    }
}
