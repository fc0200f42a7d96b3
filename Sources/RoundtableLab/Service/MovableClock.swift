import Foundation

/// A clock that moves when the lab says so: that of a service which the lab has started itself.
struct MovableClock: Sendable {
    /// The file that says by how many seconds the service's time is ahead of its database's.
    private let file: URL

    /// A clock that is not ahead yet, kept in a directory.
    init(in directory: URL) throws {
        file = directory.appending(path: "roundtable-time-\(UUID())")
        try move(toSeconds: 0)
    }

    /// The flags of `roundtable serve`.
    var flags: [String] { ["--time-ahead-file", file.path(percentEncoded: false)] }

    /// Sets the number of seconds by which the service's time is ahead. Time never goes back.
    func move(toSeconds seconds: Int) throws { try Data("\(seconds)\n".utf8).write(to: file, options: .atomic) }

    func remove() { try? FileManager.default.removeItem(at: file) }
}
