internal import CFFmpeg

extension Frame {
    /// A black picture: 4:2:0 with eight bits, in the codes that most pictures use.
    package static func black(width: Int, height: Int) throws -> Frame {
        let picture = try Frame(width: width, height: height, format: AV_PIX_FMT_YUV420P)
        picture.setColor(PictureColor(isFullRange: false))
        try picture.blacken()
        return picture
    }

    /// A picture of the same kind with this one in a part of it, and opaque black around that.
    package func framed(width: Int, height: Int, at part: PixelRect) throws -> Frame {
        let whole = try Frame(width: width, height: height, format: pixelFormat)
        whole.setColor(color)
        try whole.blacken()
        try whole.view(of: part).copyRows(of: self)
        return whole
    }

    /// Makes all of it black and opaque.
    func blacken() throws {
        try withRaw { raw throws(FFmpegError) in _ = try check(ak_fill_black(raw), "av_image_fill_black") }
    }
}
