import Subprocess
import SystemPackage

/// A program that is run to its end, with what it prints.
struct Command {
    struct Result {
        var succeeded: Bool
        var output: String

        var lastLines: [String] { lastLinesOf(output) }
    }

    var path: FilePath
    var arguments: [String]
    var input = ""

    func run(as user: ServerUser) async throws(EmbeddedPostgresError) -> Result {
        do {
            var configuration = configuration(as: user, script: #"cd / && exec "$@""#)
            // NB: pg_basebackup has a child, which would go on writing.
            configuration.platformOptions.teardownSequence = [
                .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
            ]
            let result = try await Subprocess.run(
                configuration, input: .string(input), output: .string(limit: 1 << 20), error: .combinedWithOutput)
            // NB: a cancellation kills the program and shows in nothing but the signal that it died of.
            if result.terminationStatus.isSuccess || !Task.isCancelled {
                return Result(succeeded: result.terminationStatus.isSuccess, output: result.standardOutput)
            }
        } catch {
            if !Task.isCancelled { throw .cannotRun(path.string, "\(error)") }
        }
        throw .cancelled
    }

    /// The process that becomes this program after a script of ours, which has it as its arguments.
    ///
    /// It is in a session of its own: the terminal's Ctrl-C must reach only the service, or the database would be gone
    /// before the service has finished. And the script goes to `/`, because the user may not be allowed to be where we
    /// are.
    func configuration(as user: ServerUser, script: String) -> Configuration {
        let words = user.prefix + ["sh", "-c", script, "sh", path.string] + arguments
        var options = PlatformOptions()
        options.createSession = true
        return Configuration(
            executable: .name(words[0]), arguments: .init(Array(words.dropFirst())), environment: Self.environment,
            platformOptions: options)
    }

    /// The environment of PostgreSQL's programs: nearly empty. Ours may hold secrets, and `PGPORT`,
    /// `PGDATA` and their like would change what they do.
    static let environment = Environment.custom(["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
}

/// The last lines of a text that hold anything.
func lastLinesOf(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).suffix(12).map(String.init)
}
