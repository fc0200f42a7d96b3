package import SystemPackage

/// Why the embedded server could not be started, or ended; each case says what happened and what to do about it.
package enum EmbeddedPostgresError: Error, Equatable {
    case directoryInUse(FilePath, process: Int32?)
    case notADirectory(FilePath)
    case readOnly(FilePath)
    /// The path's file system has too little space left; `log` holds the server's own words, if there were any.
    case diskFull(FilePath, log: [String])
    case notPermitted(FilePath)
    /// The account that the server runs as may not enter a directory on the way to its data.
    case notTraversable(FilePath, user: String)
    /// Started as root, and the account that PostgreSQL should run as does not exist.
    case noSuchUser(String)
    /// The account that the server runs as has no name, by which PostgreSQL could let it in.
    case noAccount(UInt32)
    /// No directory of the search path holds both `initdb` and `postgres`.
    case binariesMissing(searched: [String])
    /// The cluster was made by a major version of PostgreSQL that is not installed.
    case otherVersion(FilePath, cluster: String, installed: [String])
    case notACluster(FilePath)
    /// `initdb`, or the creation of the database in the new cluster, failed.
    case initialisationFailed(FilePath, output: [String])
    case notEmpty(FilePath)
    case copyFailed(FilePath, output: [String])
    case startFailed(FilePath, log: [String])
    /// A server that an earlier process left behind does not end.
    case leftoverServer(FilePath, process: Int32)
    case endedUnexpectedly(ServerExit, logFile: FilePath, log: [String])
    case cannotRun(String, String)
    /// The operating system refused something for a reason that has no case of its own.
    case systemCall(String, FilePath, Errno)
    case cancelled
}

extension EmbeddedPostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .directoryInUse(let path, let process):
            let owner = process.map { "process \($0)" } ?? "another process"
            return "The data directory \(path) is already used by \(owner): stop that one, or choose another directory."
        case .notADirectory(let path):
            return "\(path) is not a directory: remove it, or choose another data directory."
        case .readOnly(let path):
            return "\(path) is on a read-only file system: mount it writable, or choose another data directory."
        case .diskFull(let path, let log):
            return "The disk that holds \(path) is full: make room, then start again." + Self.quote(log)
        case .notPermitted(let path):
            return "Permission to use \(path) is denied: give it to the user that runs this process."
        case .notTraversable(let path, let user):
            return "The user \(user), who runs the database, may not enter \(path): allow it (chmod o+x '\(path)'), "
                + "or choose a data directory elsewhere."
        case .noSuchUser(let name):
            return "PostgreSQL does not run as root and there is no user \(name): create one, or start as another user."
        case .noAccount(let id):
            return "The user \(id) has no name in the system's list of users, and PostgreSQL lets in whom it knows by "
                + "name: add the user (useradd --uid \(id) …), or start as another one."
        case .binariesMissing(let searched):
            return "No PostgreSQL server is installed (Debian: apt-get install postgresql); initdb and postgres were "
                + "looked for in \(searched.joined(separator: ", "))."
        case .otherVersion(let path, let cluster, let installed):
            return
                "The cluster in \(path) belongs to PostgreSQL \(cluster), but only "
                + "\(installed.joined(separator: " and ")) is installed: install PostgreSQL \(cluster) as well (Debian: apt-get install postgresql-\(cluster)), "
                + "with which pg_upgrade can also bring the cluster to a newer version."
        case .notACluster(let path):
            return
                "\(path) is not a PostgreSQL cluster, it has no PG_VERSION: move it away, or restore it from a backup."
        case .initialisationFailed(let path, let output):
            return "The database cluster for \(path) could not be made." + Self.quote(output)
        case .notEmpty(let path):
            return "\(path) is not empty: remove what is in it, or choose another directory."
        case .copyFailed(let path, let output):
            return "The copy in \(path) failed, and nothing of it was kept." + Self.quote(output)
        case .startFailed(let path, let log):
            return "The database server in \(path) ended before it was ready." + Self.quote(log)
        case .leftoverServer(let path, let process):
            return "Process \(process), a database server left over from an earlier run in \(path), does not end: "
                + "end it, then start again."
        case .endedUnexpectedly(let exit, let logFile, let log):
            return "The database server ended by itself (\(exit)); its log is \(logFile)." + Self.quote(log)
        case .cannotRun(let program, let reason):
            return "\(program) could not be run: \(reason)"
        case .systemCall(let call, let path, let errno):
            return "\(call) failed on \(path): \(errno)."
        case .cancelled:
            return "Starting the database server was cancelled."
        }
    }

    private static func quote(_ lines: [String]) -> String {
        lines.isEmpty ? "" : " It said:\n" + lines.map { "    " + $0 }.joined(separator: "\n")
    }
}

extension EmbeddedPostgresError {
    /// The error for a system call that failed on a path.
    init(_ call: String, _ path: FilePath, _ errno: Errno) {
        self =
            switch errno {
            case .readOnlyFileSystem: .readOnly(path)
            case .noSpace, .diskQuotaExceeded: .diskFull(path, log: [])
            case .permissionDenied, .notPermitted: .notPermitted(path)
            case .notDirectory, .fileExists: .notADirectory(path)
            default: .systemCall(call, path, errno)
            }
    }
}
