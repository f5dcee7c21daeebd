internal import CFFmpeg
internal import Foundation

/// A negative return value of an FFmpeg function.
package struct FFmpegError: Error, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    package let code: CInt
    let function: String
    /// What FFmpeg logged about it, where it did.
    var detail: String?

    package init(code: CInt, function: String, detail: String? = nil) {
        self.code = code
        self.function = function
        self.detail = detail
    }

    /// FFmpeg's own words, for whoever reads the message.
    package var description: String {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { text in
            av_strerror(code, text.baseAddress, text.count)  // writes a text even for a code it does not know
            return text.baseAddress.map { String(cString: $0) } ?? ""
        }
        return detail.map { "\(text) (\($0))" } ?? text
    }
    package var debugDescription: String { "\(self) [\(function) returned \(code)]" }
}

/// Throws when an FFmpeg call failed, and hands its value on when it did not.
@discardableResult
package func check(_ value: CInt, _ function: String) throws(FFmpegError) -> CInt {
    guard value >= 0 else { throw FFmpegError(code: value, function: function) }
    return value
}

/// Like `check`, for calls whose normal life includes "not yet" and "no more".
package func flow(_ value: CInt, _ function: String) throws(FFmpegError) -> Flow {
    switch value {
    case ak_ERROR_AGAIN: return .again
    case ak_ERROR_EOF: return .end
    default:
        try check(value, function)
        return .done
    }
}

/// Runs FFmpeg calls of one operation, and gives the error they throw the message that FFmpeg logged on the way.
@discardableResult
func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    FFmpegLog.install()
    var record = ak_LogRecord()
    return try withUnsafeMutablePointer(to: &record) { record in
        ak_log_begin(record)
        defer { ak_log_end() }
        do {
            return try body()
        } catch var error as FFmpegError {
            if record.pointee.level != AV_LOG_QUIET {
                error.detail = withUnsafeBytes(of: &record.pointee.text) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
            }
            throw error
        }
    }
}

extension FFmpegError {
    /// There is no memory for what a function was to make.
    package static func noMemory(_ function: String) -> FFmpegError {
        FFmpegError(code: ak_ERROR_NO_MEMORY, function: function)
    }

    /// A decoder or an encoder said it, and not what reads or writes files.
    package var isOfCodec: Bool { function.hasPrefix("avcodec") }

    /// An encoder said it of what it was given, and not a decoder.
    package var isOfEncoder: Bool { function == "avcodec_send_frame" || function == "avcodec_receive_packet" }

    /// What the code means to whoever called.
    package enum Cause { case cancelled, unrecognised, broken, timedOut, notFound, noMemory, other }

    package var cause: Cause {
        switch code {
        case ak_ERROR_EXIT: .cancelled
        // No demuxer wanted the bytes, or the one that tried for want of a better choice gave up at once.
        case ak_ERROR_INVALID_DATA where function == "avformat_open_input": .unrecognised
        case ak_error(EINVAL) where function == "avformat_open_input": .unrecognised
        case ak_ERROR_DEMUXER_NOT_FOUND: .unrecognised
        case ak_ERROR_INVALID_DATA, ak_ERROR_EOF: .broken
        case ak_ERROR_TIMED_OUT: .timedOut
        case ak_ERROR_HTTP_NOT_FOUND, ak_error(ENOENT): .notFound
        case ak_ERROR_NO_MEMORY: .noMemory
        default: .other
        }
    }
}
