public import AssetKitAssets
internal import AssetKitBase
public import Foundation

/// What the file says about itself. Unless something else is set that is what the first clip's asset says, with the chapters
/// of all clips; the plan's warnings name what other clips say besides.
extension AKJoinSession {
    /// What the file says about itself, in place of what the first clip's asset does; nil for that.
    public var metadata: [AVMetadataItem]? {
        get { settings.withLock { $0.metadata } }
        set { settings.withLock { $0.metadata = newValue } }
    }

    /// Metadata that the file has besides that of the first clip's asset, or ``metadata``, in place of what means the same
    /// there, as with ``AKExportOptions/metadata``.
    public var metadataChanges: [AKExportOptions.MetadataChange] {
        get { settings.withLock { $0.options.metadata } }
        set { settings.withLock { $0.options.metadata = newValue } }
    }

    /// The picture that stands for the whole, as the bytes of a JPEG or PNG file; nil keeps that of the first clip's asset.
    public var cover: Data? {
        get { settings.withLock { $0.options.cover } }
        set { settings.withLock { $0.options.cover = newValue } }
    }

    /// The chapters, on the timeline of the new file; nil keeps those of the clips, an empty list takes them away.
    public var chapters: [AKExportOptions.Chapter]? {
        get { settings.withLock { $0.options.chapters } }
        set { settings.withLock { $0.options.chapters = newValue } }
    }

    /// Nothing that the first clip's asset says about itself is kept. Languages, the names of tracks and chapters stay.
    public var stripsMetadata: Bool {
        get { settings.withLock { $0.options.stripsMetadata } }
        set { settings.withLock { $0.options.stripsMetadata = newValue } }
    }
}
