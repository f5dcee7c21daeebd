internal import CDevices

/// A source of ALSA's that is open.
///
/// SAFETY: one thread at a time uses it, that of the capture that it is made for.
final class ALSACard: CardReader, @unchecked Sendable {
    private let raw: OpaquePointer
    let format: DeviceSoundFormat

    /// Frames come in blocks of a hundredth of a second, and half a second may pass before one is lost.
    private static let milliseconds: (block: CInt, buffer: CInt) = (10, 500)

    /// Opens a source in a format, or the nearest that it has.
    init(_ id: String, _ wish: DeviceSoundFormat, configuration: String?) throws(ALSAProblem) {
        var (rate, channels, error) = (CInt(wish.sampleRate), CInt(wish.channelCount), CInt(0))
        let opened = ALSAText.with(configuration) { configuration in
            id.withCString { id in
                let (block, buffer) = Self.milliseconds
                return ak_alsa_open(configuration, id, &rate, &channels, block, buffer, &error)
            }
        }
        guard let opened else { throw ALSAProblem(answer: error) }
        raw = opened
        format = DeviceSoundFormat(sampleRate: Int(rate), channelCount: Int(channels))
    }

    deinit { ak_alsa_close(raw) }

    func start() -> CardReading { reading(Int(ak_alsa_start(raw))) }

    func wait(milliseconds: Int) -> CardReading { reading(ak_alsa_wait(raw, CInt(milliseconds))) }

    func read(into samples: UnsafeMutableBufferPointer<Float>) -> CardReading {
        reading(ak_alsa_read(raw, samples.baseAddress, samples.count / format.channelCount))
    }

    func time() -> (hostTime: Int64, framesAhead: Int)? {
        var (hostTime, framesAhead): (Int64, Int) = (0, 0)
        return ak_alsa_clock(raw, &hostTime, &framesAhead) != 0 ? (hostTime, framesAhead) : nil
    }

    private func reading(_ answer: Int) -> CardReading {
        switch answer {
        case 0...: .frames(answer)
        case Int(AK_ALSA_LOST): .lost
        default: .gone(ALSAProblem(answer: ak_alsa_error(raw)).failure)
        }
    }
}

/// Lends texts to C.
enum ALSAText {
    /// NULL for none.
    static func with<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }
}
