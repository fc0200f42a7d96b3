import Foundation

/// A value that writes its own JSON, many times faster than an encoder does.
///
/// For boards and states, which are written at every turn; any other `Encodable` type does as well, only slower. What
/// it writes is its one encoding: encoders get it as it is.
///
/// ```swift
/// struct Board: GameJSONWritable, Sendable {
///     let heaps: [Int]
///
///     func write(to json: inout JSONWriter) {
///         json.object { json in
///             json.member("heaps", heaps)
///         }
///     }
/// }
/// ```
public protocol GameJSONWritable: JSONWritable, Encodable {}

extension GameJSONWritable {
    /// Encodes what ``write(to:)`` writes.
    public func encode(to encoder: any Encoder) throws { try GameJSON { write(to: &$0) }.encode(to: encoder) }
}

extension GameJSON {
    /// The JSON that a function writes.
    public init(_ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        write(&json)
        self.init(json.withBytes { Data(UnsafeRawBufferPointer($0)) })
    }
}
