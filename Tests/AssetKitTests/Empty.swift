@testable import AssetKit
