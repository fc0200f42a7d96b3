import Foundation
import ProgramOutput
import Testing

@Suite("Durable files")
struct DurableFileTests {
    @Test("content that can't take its place leaves nothing behind")
    func nothingLeft() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "durable-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "keys").path
        try DurableFile.replace(file, with: Data("old".utf8))
        try DurableFile.replace(file, with: Data("new".utf8))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")

        let taken = folder.appending(path: "taken").path
        try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
        #expect(throws: OutputFailure.self) { try DurableFile.replace(taken, with: Data("secret".utf8)) }
        let full = folder.appending(path: "full").path
        try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
        let failure = #expect(throws: OutputFailure.self) { try DurableFile.replace(full, with: Data("1".utf8)) }
        #expect(failure?.description == "/dev/full can't be written: write: No space left on device.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["full", "keys", "taken"])
    }
}
