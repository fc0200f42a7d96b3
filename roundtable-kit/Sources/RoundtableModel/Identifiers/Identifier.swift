public import Foundation
@_spi(Roundtable) public import RoundtableJSON

/// A UUID that names one kind of thing; no two kinds can be mixed up.
@_spi(Roundtable) public protocol Identifier: Hashable, JSONConvertible, Sendable, CustomStringConvertible {
    /// The UUID itself.
    var uuid: UUID { get }
    /// Names the thing with this UUID.
    init(_ uuid: UUID)
    /// Whether its text has capitals, as Apple writes identifiers; the service writes its own in small letters.
    static var hasCapitals: Bool { get }
}

extension Identifier {
    /// Reads the UUID's text, in any case.
    public init?(_ text: some StringProtocol) {
        let read = text.utf8.withContiguousStorageIfAvailable { UUID(text: $0) }
        guard let uuid = read ?? UUID(text: Array(text.utf8)) else { return nil }
        self.init(uuid)
    }

    /// Whether it is written in capitals, as Apple writes its UUIDs.
    public static var hasCapitals: Bool { false }

    /// The UUID's text.
    @_spi(Roundtable) public var text: String { uuid.text(uppercase: Self.hasCapitals) }

    /// The UUID as it is written.
    public var description: String { text }

    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.uuid(uuid, uppercase: Self.hasCapitals) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { try self.init(json.uuid()) }
}

extension JSONWriter {
    /// Writes a member that is an object whose members are named by identifiers.
    @_spi(Roundtable) public mutating func member<ID: Identifier>(
        _ name: StaticString, _ values: [ID: some JSONWritable]
    ) {
        self.name(name)
        object { json in
            for (id, value) in values.sorted(by: { $0.key.uuid < $1.key.uuid }) {
                json.name(id.uuid, uppercase: ID.hasCapitals)
                value.write(to: &json)
            }
        }
    }
}

extension JSONElement {
    /// Reads a member that is an object whose members are named by identifiers.
    @_spi(Roundtable) public func read<ID: Identifier, Value: JSONReadable>(keyed name: StaticString) throws(JSONError)
        -> [ID: Value]
    {
        guard let object = try member(name) else { throw .missing(path: "\(name)") }
        return try object.keyed()
    }

    /// The members of an object by the identifiers that they are named by; others are passed over.
    @_spi(Roundtable) public func keyed<ID: Identifier, Value: JSONReadable>() throws(JSONError) -> [ID: Value] {
        var values: [ID: Value] = [:]
        for (name, value) in try members() {
            if let id = ID(name.text) { values[id] = try Value(value) }
        }
        return values
    }
}
