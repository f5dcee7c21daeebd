// In a plan that is stored they are the texts that they stand for.
extension AVMediaType: Codable {}
extension AVFileType: Codable {}
