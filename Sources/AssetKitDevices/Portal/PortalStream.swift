internal import CDevices

/// Pictures of what is shared, which come through PipeWire.
///
/// SAFETY: one thread calls, that of a capture. Only ``wake()`` comes from elsewhere, and does nothing but one system call.
final class PortalStream: @unchecked Sendable {
    /// What a call has come to.
    enum Answer {
        case done, picture, ended, refused, gone, stalled, woken, lost

        fileprivate init(_ raw: CInt) {
            switch Int(raw) {
            case AK_STREAM_DONE: self = .done
            case AK_STREAM_PICTURE: self = .picture
            case AK_STREAM_ENDED: self = .ended
            case AK_STREAM_REFUSED: self = .refused
            case AK_STREAM_GONE: self = .gone
            case AK_STREAM_STALLED: self = .stalled
            case AK_STREAM_WOKEN: self = .woken
            default: self = .lost
            }
        }
    }

    /// What is known of the newest picture: nothing yet where its number is 0.
    struct News {
        let number: Int64
        let moment: Int64
        let width: Int
        let height: Int
        /// How many were broken until now.
        let brokenCount: Int64
    }

    /// Whether there is libpipewire.
    static var isPossible: Bool { ak_stream_has_library() != 0 }

    private let raw: OpaquePointer
    /// Whose end is an end of this.
    private let portal: PortalConnection

    /// Nil where that cannot be; what was chosen is given back then.
    init?(_ choice: PortalConnection.Choice, of portal: PortalConnection, rate: CInt, rateScale: CInt) {
        var opened: OpaquePointer?
        let answer = Answer(ak_stream_open(&opened, choice.descriptor, choice.node, rate, rateScale))
        guard answer == .done, let opened else {
            if let opened { ak_stream_close(opened) }
            return nil
        }
        (raw, self.portal) = (opened, portal)
    }

    deinit { ak_stream_close(raw) }

    /// Waits for the first picture.
    func awaitPicture(milliseconds: Int) -> Answer {
        Answer(ak_stream_await_picture(raw, portal.raw, CInt(clamping: milliseconds)))
    }

    /// Waits until a moment of the machine's own clock, without an end where there is none, or for a newer picture where that is wanted.
    func wait(until moment: Int64?, wantsPictures: Bool) -> Answer {
        Answer(ak_stream_wait(raw, portal.raw, moment ?? -1, wantsPictures ? 1 : 0))
    }

    var news: News {
        var picture = ak_StreamPicture()
        ak_stream_look(raw, &picture)
        return News(
            number: picture.number,
            moment: picture.moment,
            width: Int(picture.width),
            height: Int(picture.height),
            brokenCount: picture.broken_count
        )
    }

    /// Copies the newest picture into 32-bit pixels, blue first, alpha 255; false where it is broken.
    func copy(into pixels: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int) -> Bool {
        Answer(ak_stream_copy(raw, pixels, bytesPerRow, CInt(clamping: width), CInt(clamping: height))) == .done
    }

    /// Why it does not go on, as half a sentence; nil where nobody has said.
    var reason: String? {
        let text = String(cString: ak_stream_reason(raw))
        return text.isEmpty ? nil : text
    }

    /// Ends the call that another thread is in, and those that follow until ``rest()``.
    func wake() { ak_stream_wake(raw) }
    func rest() { ak_stream_rest(raw) }
}
