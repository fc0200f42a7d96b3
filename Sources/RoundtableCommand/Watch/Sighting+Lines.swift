import BoardDrawings
import Foundation

extension InstanceSighting {
    var jsonLine: String {
        get throws {
            switch self {
            case .there(let figures): try figures.jsonLine
            case .away(let absence): try absence.jsonLine
            }
        }
    }

    var line: String {
        switch self {
        case .away(let absence): return "\(absence.at.text)  away since \(absence.last.text): \(absence.reason)"
        case .there(let figures):
            let parts = [
                figures.at.text, figures.state.words, figures.reason?.withoutControls, figures.activity?.words,
                figures.memoryBytes?.byteText,
            ]
            return parts.compactMap(\.self).joined(separator: "  ")
        }
    }
}

extension InstanceFigures.Activity {
    fileprivate var words: String {
        let failed = requests.by?["5xx"] ?? 0
        return [
            "\(requests.perSecond.rateText) requests/s", "\(failed.rateText) failed/s",
            "\(turns.perSecond.rateText) turns/s",
            turns.seconds.map { "p50 \($0.p50.durationText)  p95 \($0.p95.durationText)  p99 \($0.p99.durationText)" },
        ].compactMap(\.self).joined(separator: "  ")
    }
}
