extension Double {
    /// Samples in a second as a file says them; 0 where that is no number, or none that a timescale could count.
    package var knownSampleRate: Double { 0...Double(Int32.max) ~= self ? self : 0 }
}
