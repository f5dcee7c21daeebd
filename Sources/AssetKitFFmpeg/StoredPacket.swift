/// A compressed sample that can be handed from thread to thread and kept.
///
/// SAFETY: the packet is moved in once; afterwards it is only read.
package final class StoredPacket: @unchecked Sendable {
    package let packet: Packet

    /// Takes over what `other` holds, which is empty then.
    package init(takingFrom other: borrowing Packet) {
        packet = Packet()
        packet.take(from: other)
    }
}
