import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Synchronizers")
struct DataOutputSynchronizerTests {
    private func number(_ data: AVCaptureSynchronizedData?) -> Int? {
        let sample = data as? AVCaptureSynchronizedSampleBufferData
        return sample?.sampleBuffer.imageBuffer.flatMap { AKSyntheticPicture.number(in: $0) }
    }

    @Test("pictures of two cameras come in pairs, and the outputs' own delegates hear nothing")
    func pairs() throws {
        let studio = Studio(severalCameras: true)
        let outputs = [AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput()]
        let own = DataLog()
        for (name, output) in zip(["left", "right"], outputs) {
            let camera = AKSyntheticCamera(id: name, width: 320, height: 240, frameRates: [30])
            let input = try AVCaptureDeviceInput(device: studio.camera(camera))
            studio.session.addInputWithNoConnections(input)
            studio.session.addOutputWithNoConnections(output)
            studio.session.addConnection(AVCaptureConnection(inputPorts: input.ports, output: output))
            output.setSampleBufferDelegate(own, queue: .main)
        }
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: outputs)
        let log = SynchronizedLog()
        synchronizer.setDelegate(log, queue: .main)
        #expect(synchronizer.delegate === log && synchronizer.dataOutputs == outputs)
        studio.session.startRunning()
        studio.advance(0.51)
        #expect(log.all.count == 16 && log.all.allSatisfy { $0.count == 2 })
        #expect(log.all.map { number($0[outputs[0]]) } == Array(0..<16))
        #expect(log.all.map { number($0[outputs[1]]) } == Array(0..<16))
        #expect(own.buffers.isEmpty)
        synchronizer.setDelegate(nil, queue: nil)
        studio.advance(0.1)
        #expect(log.all.count == 16 && own.buffers.count == 6)
    }

    @Test("sound between two pictures comes by itself, and none is lost")
    func sound() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        try studio.add(studio.microphone())
        let (pictures, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
        studio.session.addOutput(pictures)
        studio.session.addOutput(sound)
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [pictures, sound])
        let log = SynchronizedLog()
        synchronizer.setDelegate(log, queue: .main)
        studio.session.startRunning()
        studio.advance(1.05)
        let blocks = log.all.compactMap { ($0[sound] as? AVCaptureSynchronizedSampleBufferData)?.sampleBuffer }
        let times = blocks.map(\.presentationTimeStamp)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == CMTime(value: 480, timescale: 48_000) })
        #expect(times.first == CMTime(value: 100, timescale: 1) && blocks.count >= 100)
        #expect(log.all.compactMap { number($0[pictures]) } == Array(0...31))
        // Every picture has the sound of its time.
        #expect(log.all.filter { $0[pictures] != nil }.allSatisfy { $0.count == 2 })
    }

    @Test("a picture that comes too late is flagged")
    func lateness() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let output = AVCaptureVideoDataOutput()
        studio.session.addOutput(output)
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
        let log = SynchronizedLog()
        log.meanwhile = { count in if count == 3 { studio.advance(0.21) } }
        synchronizer.setDelegate(log, queue: .main)
        studio.session.startRunning()
        studio.advance(0.5)
        let dropped = log.all.compactMap { $0[output] as? AVCaptureSynchronizedSampleBufferData }
            .filter(\.sampleBufferWasDropped)
        #expect(dropped.count >= 4 && dropped.allSatisfy { $0.droppedReason == .lateData })
        #expect(dropped.allSatisfy { $0.sampleBuffer.imageBuffer == nil && $0.timestamp.isNumeric })
    }

    @Test("what waited when a session stopped does not come when it starts again")
    func restart() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        // Pictures wait for sound that does not come.
        try studio.add(studio.microphone(AKSyntheticMicrophone(script: [AKSyntheticEvent(at: 0.5, .stall(1))])))
        let (pictures, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
        studio.session.addOutput(pictures)
        studio.session.addOutput(sound)
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [pictures, sound])
        let log = SynchronizedLog()
        synchronizer.setDelegate(log, queue: .main)
        studio.session.startRunning()
        studio.advance(1)
        studio.session.stopRunning()
        let count = log.all.count
        studio.advance(1)
        #expect(log.all.count == count)
        studio.session.startRunning()
        studio.advance(1)
        let times = log.all.dropFirst(count).compactMap { ($0[pictures] ?? $0[sound])?.timestamp }
        let start = CMTime(value: 102, timescale: 1)
        #expect(times.count > 90 && times.allSatisfy { $0 >= start })
    }
}
