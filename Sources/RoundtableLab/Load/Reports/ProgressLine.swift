import BoardDrawings
import Foundation
import ProgramOutput
import Synchronization

/// One line on the terminal that tells how far a run is; nothing anywhere else.
struct ProgressLine: Sendable {
    private let isVisible: Bool

    static let hidden = ProgressLine(isVisible: false)

    static let terminal = ProgressLine(isVisible: isatty(STDERR_FILENO) == 1)

    func show(_ text: String) {
        if isVisible { Output.write("\r\u{1B}[K\(text.printable)".utf8, to: STDERR_FILENO) }
    }

    func clear() { show("") }

    func show(_ moment: RunReport.Moment, of load: Load) {
        guard isVisible else { return }
        let phase =
            switch moment.second {
            case ...load.ramp: "ramp"
            case ...(load.ramp + load.warmUp): "warm-up"
            default: "measuring"
            }
        let errors = moment.errors == 0 ? "" : "  \u{1B}[31m\(moment.errors.grouped) errors\u{1B}[0m"
        show(
            "\(Self.bar(moment.second / load.length)) \(Int(moment.second))/\(Int(load.length)) s  \(phase)  "
                + "\(moment.rate.perSecond)  p50 \(moment.p50.inMilliseconds)  p99 \(moment.p99.inMilliseconds)"
                + errors)
    }

    static func bar(_ fraction: Double, width: Int = 24) -> String {
        let eighths = Int((min(max(fraction, 0), 1) * Double(width * 8)).rounded())
        let full = String(repeating: "█", count: eighths / 8)
        let part = eighths % 8 == 0 ? "" : String(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8])
        return "▕\((full + part).padded(to: width))▏"
    }
}

/// A bar for work of a known size, on the progress line.
final class ProgressMeter: Sendable {
    private struct State {
        var done = 0
        var shown = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let name: String
    private let total: Int
    private let line: ProgressLine
    private let start = ContinuousClock.now

    init(_ name: String, of total: Int, on line: ProgressLine) {
        self.name = name
        self.total = total
        self.line = line
    }

    /// Goes on by one, or to a count.
    func advance(to count: Int? = nil) {
        let done: Int? = state.withLock { state in
            state.done = count ?? state.done + 1
            guard state.done >= total || state.shown.duration(to: .now) > .milliseconds(100) else { return nil }
            state.shown = .now
            return state.done
        }
        guard let done else { return }
        let seconds = start.duration(to: .now) / .seconds(1)
        line.show(
            "\(ProgressLine.bar(Double(done) / Double(max(total, 1)))) \(done.grouped) of \(total.grouped) \(name)  "
                + (Double(done) / max(seconds, 0.001)).perSecond)
    }
}
