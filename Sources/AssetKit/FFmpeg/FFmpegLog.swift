internal import CFFmpeg

/// The one place where FFmpeg's log goes. Nothing it says reaches the terminal by itself.
enum FFmpegLog {
    /// Takes the log away from the terminal. Every entrance to FFmpeg calls it first; all but the first call do nothing.
    static func install() { ak_log_install() }
}
