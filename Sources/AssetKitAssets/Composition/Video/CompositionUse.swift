internal import AssetKitBase

/// A video composition as one consumer has it, with the compositor of the client's own that makes its pictures.
package struct CompositionUse: Sendable {
    package let composition: AVVideoComposition
    /// nil where the library's own compositor makes them.
    package let compositor: CustomCompositor?

    /// As the composition is now. A compositor is made where its class is another one than `last` had. `isPlayed`: its pictures are
    /// to keep step with a clock.
    package init?(_ composition: AVVideoComposition?, after last: CompositionUse?, isPlayed: Bool = false) {
        guard let composition = composition?.copy() as? AVVideoComposition else { return nil }
        self.composition = composition
        guard let type = composition.customVideoCompositorClass else {
            compositor = nil
            return
        }
        let known = last?.compositor.flatMap { Swift.type(of: $0.compositor) == type ? $0 : nil }
        compositor = known ?? CustomCompositor(type, highQuality: !isPlayed)
    }

    package func isSame(as other: CompositionUse) -> Bool {
        composition === other.composition && compositor === other.compositor
    }
}
