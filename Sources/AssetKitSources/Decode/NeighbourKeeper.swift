internal import AssetKitFFmpeg

/// Gives the deinterlacer the pictures before and behind each one: holds interlaced pictures back until the one behind
/// them is there, and keeps the one before. Pictures come in the order in which they are shown, but some may be left
/// out: only true neighbours are handed over. One thread owns it.
final class NeighbourKeeper {
    private let wanted: [Int64: PictureNeighbours]
    private let none = Frame()
    private let previous = Frame()
    private var previousTicks: Int64?
    private let held = Frame()
    private var heldTicks: Int64?

    init(_ wanted: [Int64: PictureNeighbours]) { self.wanted = wanted }

    /// A picture waits for the one behind it.
    var isHolding: Bool { heldTicks != nil }

    /// Takes a picture to hold it back; false for one that need not wait.
    func hold(_ frame: borrowing Frame, _ ticks: Int64) -> Bool {
        guard frame.isInterlaced, wanted[ticks] != nil else { return false }
        held.take(from: frame)
        heldTicks = ticks
        return true
    }

    /// Hands the held picture over, if there is one, now that the next picture has come.
    func giveHeld(behind next: borrowing Frame, _ ticks: Int64?, _ body: PictureDecoder.Receiver) throws {
        guard let heldTicks else { return }
        if let ticks, wanted[heldTicks]?.next == ticks {
            try give(heldTicks, next, body)
        } else {
            try give(heldTicks, none, body)
        }
    }

    /// Hands the held picture over, if there is one: none comes behind it.
    func giveHeld(_ body: PictureDecoder.Receiver) throws {
        if let heldTicks { try give(heldTicks, none, body) }
    }

    private func give(_ ticks: Int64, _ next: borrowing Frame, _ body: PictureDecoder.Receiver) throws {
        heldTicks = nil
        if let previousTicks, wanted[ticks]?.previous == previousTicks {
            try body(held, ticks, previous, next)
        } else {
            try body(held, ticks, none, next)
        }
        keep(held, ticks)
    }

    /// Keeps a picture, which is not held back, for the one behind it.
    func keep(_ frame: borrowing Frame, _ ticks: Int64?) {
        guard !wanted.isEmpty, !frame.isEmpty else { return }
        previous.take(from: frame)
        previousTicks = ticks
    }
}
