import BoardDrawings
import Foundation

/// The output of a program. Nothing here ends the process, whatever the output goes to. Whatever a player, a file or a
/// server says in a line is made visible: a terminal obeys nothing of it.
///
/// NB: `FileHandle.write` ends it if the disk is full or nobody reads the pipe any more.
package enum Output {
    /// Prints lines of the result at once, also into a pipe.
    ///
    /// - Throws: `OutputFailure`, for a full disk, a pipe that nobody reads any more, or whatever else took less than
    ///   all.
    package static func print(_ lines: String) throws(OutputFailure) { try draw(lines.printableLines + "\n") }

    /// Prints what has sequences for the terminal in it; all else in it must be ``Swift/StringProtocol/printable``.
    ///
    /// - Throws: as ``print(_:)``.
    package static func draw(_ text: String) throws(OutputFailure) {
        guard !write(text.utf8, to: STDOUT_FILENO) else { return }
        throw OutputFailure("The output could not be written to its end: \(reason).")
    }

    /// Prints a note to people, on the standard error output; it is no part of the result, and may be lost.
    package static func note(_ text: String, terminator: String = "\n") {
        write((text.printableLines + terminator).utf8, to: STDERR_FILENO)
    }

    /// Writes bytes to a file.
    ///
    /// - Returns: whether all of them were taken; `errno` says why not.
    @discardableResult
    package static func write(_ bytes: some Sequence<UInt8>, to descriptor: CInt) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno == EAGAIN && !isWritable(descriptor) || ![EAGAIN, EINTR].contains(errno) {
                return false
            }
        }
        return true
    }

    /// Waits for room in a pipe or terminal that another process has set to non-blocking.
    private static func isWritable(_ descriptor: CInt) -> Bool {
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, -1) > 0
    }

    /// The words for `errno`.
    static var reason: String { String(cString: strerror(errno)) }
}

/// Why an output or a file was not written; its description says so in a sentence.
package struct OutputFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
