internal import AssetKitBase
package import AssetKitCore
internal import AssetKitFFmpeg
internal import CMTimeLib
internal import Foundation

extension PictureEncoding {
    /// Throws where the codec's encoder cannot do what is asked for. Opens no encoder.
    package func validate() throws(MediaProblem) {
        let traits = codec.traits
        guard SampleEncoder.exists(encoder) else {
            throw MediaProblem(code: .encoderNotFound, reason: "there is no encoder of \(traits.name) here")
        }
        try validateSize(traits)
        try validateRate(traits)
        try validateNames(traits)
        try validateStructure(traits)
    }

    private func validateSize(_ traits: PictureCodecTraits) throws(MediaProblem) {
        let inputs = alpha == nil ? traits.inputs : traits.alphaInputs
        let isTaken = plainLayout.map(traits.plainLayouts.contains) ?? inputs.contains(pixelFormat)
        guard isTaken, let layout = EncoderLayout(pixelFormat) else {
            let known = traits.inputs.map(\.fourCharacterText).joined(separator: ", ")
            throw .unsupported(
                "\(traits.name) cannot be made of pictures of the format \(pixelFormat.fourCharacterText); it takes \(known)"
            )
        }
        let (least, most) = (traits.smallest, traits.largest)
        guard (least.width...most.width).contains(width), (least.height...most.height).contains(height) else {
            throw .unsupported(
                "\(traits.name) cannot hold pictures of \(width) x \(height); it takes \(least.width) x \(least.height) to "
                    + "\(most.width) x \(most.height)"
            )
        }
        guard pixelAspect.horizontal > 0, pixelAspect.vertical > 0,
            max(pixelAspect.horizontal, pixelAspect.vertical) < 65536
        else { throw .unsupported("pixels of \(pixelAspect.horizontal) to \(pixelAspect.vertical) have no shape") }
        if let profile, let most = Self.profileLimits[profile], !layout.fits(most.chroma, depth: most.depth) {
            throw .unsupported(
                "the profile \(profile) of \(traits.name) cannot hold \(layout.depth)-bit pictures with 4:"
                    + "\(layout.chroma.rawValue.dropFirst().map(String.init).joined(separator: ":")) colour"
            )
        }
        if let aperture = cleanAperture {
            let fits =
                aperture.width > 0 && aperture.height > 0
                && abs(aperture.horizontalOffset) * 2 + aperture.width <= Double(width)
                && abs(aperture.verticalOffset) * 2 + aperture.height <= Double(height)
            guard fits else { throw .unsupported("the clean aperture is not within the \(width) x \(height) pixels") }
        }
    }

    /// What profiles hold at most; those of H.264 and HEVC that are called the same hold the same.
    static let profileLimits: [String: (chroma: EncoderLayout.Chroma, depth: Int)] = [
        "baseline": (.yuv420, 8), "main": (.yuv420, 8), "high": (.yuv420, 8), "high10": (.yuv420, 10),
        "high422": (.yuv422, 10), "high444": (.yuv444, 10), "main10": (.yuv420, 10), "main422-10": (.yuv422, 10),
        "main444-8": (.yuv444, 8), "main444-10": (.yuv444, 10),
    ]

