// A client writes `import AssetKit` and has media time, Foundation and Dispatch with it.
@_exported public import CMTimeLib
@_exported public import Dispatch
@_exported public import Foundation
