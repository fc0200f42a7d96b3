public import RoundtableJSON

/// A place in a session, numbered from 0 in the order of play.
public struct SeatIndex: RawRepresentable, Hashable, Comparable, Codable, Sendable, ExpressibleByIntegerLiteral {
    /// The number, 0 or more.
    public let rawValue: Int

    /// A seat by its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A seat by its number.
    public init(_ number: Int) { rawValue = number }

    /// A seat by its number.
    public init(integerLiteral value: Int) { rawValue = value }

    /// Seats are ordered as they play.
    public static func < (left: SeatIndex, right: SeatIndex) -> Bool { left.rawValue < right.rawValue }
}

extension SeatIndex: CustomStringConvertible {
    /// The bare number, for logs and keys.
    public var description: String { String(rawValue) }
}

extension SeatIndex: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.integer(rawValue) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self.init(rawValue: try json.integer()) }
}
