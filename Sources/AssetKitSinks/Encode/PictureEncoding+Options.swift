internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

extension PictureEncoding {
    /// The name of FFmpeg's pixel format that the encoder is given.
    var encoderFormat: String {
        if let plainLayout { return plainLayout.name(for: codec) }
        guard let layout = EncoderLayout(pixelFormat) else { return "none" }
        switch (codec, layout.isRGB) {
        case (.ffv1, true) where alpha == nil: return layout.depth == 8 ? "bgr0" : "gbrp16le"
        case (.ffv1, true): return layout.depth == 8 ? "bgra" : "rgba64le"
        // A second encoder makes the pictures of alpha.
        case (.vp8, true), (.vp9, true): return "yuva420p"
        // ProRes has no red, green and blue here.
        case (_, true): return alpha == nil ? "yuv444p10le" : "yuva444p10le"
        case (.jpeg, _): return "yuvj\(layout.chroma.rawValue)p"
        default: return "yuv\(layout.chroma.rawValue)p\(layout.depth > 8 ? "\(layout.depth)le" : "")"
        }
    }

    /// What makes the samples: two codecs have one of their own for what the usual one cannot make.
    var encoder: EncoderName {
        if codec == .h264, storesRGB { return .x264RGB }
        return usesReferenceEncoder ? .aomAV1 : codec.traits.encoder
    }

    /// SVT-AV1 makes 4:2:0 with loss, and nothing else. libaom makes all kinds, and is slower.
    private var usesReferenceEncoder: Bool {
        guard codec == .av1 else { return false }
        return rate == .lossless || plainLayout != nil || EncoderLayout(pixelFormat)?.chroma != .yuv420
    }

    /// How the encoder is opened.
    var encoderOptions: SampleEncoder.Options {
        var options = SampleEncoder.Options(threadCount: threadCount, putsHeaderAside: true)
        switch codec {
        case .h264: setH264(&options)
        case .hevc: setHEVC(&options)
        case .av1: usesReferenceEncoder ? setReferenceAV1(&options) : setAV1(&options)
        case .vp9, .vp8: setVP(&options)
        case .jpeg, .mpeg4, .mpeg2: setMPEG(&options)
        case .ffv1:
            // Version 3, in slices that threads share, each with a checksum.
            options.specific += [("level", "3"), ("slices", "4"), ("slicecrc", "1")]
        default: setProRes(&options)
        }
        if let limit { options.limit = (limit.bitRate, Int(limit.bufferSize)) }
        return options
    }

    /// The encoder's number for the rate; nil for a bit rate and without loss.
    private var factor: Double? {
        switch rate {
        case .crf(let value): value
        case .quality(let value): codec.traits.scale?.value(value)
        case .quantizer, .bitRate, .lossless: nil
        }
    }

    private var bitRate: Int64? { if case .bitRate(let value) = rate { value } else { nil } }

    private func text(_ value: Double) -> String { String(format: "%.3f", value) }

    private var preset: String { encoderPreset ?? codec.traits.usualPreset ?? "" }

    // MARK: The encoders

    private func setH264(_ options: inout SampleEncoder.Options) {
        // Headers that do not depend on the pictures: chunks that are encoded apart fit together. And the same bytes on
        // every processor: x264's lookahead for AVX-512 reads memory that was never written.
        var own = ["stitchable=1", "cpu-independent=1"]
        options.specific += [("preset", preset), ("forced-idr", "1")]
        if isLowLatency { options.specific.append(("tune", "zerolatency")) }
        if let profile { options.specific.append(("profile", profile)) }
        if let level { options.specific.append(("level", level)) }
        if let usesArithmeticCoding { options.specific.append(("coder", usesArithmeticCoding ? "cabac" : "cavlc")) }
        if let factor { options.specific.append(("crf", text(factor))) }
        if rate == .lossless { options.specific.append(("qp", "0")) }
        if case .quantizer(let value) = rate {
            // x264 counts from the finest one there is, which deeper pictures have further below zero; 0 is without loss.
            options.specific.append(("qp", String(max(value + 6 * (storedDepth - 8), 1))))
        }
        options.bitRate = bitRate
        if opensGroups { own.append("open-gop=1") }
        // One more than it looks ahead at, so that it does so while the next picture is made.
        if keepsFewPictures { own.append("sync-lookahead=1") }
        if let display = masteringText { own.append("mastering-display=\(display)") }
        if let light = lightText { own.append("cll=\(light)") }
        options.specific.append(("x264-params", own.joined(separator: ":")))
    }

    private func setHEVC(_ options: inout SampleEncoder.Options) {
        // x265 would make as many threads as there are cores, and its bytes depend on how many pictures it works at.
        // With a budget even that is not enough: what its rate control knows when the next picture begins is then left
        // to chance on a busy machine, and so are the bytes.
        let pictures = rate.isBudget ? 1 : threadCount >= 8 ? 3 : threadCount >= 4 ? 2 : 1
        var own = [
            "log-level=none", "info=0", "pools=\(threadCount)", "frame-threads=\(pictures)",
            "open-gop=\(opensGroups ? 1 : 0)",
        ]
        options.specific += [("preset", preset), ("forced-idr", "1")]
        if isLowLatency { options.specific.append(("tune", "zerolatency")) }
        if let profile { options.specific.append(("profile", profile)) }
        if let level { own.append("level-idc=\(level)") }
        if let factor { options.specific.append(("crf", text(factor))) }
        if rate == .lossless { own.append("lossless=1") }
        options.bitRate = bitRate
        if let display = masteringText { own.append("master-display=\(display)") }
        if let light = lightText { own.append("max-cll=\(light)") }
        if masteringDisplay != nil || contentLight != nil { own.append("hdr10=1") }
        options.specific.append(("x265-params", own.joined(separator: ":")))
    }

