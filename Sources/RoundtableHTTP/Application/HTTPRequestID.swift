import HTTPTypes
import Roundtable

/// The ID of one request in its answer, in the log and in a problem: the client's, else one of ours.
struct HTTPRequestID: Hashable, Sendable, CustomStringConvertible {
    private static let longest = 64

    let description: String

    init(of request: HTTPRequest) {
        self = request.headerFields[usuallyOne: .requestID].flatMap { HTTPRequestID($0) } ?? HTTPRequestID()
    }

    init() {
        let number = UInt64.random(in: .min ... .max)
        description = String(unsafeUninitializedCapacity: 16) { digits in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * index)) & 15
                digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }

    /// Nil if it is longer than 64 characters, or has others than letters, digits, `.`, `_` and `-`.
    init?(_ text: String) {
        let isFit = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
        }
        guard isFit, !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        description = text
    }
}
