import Foundation
import PackagePlugin

/// Writes into a source file of a target which commit it is built from, before each build: `Build.commit` and
/// `Build.date`, the commit's.
///
/// `ROUNDTABLE_COMMIT` and `ROUNDTABLE_COMMIT_DATE` say so where there is no Git repository, as in an image.
@main
struct BuildInfo: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let environment = ProcessInfo.processInfo.environment
        let given = [environment["ROUNDTABLE_COMMIT"] ?? "", environment["ROUNDTABLE_COMMIT_DATE"] ?? ""]
        let folder = context.pluginWorkDirectoryURL
        return [
            .prebuildCommand(
                displayName: "Asking Git for the commit", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", Self.script, "sh", context.package.directoryURL.path(), folder.path()] + given,
                environment: ["PATH": environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"],
                outputFilesDirectory: folder)
        ]
    }

    /// Leaves the file alone if nothing has changed, so that nothing is compiled because of it.
    private static let script = """
        folder=$2 commit=$3 date=$4
        if [ -z "$commit" ] && [ -e "$1/.git" ]; then
            commit=$(git -C "$1" describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null)
            date=$(git -C "$1" log -1 --format=%cs 2>/dev/null)
        fi
        mkdir -p "$folder"
        cat >"$folder/new" <<END
        /// The build, as Git told it.
        enum Build {
            /// The commit that it is built from; -dirty if there were changes. Empty if unknown.
            static let commit = "$commit"
            /// The day of that commit.
            static let date = "$date"
        }
        END
        if cmp -s "$folder/new" "$folder/Build.swift"; then rm "$folder/new"; else mv "$folder/new" "$folder/Build.swift"; fi
        """
}
