internal import CFFmpeg

extension Frame {
    /// A black picture: 4:2:0 with eight bits, in the codes that most pictures use.
    package static func black(width: Int, height: Int) throws -> Frame {
        let picture = try Frame(width: width, height: height, format: AV_PIX_FMT_YUV420P)
        picture.setColor(PictureColor(isFullRange: false))
        try picture.withRaw { raw throws(FFmpegError) in _ = try check(ak_fill_black(raw), "av_image_fill_black") }
        return picture
    }
}
