internal import CFFmpeg

/// Lends a dictionary of options for one call, and throws where the call did not know one of them.
func withOptions<R>(
    _ options: some Sequence<(key: String, value: String)>,
    for function: String,
    _ body: (UnsafeMutablePointer<OpaquePointer?>) throws -> R
) throws -> R {
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in options { try check(av_dict_set(&dictionary, key, value, 0), "av_dict_set") }
    let result = try body(&dictionary)
    // What an opening call used, it took out.
    if let unused = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
        let name = String(cString: unused.pointee.key)
        throw FFmpegError(code: ak_error(EINVAL), function: function, detail: "unknown option '\(name)'")
    }
    return result
}
