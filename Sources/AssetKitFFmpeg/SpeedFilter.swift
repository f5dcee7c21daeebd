internal import CFFmpeg
internal import Foundation

/// Makes sound pass faster or slower, and higher or lower with it: a change of rate whose filter is finer than that of
/// usual ones. Samples are floats, each channel in a plane of its own. Not Sendable: one stage owns it.
///
/// Convert all of it, then drain until nothing comes. What comes out begins at the first frame that went in.
package final class SpeedFilter {
    private let context: OpaquePointer

    /// How many frames of the source, at most, lie before one that is made of them.
    package let reach: Int

    /// Taps at a speed of one or less; they become more as the speed does.
    private static let tapCount = 64

    /// `source` frames become `target` frames; both are at most ``mostParts``.
    package init(_ source: Int, _ target: Int, channelCount: Int) throws {
        FFmpegLog.install()
        let parts = 1...Self.mostParts
        precondition(parts.contains(source) && parts.contains(target), "no such speed")
        let channels = SoundChannels(count: channelCount)
        // Rates that people have, which is what the library counts well with.
        let scale = max(1, 48_000 / max(source, target))
        let from = SoundShape(sampleRate: source * scale, number: .float32, isPlanar: true, channels: channels)
        let to = SoundShape(sampleRate: target * scale, number: .float32, isPlanar: true, channels: channels)
        guard from.isSensible, to.isSensible else {
            throw FFmpegError(code: ak_error(EINVAL), function: "swr_init", detail: "no such sound")
        }
        reach = Self.tapCount * max(source, target) / target + 16
        context = swr_alloc()!  // fails only when there is no memory left
        try context.setUp(from: from, to: to) { object in
            // Positions between the phases of the filter are as exact as the speed.
            let options = [("filter_size", Self.tapCount), ("exact_rational", 1), ("linear_interp", 1)]
            for (name, value) in options { try check(av_opt_set_int(object, name, Int64(value), 0), "av_opt_set_int") }
            try check(av_opt_set_double(object, "kaiser_beta", 11, 0), "av_opt_set_double")
        }
    }

    deinit {
        var pointer: OpaquePointer? = context
        swr_free(&pointer)
    }

    /// What both parts of a speed may be: the library counts in 1,024 phases of one of them within 31 bits.
    package static let mostParts = 1_000_000

    /// The most frames that can come out when so many go in.
    package func mostFrames(for count: Int) throws -> Int {
        Int(try check(swr_get_out_samples(context, CInt(clamping: count)), "swr_get_out_samples"))
    }

    /// Converts frames, and answers how many came out. There must be room for ``mostFrames(for:)``.
    package func convert(
        _ source: [UnsafePointer<Float>],
        count: Int,
        into target: [UnsafeMutablePointer<Float>],
        capacity: Int
    ) throws -> Int {
        var planes: [UnsafePointer<UInt8>?] = source.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
        return try planes.withUnsafeMutableBufferPointer { planes in
            try write(to: target, capacity) { swr_convert(context, $0, $1, planes.baseAddress, CInt(clamping: count)) }
        }
    }

    /// Writes what is held back, and answers how many frames that is.
    package func drain(into target: [UnsafeMutablePointer<Float>], capacity: Int) throws -> Int {
        try write(to: target, capacity) { swr_convert(context, $0, $1, nil, 0) }
    }

    private func write(
        to target: [UnsafeMutablePointer<Float>],
        _ capacity: Int,
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, CInt) -> CInt
    ) throws -> Int {
        var planes: [UnsafeMutablePointer<UInt8>?] = target.map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
        return try planes.withUnsafeMutableBufferPointer { planes in
            try explaining { Int(try check(body(planes.baseAddress, CInt(clamping: capacity)), "swr_convert")) }
        }
    }
}
