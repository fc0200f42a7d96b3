import EmbeddedPostgres
import Foundation
import SystemPackage
import Testing

@Suite("Keys that are no secrets")
struct KeyTests {
    private static let zeros = "1 " + Data(repeating: 0, count: 32).base64EncodedString()
    private static let counted = "1 " + Data((0..<32).map { UInt8($0) }).base64EncodedString()

    @Test("the keys of examples are refused by those who would sign with them", arguments: [zeros, counted])
    func examples(line: String) async throws {
        let folder = try TestFolder()
        let keys = try folder.makeKeys()
        try line.write(toFile: keys, atomically: true, encoding: .utf8)
        let place = ["--data", folder.data.string, "--keys-file", keys]
        for command in [["serve", "--port", "0"], ["keys", "add"], ["keys", "sign", "1"]] {
            let run = try await ProgramRun.of(command + place)
            #expect(run.status != 0 && run.output.contains("Key 1 of \(keys) is no secret"), "\(run.output)")
        }
        let doctor = try await ProgramRun.of(["doctor"] + place)
        #expect(doctor.status != 0 && doctor.output.contains("problem keys"), "\(doctor.output)")
        let here = try await ProgramRun.of(["doctor"] + place.prefix(2), environment: ["ROUNDTABLE_KEYS": line])
        #expect(here.output.contains("is no secret"), "\(here.output)")
    }

    @Test("the example of a Kubernetes secret is none that an instance starts with")
    func kubernetes() async throws {
        let example = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../deploy/kubernetes/secret.example.yaml")
        let text = try String(contentsOf: example, encoding: .utf8)
        let line = try #require(text.firstMatch(of: /keys: \|\n +(.+)/)).1
        let folder = try TestFolder()
        let run = try await ProgramRun.of(
            ["serve", "--port", "0", "--data", folder.data.string], environment: ["ROUNDTABLE_KEYS": String(line)])
        #expect(run.status != 0 && run.output.contains("ROUNDTABLE_KEYS, line 1, is not a key"), "\(run.output)")
    }
}
