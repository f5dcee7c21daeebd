internal import CDevices

/// A connection to an X server.
///
/// SAFETY: one thread at a time calls: whoever opened it, then the one capture of a handle or the one thread of a watch. Only ``wake()``
/// and ``cut()`` come from elsewhere, and do nothing but one system call each.
final class X11Connection: ScreenPixels, @unchecked Sendable {
    /// What a call has come to.
    enum Answer {
        case done, changed, refused, stalled, woken, lost

        fileprivate init(_ raw: CInt) {
            switch Int(raw) {
            case AK_SCREEN_DONE: self = .done
            case AK_SCREEN_CHANGED: self = .changed
            case AK_SCREEN_REFUSED: self = .refused
            case AK_SCREEN_STALLED: self = .stalled
            case AK_SCREEN_WOKEN: self = .woken
            default: self = .lost
            }
        }
    }

    /// Whether there is libxcb.
    static var isPossible: Bool { ak_screen_has_library() != 0 }

    /// Why there is no connection.
    struct Refusal: Error, Hashable {
        /// Somebody is there, and says nothing for too long.
        let isSilence: Bool
    }

    private let raw: OpaquePointer

    /// Connects. That takes so many milliseconds at most, and so does every call, but for ``wait()``.
    init(_ display: X11Display, sharing: X11Sharing = .asItCan, milliseconds: Int) throws(Refusal) {
        var opened: OpaquePointer?
        let answer = Answer(ak_screen_open(&opened, display.name, sharing.raw, CInt(clamping: milliseconds)))
        guard let opened else { throw Refusal(isSilence: answer == .stalled) }
        raw = opened
    }

    deinit { ak_screen_close(raw) }

    /// Whether its pixels are of a kind that can be read.
    var hasTrueColours: Bool { ak_screen_has_true_colours(raw) != 0 }
    var tellsChanges: Bool { ak_screen_tells_changes(raw) != 0 }
    var knowsPointer: Bool { ak_screen_knows_pointer(raw) != 0 }
    /// How the last picture came.
    var sharing: X11Sharing { X11Sharing.allCases.first { $0.raw == ak_screen_sharing(raw) } ?? .nothing }

    /// The outputs of now, of which there is at least one; what has changed before counts as seen.
    func outputs() -> (answer: Answer, outputs: [X11Output]) {
        var outputs = [ak_ScreenOutput](repeating: ak_ScreenOutput(), count: 32)
        var count = CInt(outputs.count)
        let answer = Answer(ak_screen_list(raw, &outputs, &count))
        return (answer, outputs.prefix(Int(count)).map(X11Output.init))
    }

    /// Reads a region that begins at a place of the screen; ``lendPixels(_:)`` and ``copy(into:bytesPerRow:)`` have it then. A server
    /// that does not begin to answer within two seconds stands still.
    func grab(_ region: GrabRegion, of output: X11Output, showsCursor: Bool) -> Answer {
        let (x, y) = (CInt(clamping: output.x + region.x), CInt(clamping: output.y + region.y))
        let (width, height) = (CInt(clamping: region.width), CInt(clamping: region.height))
        return Answer(ak_screen_grab(raw, x, y, width, height, showsCursor ? 1 : 0))
    }

    /// Lends what was read last, where the server has put it: 32-bit pixels, blue first, row behind row.
    func lendPixels(_ body: (UnsafeRawPointer, Int?) -> Void) {
        if let pixels = ak_screen_pixels(raw) { body(pixels, nil) }
    }

    /// Copies what was read last into 32-bit pixels, blue first, alpha 255.
    func copy(into pixels: UnsafeMutableRawPointer, bytesPerRow: Int) { ak_screen_copy(raw, pixels, bytesPerRow) }

    /// Waits for a change.
    func wait() -> Answer { Answer(ak_screen_wait(raw)) }

    /// Waits until a moment of the machine's own clock.
    func pause(until moment: Int64) -> Answer { Answer(ak_screen_pause(raw, moment)) }

    /// Ends the call that another thread is in, and those that follow until ``rest()``.
    func wake() { ak_screen_wake(raw) }
    func rest() { ak_screen_rest(raw) }

    /// Ends the connection, also under who waits for the rest of a picture that a server has stopped to send.
    func cut() { ak_screen_cut(raw) }
}
