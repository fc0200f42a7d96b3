import Foundation
import SystemPackage
import Testing

@Suite("Secrets in settings", .timeLimit(.minutes(5)))
struct SecretTests {
    /// What must be nowhere in what a program says.
    private static let secret = "hunter4711"

    /// Connection strings with the secret as the password, or a part of it, that can't be used: nobody listens there,
    /// or they are written wrongly.
    private static let addresses =
        [
            "u:\(secret)@127.0.0.1:1/db", "u:\(secret)%zz@127.0.0.1:1/db", "u:\(secret)@x@127.0.0.1:1/db",
            "u:x@\(secret)@127.0.0.1:1/db", "u:\(secret)/x@127.0.0.1:1/db", "u:x/\(secret)@127.0.0.1:1/db",
            "u:1/\(secret)@127.0.0.1:1/db", "u:\(secret)?x@127.0.0.1:1/db", "u:\(secret)#x@127.0.0.1:1/db",
            "u:x y\(secret)@127.0.0.1:1/db", "u:\(secret)@127.0.0.1:x/db", "u:\(secret)@[::1/db",
            "u@127.0.0.1:1/db?password=\(secret)", "u@127.0.0.1:1/db?password=\(secret)&bogus=\(secret)",
            "u@127.0.0.1:1/db?\(secret)", "u@127.0.0.1:1/db?password=%\(secret)",
        ].map { "postgresql://" + $0 }
        + [
            "host=127.0.0.1 port=1 password=\(secret)", "host=127.0.0.1 port=1 password=x \(secret)",
            "host=127.0.0.1 port=1 password='\(secret)", "host=127.0.0.1 port=1 password=\(secret) bogus=\(secret)",
            "password=\(secret) host=127.0.0.1 port=x",
        ]

    private func expectSilence(
        _ arguments: [String], _ environment: [String: String] = [:], at place: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await ProgramRun.of(arguments, environment: environment)
        #expect(run.status != 0 && !run.output.isEmpty, "\(arguments)", sourceLocation: place)
        #expect(!run.output.contains(Self.secret), "\(arguments): \(run.output)", sourceLocation: place)
    }

    @Test("no error quotes a connection string, wherever it is given", arguments: addresses)
    func connectionStrings(address: String) async throws {
        let folder = try TestFolder()
        let keys = try folder.makeKeys()
        try await expectSilence(["serve", "--port", "0", "--keys-file", keys, "--database-url", address])
        try await expectSilence(["doctor", "--keys-file", keys], ["ROUNDTABLE_DATABASE_URL": address])
        try await expectSilence(
            ["migrate", "status"],
            ["ROUNDTABLE_DIRECT_DATABASE_URL": address, "ROUNDTABLE_DATABASE_URL": "postgresql://127.0.0.1:1/db"])
    }

    @Test("an argument in the wrong place is not quoted if it is a connection string")
    func misplaced() async throws {
        let address = Self.addresses[0]
        try await expectSilence(["serve", address])
        try await expectSilence(["session", "list", address])
        try await expectSilence(["serve", "--databse-url", address])
        try await expectSilence(["serve", "--databse-url=\(address)"])
        try await expectSilence(["serve", "--port", address])
        try await expectSilence(["serve", "host=127.0.0.1 password=\(Self.secret)"])
    }

    @Test(
        "no error quotes a key",
        arguments: ["x \(secret)", "1 \(secret)", "1 \(secret)=", "\(secret)", "1  \(secret) x"])
    func keys(line: String) async throws {
        let folder = try TestFolder()
        let place = ["--data", folder.data.string]
        let file = folder.data.string + ".keys"
        try line.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        for command in [["serve", "--port", "0"], ["doctor"], ["keys", "list"]] {
            try await expectSilence(command + place + ["--keys-file", file])
        }
        try await expectSilence(["serve", "--port", "0"] + place, ["ROUNDTABLE_KEYS": line])
        try await expectSilence(["doctor"] + place, ["ROUNDTABLE_KEYS": line])
    }

    @Test(
        "no error quotes a file of settings",
        arguments: [
            "{\"database\": {\"url\": \"postgresql://u:\(secret)@127.0.0.1:1/db\"}", "{\"keys\": \"\(secret)",
            "{\"database\": {\"url\": [\"\(secret)\"]}}", "\(secret)",
        ])
    func settings(text: String) async throws {
        let folder = try TestFolder()
        let file = folder.data.string + ".json"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await expectSilence(
            [
                "doctor", "--config", file, "--keys-file", try folder.makeKeys(), "--database-url",
                "postgresql://127.0.0.1:1/x",
            ])
    }
}
