import RoundtableJSON
import RoundtableModel

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
    /// Writes what the page shows of it.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("badge", orNull: badge)
            json.member("body", body)
            json.member("session", session)
            json.member("title", title)
        }
    }
}