    private func setAV1(_ options: inout SampleEncoder.Options) {
        var own = ["lp=\(threadCount)", "pin=0"]
        options.specific.append(("preset", preset))
        if let factor { options.specific.append(("crf", String(Int(factor.rounded())))) }
        options.bitRate = bitRate
        if let display = decimalMasteringText { own.append("mastering-display=\(display)") }
        if let light = lightText { own.append("content-light=\(light)") }
        options.specific.append(("svtav1-params", own.joined(separator: ":")))
    }

    private func setReferenceAV1(_ options: inout SampleEncoder.Options) {
        // Its scale of balances ends where that of SVT-AV1 goes on.
        options.specific += [("cpu-used", String(min(Int(preset) ?? 8, 8))), ("row-mt", "1")]
        if let factor { options.specific.append(("crf", String(Int(factor.rounded())))) }
        options.bitRate = bitRate
        if rate == .lossless { options.specific += [("crf", "0"), ("aom-params", "lossless=1")] }
        if !allowsReordering { options.specific += [("auto-alt-ref", "0"), ("lag-in-frames", "0")] }
    }

    private func setVP(_ options: inout SampleEncoder.Options) {
        let step = Int(preset) ?? 4
        options.specific += [("deadline", step > 5 ? "realtime" : "good"), ("cpu-used", String(step))]
        if let factor { options.specific.append(("crf", String(Int(factor.rounded())))) }
        options.bitRate = bitRate
        if codec == .vp9 {
            options.specific += [("row-mt", "1"), ("tile-columns", String(width >= 1024 ? 2 : width >= 512 ? 1 : 0))]
            // With alpha there are two encoders, and they do not place hidden pictures (alt-ref) alike.
            options.specific += [("auto-alt-ref", allowsReordering && alpha == nil ? "1" : "0")]
            if !allowsReordering { options.specific.append(("lag-in-frames", "0")) }
            if rate == .lossless { options.specific.append(("lossless", "1")) }
        } else {
            // Its hidden pictures (alt-ref) would be samples of their own, and there is no time for them in containers.
            options.specific.append(("auto-alt-ref", "0"))
            // A constant quality of VP8 keeps below a rate all the same: one that no picture reaches.
            if bitRate == nil { options.bitRate = Int64(Int32.max / 2) }
        }
    }

    private func setMPEG(_ options: inout SampleEncoder.Options) {
        if let factor { options.quantiser = max(Int(factor.rounded()), 1) }
        options.bitRate = bitRate
        if codec == .mpeg4, usesQuantizerMatrices { options.specific.append(("mpeg_quant", "1")) }
        // FFmpeg has closed GOPs only with key frames at fixed places.
        if codec != .jpeg, !opensGroups { options.specific.append(("sc_threshold", "1000000000")) }
    }

    private func setProRes(_ options: inout SampleEncoder.Options) {
        let order: [Codec] = [.proRes422Proxy, .proRes422LT, .proRes422, .proRes422HQ, .proRes4444, .proRes4444XQ]
        options.specific += [("profile", String(order.firstIndex(of: codec) ?? 2)), ("vendor", "apl0")]
        options.specific.append(("alpha_bits", alpha == nil ? "0" : "16"))
    }
}

// MARK: High dynamic range

extension PictureEncoding {
    private func number(_ data: Data, _ offset: Int, _ bytes: Int) -> UInt32 {
        data.dropFirst(offset).prefix(bytes).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whole numbers: primaries in 1/50000, luminance in 1/10000 candela per square metre.
    private var masteringText: String? {
        guard let data = masteringDisplay else { return nil }
        func point(_ index: Int) -> String { "(\(number(data, index * 4, 2)),\(number(data, index * 4 + 2, 2)))" }
        return "G\(point(0))B\(point(1))R\(point(2))WP\(point(3))L(\(number(data, 16, 4)),\(number(data, 20, 4)))"
    }

    /// The same as fractions.
    private var decimalMasteringText: String? {
        guard let data = masteringDisplay else { return nil }
        func part(_ offset: Int) -> String { String(format: "%.5f", Double(number(data, offset, 2)) / 50_000) }
        func point(_ index: Int) -> String { "(\(part(index * 4)),\(part(index * 4 + 2)))" }
        func light(_ offset: Int) -> String { String(format: "%.4f", Double(number(data, offset, 4)) / 10_000) }
        return "G\(point(0))B\(point(1))R\(point(2))WP\(point(3))L(\(light(16)),\(light(20)))"
    }

    private var lightText: String? {
        contentLight.map { "\(number($0, 0, 2)),\(number($0, 2, 2))" }
    }
}
