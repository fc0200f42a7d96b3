import Foundation

/// What a program prints. Nothing here ends the process, whatever the output goes to.
///
/// NB: `FileHandle.write` ends it if the disk is full or nobody reads the pipe any more.
package enum Output {
    /// Prints a line of the result at once, also into a pipe.
    ///
    /// - Throws: `OutputFailure`, for a full disk, a pipe that nobody reads any more, or whatever else took less than
    ///   all.
    package static func print(_ line: String, terminator: String = "\n") throws(OutputFailure) {
        guard !write("\(line)\(terminator)".utf8, to: STDOUT_FILENO) else { return }
        throw OutputFailure("The output could not be written to its end: \(reason).")
    }

    /// Prints a note to people, on the standard error output; it is no part of the result, and may be lost.
    package static func note(_ text: String, terminator: String = "\n") {
        write("\(text)\(terminator)".utf8, to: STDERR_FILENO)
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

    /// What `errno` says.
    static var reason: String { String(cString: strerror(errno)) }
}

/// Why an output or a file was not written; its description says so in a sentence.
package struct OutputFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
