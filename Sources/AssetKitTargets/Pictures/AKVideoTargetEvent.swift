/// What happens to a target of pictures by itself. An addition to AVFoundation.
public enum AKVideoTargetEvent: Sendable {
    /// A key was pressed: the character it makes, or a name such as `left`, `right`, `up`, `down`, `space`, `escape`,
    /// `return`, `pageUp`, `pageDown`, `home`, `end`.
    case key(String)
    /// It has another size, or lost what it showed: the picture is needed again.
    case needsPicture
    /// The user wants it closed.
    case closed
    /// It is gone, for this reason.
    case lost(String)
}
