import Foundation
import ProgramOutput
import SystemPackage

/// Says in a terminal how far something is, once it has taken two seconds.
struct ProgressBar: Sendable {
    private static let patience = Duration.seconds(2)
    private static let width = 30

    private let title: String
    private let total: Int
    private let unit: String
    private let start = ContinuousClock.now
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(_ title: String, of total: Int, _ unit: String) {
        self.title = title
        self.unit = unit
        self.total = max(total, 1)
    }

    func show(_ done: Int) {
        guard isTerminal, start.duration(to: .now) > Self.patience else { return }
        let filled = Self.width * min(done, total) / total
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
        write("\r\u{1B}[2K\(title) [\(bar)] \(done) of \(total) \(unit)")
    }

    func clear() {
        if isTerminal { write("\r\u{1B}[2K") }
    }

    private func write(_ text: String) { Output.write(text.utf8, to: STDERR_FILENO) }
}

extension ProgressBar {
    private static let interval = Duration.milliseconds(500)

    static func whileCopying(_ source: FilePath, to target: FilePath, _ copy: () async throws -> Void) async throws {
        try await ProgressBar("Copying", of: source.mebibytes, "MiB").watch({ target.mebibytes }, during: copy)
    }

    /// Shows how much is done, for as long as something takes that does not tell by itself.
    func watch<Value>(
        _ done: @escaping @Sendable () -> Int, during body: () async throws -> Value
    ) async throws -> Value {
        guard isTerminal else { return try await body() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { clear() }
                while true {
                    try await Task.sleep(for: Self.interval)
                    show(done())
                }
            }
            defer { group.cancelAll() }
            return try await body()
        }
    }
}

extension FilePath {
    /// The size of all files below a directory.
    fileprivate var mebibytes: Int {
        let files = FileManager.default.enumerator(
            at: URL(filePath: string), includingPropertiesForKeys: [.fileSizeKey])
        var bytes = 0
        while let file = files?.nextObject() as? URL {
            bytes += (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        }
        return bytes >> 20
    }
}
