import Foundation
import Logging
import Roundtable
import ServiceLifecycle
import SystemPackage

/// Lets whoever started the service move its time, for tests: a file says by how many seconds it is ahead.
struct TimeAheadFile {
    /// The most that it can be ahead, in seconds: a hundred years.
    private static let mostSeconds = 3_153_600_000
    private static let interval = Duration.milliseconds(100)

    private let path: FilePath

    /// - Throws: `Refusal`, if there is no such file, or no number in it.
    init(_ path: FilePath) throws(Refusal) {
        self.path = path
        _ = try seconds()
    }

    private func seconds() throws(Refusal) -> Int {
        let text = try path.text(named: "time-ahead-file: \(path)")
        guard let seconds = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)),
            (0...Self.mostSeconds).contains(seconds)
        else {
            throw Refusal(
                "time-ahead-file: \(path) has no whole number of seconds from 0 to \(Self.mostSeconds).")
        }
        return seconds
    }

    /// Moves the time as the file says now, before an instance does anything by it.
    func move(_ time: DatabaseTime) throws(Refusal) { time.move(toSeconds: try seconds()) }

    func service(moving time: DatabaseTime, logger: Logger) -> any Service {
        logger.notice("--time-ahead-file is set: for tests only", metadata: ["file": "\(path)"])
        return Periodically(task: "time-ahead-file", interval: Self.interval, logger: logger) {
            // NB: whoever writes the file may not have come to its end.
            try? move(time)
        }
    }
}
