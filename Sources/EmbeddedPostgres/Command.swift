import Subprocess
import SystemPackage

/// A program that is run to its end, with what it prints.
struct Command {
    struct Result {
        var succeeded: Bool
        var output: String

        /// The last lines that were printed, for an error.
        var lastLines: [String] { lastLinesOf(output) }
    }

    var path: FilePath
    var arguments: [String]
    var input = ""

    func run(as user: ServerUser) async throws(EmbeddedPostgresError) -> Result {
        do {
            let result = try await Subprocess.run(
                .path(.init(path.string)), arguments: .init(arguments), environment: Self.environment,
                // A directory that every user may be in, unlike the one we happen to have been started from.
                workingDirectory: "/", platformOptions: user.platformOptions,
                input: .string(input), output: .string(limit: 1 << 20), error: .combinedWithOutput)
            return Result(succeeded: result.terminationStatus.isSuccess, output: result.standardOutput)
        } catch {
            if Task.isCancelled { throw .cancelled }
            return Result(succeeded: false, output: "\(path): \(error)")
        }
    }

    /// What PostgreSQL's programs see of our environment: next to nothing. Ours may hold secrets, and `PGPORT`,
    /// `PGDATA` and their like would change what they do.
    static let environment = Environment.custom(["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
}

/// The last lines of a text that hold anything.
func lastLinesOf(_ text: String, count: Int = 12) -> [String] {
    text.split(whereSeparator: \.isNewline).suffix(count).map(String.init)
}
