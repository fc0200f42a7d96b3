import Foundation
import Testing

@Suite("What the doctor says of the certificate at the public URL")
struct CertificateTests {
    @Test(
        "good if it is trusted for long enough, else what is wrong with it",
        arguments: [
            (365, true, nil, "good    certificate"),
            (7, true, nil, "problem certificate   of localhost ends within 14 days"),
            (-1, true, "certificate expired", "problem certificate   of localhost has ended"),
            (
                365, false, "unknown ca",
                "warning certificate   localhost can't be reached from here, or shows one that can't be trusted"
            ),
        ])
    func finding(days: Int, isTrusted: Bool, alert: String?, finding: String) async throws {
        let server = try await CertifiedServer(days: days)
        var environment = ["ROUNDTABLE_PUBLIC_URL": "https://localhost:\(server.port)"]
        if isTrusted { environment["SSL_CERT_FILE"] = server.certificate }
        let run = try await ProgramRun.of(["doctor", "--data", "/nowhere"], environment: environment)
        #expect(run.output.contains(finding), "\(run.output)")
        // What is warned of is what it has seen, not that there was nothing to be seen.
        if let alert { #expect(try await server.isRefused(because: alert), "\(server.log.text)") }
        await server.end()
    }
}

/// A web server with a certificate of its own making, by `openssl`.
private struct CertifiedServer {
    let port: Int
    /// The file of its certificate, which clients that know it trust.
    let certificate: String

    private static let script = """
        cd "$1" && umask 077
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key \
            -subj /CN=localhost -out request
        printf 'subjectAltName=DNS:localhost\\n' >names
        openssl x509 -req -in request -key key -days "$2" -extfile names -out certificate
        exec openssl s_server -accept 0 -cert certificate -key key -www
        """

    /// What it says of its connections.
    let log: ProcessLog

    private let folder: URL
    private let process = Process()
    private let ends: AsyncStream<Void>

    init(days: Int) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "roundtable-certificate-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "certificate").path()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", folder.path(), "\(days)"]
        let (ends, ended) = AsyncStream<Void>.makeStream()
        self.ends = ends
        process.terminationHandler = { _ in ended.finish() }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        log = ProcessLog(of: output)
        try process.run()
        let accepting = try #require(try await log.first(/ACCEPT.*:(\d+)\n/), "\(log.text)")
        port = try #require(Int(accepting.1))
    }

    /// Whether somebody who connected has refused its certificate for a reason.
    func isRefused(because alert: String) async throws -> Bool {
        try await log.first(try Regex("alert \(alert)")) != nil
    }

    /// Ends it, and removes what it made.
    func end() async {
        process.terminate()
        for await _ in ends {}
        try? FileManager.default.removeItem(at: folder)
    }
}
