/// What becomes of a composition's sound that the edit leaves as it is, beside pictures that are rendered.
enum UntouchedSound: Sendable {
    /// It is encoded as any other.
    case encoded
    /// Its packets are copied where they have the preset's codec, and not many more bits than the preset would give them.
    case copiedAtPresetsRate
    /// Its packets are copied where they have the preset's codec, and it may pause: pictures are copied too where they can be.
    case copied
}
