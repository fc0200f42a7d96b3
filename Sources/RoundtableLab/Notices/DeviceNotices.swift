import Digests
import Foundation
import ProgramOutput
import PushStandIn
import RoundtableJSON
import RoundtableModel
import Synchronization

/// The notifications of simulated devices. The service sends them as it does to Apple's push service; what stands in
/// for that on this machine keeps them for each device, until its user takes them away.
final class DeviceNotices: Sendable {
    /// How a service sends its notices here.
    struct Access: Sendable {
        let address: String
        /// The file of keys that the service signs with.
        let keys: URL

        var flags: [String] { ["--push-url", address, "--push-keys-file", keys.path(percentEncoded: false)] }
    }

    /// The bundle ID of the app that contains the game's extension.
    private static let topic = "org.example.games"

    /// Tells that a device shows others than before.
    let changes = Changes()
    /// The notifications of each device, by its token, the newest last.
    private let state = Mutex<[String: [DeviceNotice]]>([:])

    /// Receives notifications as long as the body runs.
    static func receiving(_ body: (DeviceNotices, Access) async throws -> Void) async throws {
        let notices = DeviceNotices()
        let folder = FileManager.default.temporaryDirectory.appending(path: "roundtable-push-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let keys = try makeKeys(in: folder)
        try await PushServer.serving({ notices.answer(to: $0) }) { _, address in
            try await body(notices, Access(address: address, keys: keys))
        }
    }

    /// A file of keys as the service reads it. The key is a new one that nobody else has.
    private static func makeKeys(in folder: URL) throws -> URL {
        guard let key = ES256Key.makePEM() else { throw LabError(description: "There is no key to sign notices with.") }
        try DurableFile.replace(folder.appending(path: "AuthKey.p8").path(percentEncoded: false), with: Data(key.utf8))
        let file = folder.appending(path: "push-keys")
        try DurableFile.replace(
            file.path(percentEncoded: false), with: Data("\(topic) ABCDE12345 ABC123DEFG AuthKey.p8\n".utf8))
        return file
    }

    /// Notes a new device, and makes the token that its app registers with the service.
    func makeToken(language: String) -> PushToken {
        let token = (0..<32).map { _ in UInt8.random(in: 0 ... .max) }.hexadecimal
        state.withLock { $0[token] = [] }
        return PushToken(token: token, topic: Self.topic, environment: .sandbox, locale: language)
    }

    /// Forgets a device, which Apple can't reach any more.
    func forget(_ token: String) { state.withLock { $0[token] = nil } }

    /// The notifications that a device shows, the newest last: of each session one.
    func shown(on token: String) -> [DeviceNotice] { state.withLock { $0[token] ?? [] } }

    /// The newest notification on a device that meets a condition, as soon as there is one; nil if the task is
    /// cancelled first.
    func notice(on token: String, where isIt: @Sendable (DeviceNotice) -> Bool) async -> DeviceNotice? {
        let (changes, end) = changes.watch()
        defer { end() }
        for await _ in changes {
            if let notice = shown(on: token).last(where: isIt) { return notice }
        }
        return nil
    }

    /// Takes the notifications of a session off a device.
    func dismiss(_ session: SessionID, on token: String) {
        state.withLock { state in state[token]?.removeAll { $0.session == session } }
        changes.tell()
    }

    private func answer(to request: PushServer.Request) -> PushServer.Answer {
        let token = String(request.path.split(separator: "/").last ?? "")
        guard let notice = try? DeviceNotice(json: Array(request.body.utf8)) else {
            return PushServer.Answer(status: 400, body: #"{"reason":"BadPayload"}"#)
        }
        let isKnown = state.withLock { state in
            guard var shown = state[token] else { return false }
            shown.removeAll { $0.session == notice.session }
            state[token] = shown + [notice]
            return true
        }
        changes.tell()
        return isKnown ? PushServer.Answer() : PushServer.Answer(status: 410, body: #"{"reason":"Unregistered"}"#)
    }
}

/// A notification as a device shows it: the payload that Apple's push service passes on.
struct DeviceNotice: Hashable, Sendable {
    let title: String
    let body: String
    /// The number on the app's icon; nil to leave it as it is.
    let badge: Int?
    let session: SessionID

    var line: String { "\(title): \(body)" + (badge.map { " [\($0)]" } ?? "") }
}

extension DeviceNotice: JSONReadable {
    /// Reads the payload, as "Generating a remote notification" in Apple's documentation has it.
    init(_ json: JSONElement) throws(JSONError) {
        let aps = try json.read("aps", as: JSONElement.self)
        let alert = try aps.read("alert", as: JSONElement.self)
        self.init(
            title: try alert.read("title"), body: try alert.read("body"), badge: try aps.readIfPresent("badge"),
            session: try json.read("session"))
    }
}

extension DeviceNotice: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("badge", orNull: badge)
            json.member("body", body)
            json.member("session", session)
            json.member("title", title)
        }
    }
}

/// Tells everybody who looks on that something has changed; several changes at once are told as one.
final class Changes: Sendable {
    private struct State {
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    func tell() {
        for watcher in state.withLock({ $0.watchers.values.map(\.self) }) { watcher.yield() }
    }

    /// Changes from now on, the first at once, until `end` is called.
    func watch() -> (changes: AsyncStream<Void>, end: @Sendable () -> Void) {
        let (changes, watcher) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.count += 1
            state.watchers[state.count] = watcher
            return state.count
        }
        watcher.yield()
        return (
            changes,
            { [self] in
                state.withLock { $0.watchers[number] = nil }
                watcher.finish()
            }
        )
    }
}
