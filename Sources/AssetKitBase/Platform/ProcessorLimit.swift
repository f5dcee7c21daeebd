internal import CSystem

/// How many processors work may take.
package enum ProcessorLimit {
    /// Keeps the calling thread, and all that it starts from now on, to so many processors; nil changes nothing. Encoders that
    /// make as many threads as there are processors make so many then.
    package static func apply(_ count: Int?) {
        guard let count else { return }
        // A system that does not let itself be told goes on with all of them: the result is the same.
        _ = ak_limit_processors(CInt(clamping: max(1, count)))
    }

    /// How many processors the calling thread may run on.
    package static var current: Int { Int(ak_processor_count()) }
}
