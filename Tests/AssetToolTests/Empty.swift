@testable import assettool
