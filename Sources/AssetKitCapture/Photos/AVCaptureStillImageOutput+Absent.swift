internal import AssetKitBase

// What cameras here do not have, by name, so that programs which ask before they use it compile and go on without. Each that says
// whether something is done stops the program where it is set to anything but that, as on Apple's systems.

extension AVCaptureStillImageOutput {
    /// Nothing is steadied here.
    public var isStillImageStabilizationSupported: Bool { false }
    /// Nothing is steadied here.
    public var isStillImageStabilizationActive: Bool { false }
    /// Nothing is steadied here: it stays false, whatever is set.
    public var automaticallyEnablesStillImageStabilizationWhenAvailable: Bool {
        get { false }
        set {}
    }
    /// Nothing is steadied here.
    public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }
    /// Nothing is steadied here.
    public var isLensStabilizationDuringBracketedCaptureEnabled: Bool {
        get { false }
        set {
            require(
                !newValue,
                "AVCaptureStillImageOutput.isLensStabilizationDuringBracketedCaptureEnabled: it is not supported"
            )
        }
    }
}
