internal import AssetKitBase
internal import AssetKitFFmpeg

/// What a list of samples takes down of a packet.
struct ListedPacket: Equatable {
    var stream: Int
    var position: Int64?
    var byteCount: Int
    var decodeTicks: Int64?
    var presentationTicks: Int64?
    var durationTicks: Int64
    var marks: PacketTable.Marks
    var framesHiddenAtEnd = 0
}

extension ListedPacket {
    /// A packet whose times are `clockOffset` behind those that are stored.
    init(_ packet: borrowing Packet, clockOffset: Int64) {
        var marks: PacketTable.Marks = packet.isKey ? .sync : []
        if packet.isDisposable { marks.insert(.disposable) }
        if packet.isDiscarded { marks.insert(.discarded) }
        self.init(
            stream: packet.streamIndex,
            position: packet.filePosition,
            byteCount: packet.byteCount,
            decodeTicks: packet.decodeTicks?.addingClamped(clockOffset),
            presentationTicks: packet.presentationTicks?.addingClamped(clockOffset),
            durationTicks: packet.durationTicks,
            marks: marks,
            framesHiddenAtEnd: packet.skippedFrames.atEnd
        )
    }
}
