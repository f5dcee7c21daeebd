import AssetKit

/// A desktop whose windows an X server knows some of.
enum WaylandDesktop {
    /// What is not to be seen on a screen of a machinery; nil where all is.
    static func shortcoming(
        of provider: String,
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        guard provider == "x11", let desktop = environment["WAYLAND_DISPLAY"], !desktop.isEmpty else { return nil }
        return "of this Wayland desktop only windows of X11 are seen"
    }
}
