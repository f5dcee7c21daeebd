import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import Foundation
import Testing

@testable import AssetKitCapture

/// All that a grammar says of a session, and every way from one of these to another. Nothing is opened, and nothing runs.
@Suite("The plan of a session")
struct CapturePlannerTests {
    private enum Input: CaseIterable { case camera, microphone, barrenScreen }
    private enum Output: CaseIterable { case pictures, sound, movie }

    /// What a session is made of, in words, and what has to come of it.
    private struct Sentence {
        let inputs: [Input]
        let outputs: [Output]
        let preset: AVCaptureSession.Preset
        /// Connections of pictures are disabled.
        let isBlind: Bool

        static let all = [[.camera], [.microphone], [.camera, .microphone], [.barrenScreen, .camera, .microphone]]
            .flatMap { (inputs: [Input]) in
                [[.pictures, .sound], [.movie], [.sound]].flatMap { (outputs: [Output]) in
                    // The camera has 352 x 288 and 320 x 240.
                    [.high, .qvga320x240, .hd1280x720, .photo].flatMap { (preset: AVCaptureSession.Preset) in
                        [false, true].map { Sentence(inputs: inputs, outputs: outputs, preset: preset, isBlind: $0) }
                    }
                }
            }

        /// The outputs that an input is connected with: one for pictures has room for the first input that has some.
        private func takers(of input: Input) -> [Output] {
            guard inputs.contains(input) else { return [] }
            return outputs.filter { output in
                switch output {
                case .pictures: input == inputs.first { $0 != .microphone }
                case .sound: input == .microphone
                case .movie: true
                }
            }
        }

        private func flows(_ input: Input) -> Bool {
            guard input == .microphone || !isBlind else { return false }
            // The largest pictures of a camera are for photos, and nothing is recorded then.
            return takers(of: input).contains { $0 != .movie || preset != .photo }
        }

        var outcome: Outcome {
            var outcome = Outcome()
            if flows(.microphone) { outcome.streams[.microphone] = "sound" }
            if flows(.camera) {
                if preset == .hd1280x720 {
                    outcome.obstacles.insert(.camera)
                } else {
                    outcome.streams[.camera] = preset == .qvga320x240 ? "320x240" : "352x288"
                }
            }
            if !takers(of: .barrenScreen).isEmpty { outcome.obstacles.insert(.barrenScreen) }
            return outcome
        }
    }

    private struct Outcome: Equatable {
        /// What runs, and how.
        var streams: [Input: String] = [:]
        var obstacles: Set<Input> = []
    }

    private let studio = Studio()
    private let inputs: [Input: AVCaptureInput]
    private let outputs: [Output: AVCaptureOutput] = [
        .pictures: AVCaptureVideoDataOutput(), .sound: AVCaptureAudioDataOutput(), .movie: AVCaptureMovieFileOutput(),
    ]

    init() throws {
        let camera = AKSyntheticCamera(width: 352, height: 288, frameRates: [30])
        inputs = [
            .camera: try AVCaptureDeviceInput(device: try studio.camera(camera)),
            .microphone: try AVCaptureDeviceInput(device: try studio.microphone()),
            .barrenScreen: AVCaptureScreenInput(of: nil),
        ]
    }

    private func layout(_ sentence: Sentence) -> CaptureLayout {
        var layout = CaptureLayout()
        layout.preset = sentence.preset
        layout.inputs = sentence.inputs.compactMap { inputs[$0] }
        layout.outputs = sentence.outputs.compactMap { outputs[$0] }
        layout.connect(layout.inputs.flatMap(\.ports), to: layout.outputs)
        for connection in layout.connections where connection.mediaType == .video {
            connection.isEnabled = !sentence.isBlind
        }
        return layout
    }

    private func name(_ input: AVCaptureInput) -> Input? { inputs.first { $0.value === input }?.key }

    /// A plan as sentences tell it.
    private func outcome(_ plan: CapturePlan) -> Outcome {
        var outcome = Outcome()
        for stream in plan.streams {
            guard let name = name(stream.input) else { continue }
            let pictures = stream.setup.format.pictures
            outcome.streams[name] = pictures.map { "\($0.width)x\($0.height)" } ?? "sound"
        }
        outcome.obstacles = Set(plan.obstacles.compactMap { name($0.input) })
        return outcome
    }

    @Test("what flows comes of what runs, and each obstacle is told with its device and a sentence")
    func configurations() {
        for sentence in Sentence.all {
            let layout = layout(sentence)
            let plan = CapturePlanner.plan(layout, running: [])
            #expect(outcome(plan) == sentence.outcome, "\(sentence)")
            #expect(plan.obstacles.count == sentence.outcome.obstacles.count, "\(sentence)")
            #expect(plan.obstacles.allSatisfy { !$0.error.localizedDescription.isEmpty }, "\(sentence)")
            for stream in plan.streams {
                let isFed = plan.active.contains { $0.inputPorts.contains { $0.holder === stream.input } }
                #expect(isFed, "\(sentence)")
            }
            for connection in plan.active {
                let holders = connection.inputPorts.compactMap(\.holder)
                let isRunning = holders.allSatisfy { holder in
                    holder.source == nil || plan.streams.contains { $0.input === holder }
                }
                #expect(isRunning && connection.isEnabled, "\(sentence)")
            }
        }
    }

    @Test("what runs and is wanted as it is goes on, whatever else changes, and the way back leads to the same")
    func changes() {
        let layouts = Sentence.all.map { (sentence: $0, layout: layout($0)) }
        let plans = layouts.map { CapturePlanner.plan($0.layout, running: []) }
        var wrong: [String] = []
        for (before, start) in zip(layouts, plans) {
            let old = before.sentence.outcome.streams
            for after in layouts {
                let plan = CapturePlanner.plan(after.layout, running: start.streams)
                let new = after.sentence.outcome.streams
                let goesOn = start.streams.allSatisfy { running in
                    guard let name = name(running.input) else { return false }
                    return plan.streams.contains { $0.runsLike(running) } == (old[name] == new[name])
                }
                let back = CapturePlanner.plan(before.layout, running: plan.streams)
                let isSame =
                    back.streams.count == start.streams.count
                    && zip(back.streams, start.streams).allSatisfy { $0.runsLike($1) }
                    && back.active.map(ObjectIdentifier.init) == start.active.map(ObjectIdentifier.init)
                    && outcome(back) == outcome(start)
                if !goesOn || !isSame || outcome(plan) != after.sentence.outcome {
                    wrong.append("\(before.sentence) to \(after.sentence)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count), such as \(wrong.prefix(3))")
    }
}