    private func validateRate(_ traits: PictureCodecTraits) throws(MediaProblem) {
        switch rate {
        case .crf(let value):
            guard let range = traits.scale?.range else {
                throw .unsupported("\(traits.name) has no constant rate factor")
            }
            guard range.contains(value) else {
                throw .unsupported(
                    "\(traits.name) has no constant rate factor \(value); it takes \(Int(range.lowerBound)) to "
                        + "\(Int(range.upperBound))"
                )
            }
        case .quantizer(let value):
            guard codec == .h264 else { throw .unsupported("\(traits.name) has no quantizer that could be set") }
            guard (-36...51).contains(value) else { throw .unsupported("\(traits.name) has no quantizer \(value)") }
        case .quality(let value):
            guard (0...1).contains(value) else { throw .unsupported("a quality is from 0 to 1, and not \(value)") }
        case .bitRate(let value):
            guard traits.takesBitRate else {
                throw .unsupported("\(traits.name) cannot be made with a bit rate: pictures take what they need")
            }
            guard (1000...Int64(Int32.max)).contains(value) else {
                throw .unsupported("\(traits.name) cannot be made with \(value) bits in a second")
            }
        case .lossless:
            guard traits.losslessness != .never else { throw .unsupported("\(traits.name) cannot be without loss") }
            guard storedDepth <= traits.deepestWithoutLoss else {
                throw .unsupported("\(traits.name) of \(storedDepth) bits cannot be without loss here")
            }
        }
        guard let limit else { return }
        guard traits.takesLimit else { throw .unsupported("\(traits.name) has no limit of the bit rate") }
        guard limit.bitRate > 0, limit.bufferSize > 0, max(limit.bitRate, limit.bufferSize) <= Int64(Int32.max) else {
            throw .unsupported("a limit of \(limit.bitRate) bits in a second cannot be kept")
        }
        if case .bitRate(let value) = rate, value > limit.bitRate {
            throw .unsupported("\(value) bits in a second are more than the limit of \(limit.bitRate)")
        }
    }

    private func validateNames(_ traits: PictureCodecTraits) throws(MediaProblem) {
        func check(_ value: String?, _ kind: String, _ known: [String]) throws(MediaProblem) {
            guard let value, !known.contains(value) else { return }
            let rest = known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
            throw .unsupported("\(traits.name) has no \(kind) '\(value)'; \(rest)")
        }
        try check(encoderPreset, "preset", traits.presets)
        try check(profile, "profile", traits.profiles)
        try check(level, "level", traits.levels.map(\.name))
        if usesArithmeticCoding != nil, codec != .h264 {
            throw .unsupported("\(traits.name) has no choice of the entropy coding")
        }
        if usesArithmeticCoding == true, profile == "baseline" {
            throw .unsupported("the profile baseline of H.264 has no arithmetic coding")
        }
        guard let limit = traits.levels.first(where: { $0.name == level }) else { return }
        let coded = codedSize
        let blocks = (coded.width + 15) / 16 * ((coded.height + 15) / 16)
        let area = codec == .h264 ? blocks : coded.width * coded.height
        let rate = Double(area) * Double(frameRate.frames) / Double(max(frameRate.seconds, 1))
        guard area <= limit.area, rate <= Double(limit.rate) * 1.001 else {
            throw .unsupported(
                "level \(limit.name) of \(traits.name) cannot hold \(width) x \(height) pictures, \(frameRate.description)"
            )
        }
    }

    private func validateStructure(_ traits: PictureCodecTraits) throws(MediaProblem) {
        guard fields == .progressive || traits.canInterlace, fields == .progressive || profile != "baseline" else {
            throw .unsupported(
                "\(profile.map { "the profile \($0) of " } ?? "")\(traits.name) cannot be interlaced here"
            )
        }
        if let pictures = keyFrameInterval.pictures, pictures < 1 {
            throw .unsupported("key frames cannot be \(pictures) pictures apart")
        }
        guard timescale > 0, frameRate.frames > 0, frameRate.seconds > 0 else {
            throw .unsupported("\(frameRate.description) at \(timescale) ticks in a second cannot be counted")
        }
        guard (1...64).contains(threadCount) else { throw .unsupported("\(threadCount) threads cannot encode") }
        if let masteringDisplay, masteringDisplay.count != 24 {
            throw .unsupported("the mastering display has \(masteringDisplay.count) bytes, and not 24")
        }
        if let contentLight, contentLight.count != 4 {
            throw .unsupported("the content light level has \(contentLight.count) bytes, and not 4")
        }
    }
}

extension PictureEncoding.FrameRate: CustomStringConvertible {
    package var description: String { seconds == 1 ? "\(frames) in a second" : "\(frames) in \(seconds) seconds" }
}
