// A client writes `import AssetKit` and has media time, Foundation and Dispatch with it.
@_exported public import AssetKitExport
@_exported public import AssetKitEditing
@_exported public import AssetKitWriting
@_exported public import AssetKitPlayback
@_exported public import AssetKitReading
@_exported public import AssetKitAssets
@_exported public import AssetKitSinks
@_exported public import AssetKitSources
@_exported public import AssetKitTargets
@_exported public import AssetKitMedia
@_exported public import AssetKitFFmpeg
@_exported public import AssetKitContainers
@_exported public import AssetKitClocks
@_exported public import AssetKitBase
@_exported public import CMTimeLib
@_exported public import Dispatch
@_exported public import Foundation
