import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import Foundation
import Testing

@Suite("Settings of a movie's connections")
struct OutputSettingsTests {
    @Test("those of a connection that is gone are not those of one that takes its place")
    func successor() throws {
        let (studio, output) = (Studio(), AVCaptureMovieFileOutput())
        let microphone = try studio.microphone()
        studio.session.addOutput(output)
        // A new connection often lies where one was that is gone.
        for number in 0..<50 {
            let input = try studio.add(microphone)
            let connection = try #require(output.connection(with: .audio))
            #expect(output.outputSettings(for: connection).isEmpty, "connection \(number)")
            output.setOutputSettings([AVNumberOfChannelsKey: 2], for: connection)
            #expect(output.outputSettings(for: connection).count == 1)
            studio.session.removeInput(input)
        }
    }
}
