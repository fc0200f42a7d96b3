import Foundation
import Synchronization
import RoundtableTestTools
import Testing

/// A terminal as a program's user has it, and what stands on its screen.
final class Terminal: Sendable {
    /// The program's end of it.
    let keyboard: FileHandle
    private let screen = Screen()
    private let user: CInt

    private final class Screen: Sendable {
        let text = Mutex("")
    }

    private struct NoTerminal: Error {}

    /// Turns one on.
    init() throws {
        var (ours, theirs): (CInt, CInt) = (-1, -1)
        guard openpty(&ours, &theirs, nil, nil, nil) == 0, fcntl(ours, F_SETFD, FD_CLOEXEC) == 0 else {
            throw NoTerminal()
        }
        user = ours
        keyboard = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
        Thread.detachNewThread { [screen, ours] in
            var part = [UInt8](repeating: 0, count: 4096)
            // NB: it ends with an error when nobody has the other end any more.
            while case let count = read(ours, &part, part.count), count > 0 {
                screen.text.withLock { $0 += String(decoding: part.prefix(count), as: UTF8.self) }
            }
            close(ours)
        }
    }

    /// Returns as soon as a text stands on the screen.
    func shows(_ text: String) async throws {
        try await eventually("\(text.debugDescription) on the screen") { screen.text.withLock { $0.contains(text) } }
    }

    /// Types a text.
    func type(_ text: String) { _ = text.withCString { write(user, $0, strlen($0)) } }
}
