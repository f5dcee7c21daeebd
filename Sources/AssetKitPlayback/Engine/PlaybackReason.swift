internal import AssetKitBase

/// What went wrong, in words that complete a sentence.
func playbackReason(_ error: any Error) -> String { AVError.explanation(of: error).1 }
