internal import CFFmpeg

extension PictureColor {
    /// The numbers of FFmpeg's names, such as `bt709` and `tv`. A name that FFmpeg does not know says nothing.
    package init(primaries: String?, transfer: String?, matrix: String?, range: String?) {
        func number(_ name: String?, _ find: (UnsafePointer<CChar>) -> CInt) -> Int32 {
            guard let found = name.map({ find($0) }), found >= 0 else { return Self.unknown }
            return found
        }
        self.init(
            primaries: number(primaries, av_color_primaries_from_name),
            transfer: number(transfer, av_color_transfer_from_name),
            matrix: number(matrix, av_color_space_from_name),
            isFullRange: ["tv": false, "pc": true][range ?? ""]
        )
    }
}

extension PictureColor {
    /// FFmpeg's names of the numbers; nil for what is not known.
    package var names: (primaries: String?, transfer: String?, matrix: String?, range: String?) {
        func name(_ number: Int32, _ text: UnsafePointer<CChar>?) -> String? {
            number == Self.unknown ? nil : text.map { String(cString: $0) }
        }
        return (
            name(primaries, av_color_primaries_name(AVColorPrimaries(UInt32(bitPattern: primaries)))),
            name(transfer, av_color_transfer_name(AVColorTransferCharacteristic(UInt32(bitPattern: transfer)))),
            name(matrix, av_color_space_name(AVColorSpace(UInt32(bitPattern: matrix)))),
            isFullRange.map { $0 ? "pc" : "tv" }
        )
    }
}
