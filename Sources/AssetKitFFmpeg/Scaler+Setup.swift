package import CFFmpeg

extension Scaler {
    /// Everything that scaling depends on.
    package struct Setup: Equatable {
        package var source: Side
        package var target: Side

        package init(source: Side, target: Side) {
            self.source = source
            self.target = target
        }
    }

    /// What is known of the pictures before, or after.
    package struct Side: Equatable {
        package let width: Int
        package let height: Int
        package let format: AVPixelFormat
        package let matrix: Int32
        package let isFullRange: Bool
        private let chroma: AVChromaLocation
        private let shift: ChromaShift

        package init(_ frame: borrowing Frame, _ color: PictureColor, _ shift: ChromaShift = ChromaShift()) {
            self.shift = shift
            width = frame.width
            height = frame.height
            format = PixelFormatMap.plainFormat(frame.pixelFormat)
            matrix = color.matrix
            isFullRange = color.isFullRange ?? false
            chroma = frame.withRaw { $0.pointee.chroma_location }
        }

        /// Where subsampled chroma lies, in 256ths of a pixel from the first one. MPEG's place where the stream says
        /// nothing: at the left, between two rows; JPEG's, in the middle, for the full range. nil where the format has
        /// but one place, or 4:1:0 and 4:1:1.
        package var chromaPosition: (horizontal: Int, vertical: Int)? {
            guard let description = av_pix_fmt_desc_get(format), description.pointee.log2_chroma_w == 1,
                description.pointee.log2_chroma_h <= 1
            else { return nil }
            let place: (horizontal: Int, vertical: Int) =
                switch chroma {
                case AVCHROMA_LOC_CENTER: (128, 128)
                case AVCHROMA_LOC_TOPLEFT: (0, 0)
                case AVCHROMA_LOC_TOP: (128, 0)
                case AVCHROMA_LOC_BOTTOMLEFT: (0, 256)
                case AVCHROMA_LOC_BOTTOM: (128, 256)
                case AVCHROMA_LOC_LEFT: (0, 128)
                default: isFullRange ? (128, 128) : (0, 128)
                }
            let hasSharedRows = description.pointee.log2_chroma_h == 1
            return (
                place.horizontal - shift.horizontal * 256,
                hasSharedRows ? place.vertical - shift.vertical * 256 : 0
            )
        }
    }
}
