public import Foundation

/// The memory that JSON takes once it is taken apart, which is up to twenty times its text.
@_spi(Roundtable) public enum JSONMemory {
    /// The memory of a ``JSONValue`` with this text, in bytes, rather too much than too little: a slot for each element
    /// and each member, a block of the heap for each array, object and long string, and the texts.
    public static func estimate(of text: some ContiguousBytes) -> Int {
        text.withUnsafeBytes { $0.reduce(block) { $0 + memory(of: $1) } }
    }

    private static func memory(of byte: UInt8) -> Int {
        switch byte {
        case .comma: element
        case .colon: member
        case .openBracket, .openBrace: block
        default: 2
        }
    }

    /// The estimate of the text of so many bytes that takes most.
    public static func most(of bytes: Int) -> Int { bytes * max(member, block, element) }

    /// An element, and as much room again, since arrays grow by doubling.
    private static let element = 48
    /// A name and a value in a table that is half empty.
    private static let member = 128
    /// The head of an array or of a dictionary, with the first element.
    private static let block = 112
}
