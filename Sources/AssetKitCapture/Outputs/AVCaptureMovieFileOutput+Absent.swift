internal import AssetKitBase

// What cameras here do not have, by name, so that programs which ask before they use it compile and go on without. Each that says
// whether something is done stops the program where it is set to anything but that, as on Apple's systems.

extension AVCaptureMovieFileOutput {
    /// No camera has two eyes.
    public var isSpatialVideoCaptureSupported: Bool { false }
    /// No camera has two eyes.
    public var isSpatialVideoCaptureEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureMovieFileOutput.isSpatialVideoCaptureEnabled: it is not supported") }
    }
    /// No camera is made of several.
    public var isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled: Bool {
        get { false }
        set {
            require(
                !newValue,
                "AVCaptureMovieFileOutput.isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled: it is not supported"
            )
        }
    }
    /// How pictures are turned is said once, in the header.
    public func recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for connection: AVCaptureConnection) -> Bool {
        false
    }
    /// How pictures are turned is said once, in the header. Stops the program where it is to be otherwise.
    public func setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(
        _ doRecordChanges: Bool,
        for connection: AVCaptureConnection
    ) {
        require(
            !doRecordChanges,
            "AVCaptureMovieFileOutput.setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack: it is not supported"
        )
    }
}
