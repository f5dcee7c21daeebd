internal import AssetKitBase
internal import AssetKitFFmpeg

/// Feeds a decoder with the samples of a reader and takes out what it makes of them, in order.
///
/// A sample that cannot be decoded is left out; nothing but such samples is an error. Not Sendable: one stage owns it.
final class DecodingLoop {
    /// When so many samples fail one after the other, there is nothing to be had.
    private static let errorLimit = 64

    let reader: any SampleReading
    private let decoder: SampleDecoder
    private let flag: CancellationFlag
    private let packet = Packet()
    private var isDraining = false
    /// The packet in the slot still has to be sent.
    private var isPacketPending = false
    private var errorsInARow = 0
    private var firstError: (any Error)?
    private var hasDecoded = false

    init(_ reader: any SampleReading, options: SampleDecoder.Options, flag: CancellationFlag) throws {
        self.reader = reader
        self.flag = flag
        decoder = try SampleDecoder(reader.parameters, options: options)
    }

    /// Whether pictures are given that refer to others the decoder never saw.
    var givesDamagedPictures: Bool {
        get { decoder.givesDamagedPictures }
        set { decoder.givesDamagedPictures = newValue }
    }

    /// What went wrong before does not matter any more.
    func forgetErrors() { (firstError, hasDecoded) = (nil, false) }

    /// Forgets what is on its way: the reader has gone to another place.
    func restart() {
        decoder.flush()
        (isDraining, isPacketPending, errorsInARow) = (false, false, 0)
    }

    /// Fills the slot with what is decoded next; false at the end. `isWanted` is asked about every sample before it goes to
    /// the decoder.
    func next(into frame: borrowing Frame, _ isWanted: (borrowing Packet) -> Bool) throws -> Bool {
        while true {
            try flag.check()
            switch try receive(into: frame) {
            case .done:
                hasDecoded = true
                return true
            case .again: try send(isWanted)
            case .end:
                if let firstError, !hasDecoded { throw firstError }
                return false
            }
        }
    }

    private func receive(into frame: borrowing Frame) throws -> Flow {
        do {
            let flow = try decoder.receive(into: frame)
            if flow == .done { errorsInARow = 0 }
            return flow
        } catch let error as FFmpegError {
            try note(error)
            return .again
        }
    }

    private func send(_ isWanted: (borrowing Packet) -> Bool) throws {
        guard !isDraining else { return }
        if !isPacketPending {
            guard try reader.read(into: packet) else {
                isDraining = true
                do { try decoder.sendEnd() } catch let error as FFmpegError { try note(error) }
                return
            }
            guard isWanted(packet) else { return }
        }
        do {
            isPacketPending = try decoder.send(packet) == .again
        } catch let error as FFmpegError {
            isPacketPending = false
            try note(error)
        }
    }

    private func note(_ error: FFmpegError) throws {
        firstError = firstError ?? error
        errorsInARow += 1
        guard errorsInARow <= Self.errorLimit else { throw error }
    }
}
