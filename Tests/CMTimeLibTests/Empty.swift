@testable import CMTimeLib
