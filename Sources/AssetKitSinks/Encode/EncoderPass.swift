package import AssetKitFFmpeg

/// One of two passes over the same pictures: the first measures them, the second shares the bits out by what was found.
/// A plain value.
package struct EncoderPass: Sendable {
    package var order: SampleEncoder.Pass
    /// Where the encoder's statistics are. It makes several files that begin with this path.
    package var path: String

    package init(order: SampleEncoder.Pass, path: String) {
        self.order = order
        self.path = path
    }
}

extension PictureEncoding {
    /// Whether there are two passes: of the encoders of H.264 and HEVC here.
    package var canPassTwice: Bool { rate.isBudget && [.h264, .hevc].contains(codec) }

    /// How the encoder is opened for a pass.
    func encoderOptions(_ pass: EncoderPass?) -> SampleEncoder.Options {
        var options = encoderOptions
        guard let pass else { return options }
        if codec == .h264 {
            options.pass = pass.order
            options.specific.append(("stats", pass.path))
        } else if let place = options.specific.firstIndex(where: { $0.key == "x265-params" }) {
            options.specific[place].value += ":pass=\(pass.order == .first ? 1 : 2):stats=\(pass.path)"
        }
        return options
    }
}

extension PictureEncoding.Rate {
    /// Rate control has a budget: what a picture gets depends on all before it. Chunks with encoders of their own would
    /// differ in quality where they meet, and each would get as many bits as the others, whatever it shows.
    package var isBudget: Bool { if case .bitRate = self { true } else { false } }
}
