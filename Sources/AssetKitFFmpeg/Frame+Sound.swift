internal import CFFmpeg
internal import Foundation

extension Frame {
    /// Shares some samples of another slot's sound, which stays as it is.
    package func share(_ other: borrowing Frame, samples: Range<Int>) throws {
        precondition(samples.lowerBound >= 0 && samples.upperBound <= other.sampleCount, "no such samples")
        let shape = other.soundShape
        try withRaw { raw in
            av_frame_unref(raw)
            _ = try other.withRaw { try check(av_frame_ref(raw, $0), "av_frame_ref") }
            let skipped = samples.lowerBound * shape.bytesPerFrame
            for plane in 0..<shape.planeCount {
                raw.pointee.extended_data[plane]? += skipped
            }
            raw.pointee.nb_samples = CInt(samples.count)
        }
    }
}

extension Resampler {
    /// The most frames that can come out when so many go in.
    package func mostFrames(for count: Int) throws -> Int {
        try withContext { Int(try check(swr_get_out_samples($0, CInt(clamping: count)), "swr_get_out_samples")) }
    }

    /// Converts the sound of a frame into memory, one address for each plane of the target, and answers how many frames
    /// came out. There must be room for ``mostFrames(for:)``.
    package func convert(
        _ sound: borrowing Frame,
        into planes: [UnsafeMutableRawPointer],
        capacity: Int
    ) throws -> Int {
        try sound.withRaw { raw in
            try write(to: planes, capacity) { context, target in
                ak_resample(context, target, CInt(clamping: capacity), raw)
            }
        }
    }

    /// Writes what is held back into memory, and answers how many frames that is.
    package func drain(into planes: [UnsafeMutableRawPointer], capacity: Int) throws -> Int {
        try write(to: planes, capacity) { context, target in
            ak_resample(context, target, CInt(clamping: capacity), nil)
        }
    }

    private func write(
        to planes: [UnsafeMutableRawPointer],
        _ capacity: Int,
        _ body: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> CInt
    ) throws -> Int {
        guard capacity > 0 else { return 0 }
        precondition(planes.count >= target.planeCount, "too few planes for the sound")
        var addresses: [UnsafeMutablePointer<UInt8>?] = planes.map { $0.assumingMemoryBound(to: UInt8.self) }
        return try addresses.withUnsafeMutableBufferPointer { addresses in
            try explaining {
                try withContext { context in
                    guard let base = addresses.baseAddress else { return 0 }
                    return Int(try check(body(context, base), "swr_convert"))
                }
            }
        }
    }
}

extension Frame {
    /// Copies planes of floats, one for each channel.
    package init(floats planes: [UnsafePointer<Float>], count: Int, _ shape: SoundShape) throws {
        precondition(planes.count == shape.channels.count && shape == shape.asFloats, "planes of another sound")
        try self.init(shape, sampleCount: count)
        withRaw { raw in
            for (plane, source) in planes.enumerated() {
                guard let target = raw.pointee.extended_data[plane] else { continue }
                memcpy(target, source, count * MemoryLayout<Float>.stride)
            }
        }
    }

    /// Lends interleaved floating-point samples to be changed.
    package func changeFloats(_ body: (UnsafeMutableBufferPointer<Float>) -> Void) {
        withRaw { raw in
            guard let plane = raw.pointee.extended_data[0] else { return }
            let count = Int(raw.pointee.nb_samples) * SoundShape(raw).channels.count
            plane.withMemoryRebound(to: Float.self, capacity: count) { samples in
                body(UnsafeMutableBufferPointer(start: samples, count: count))
            }
        }
    }
}
