package import Foundation

/// Reading and writing UUIDs: Foundation takes twenty times as long.
extension UUID {
    /// Reads 36 characters in any case; nil if they are something else.
    package init?(text: some ContiguousBytes) {
        guard let uuid = text.withUnsafeBytes(Self.read) else { return nil }
        self.init(uuid: uuid)
    }

    private static func read(_ text: UnsafeRawBufferPointer) -> uuid_t? {
        guard text.count == 36 else { return nil }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isRead = withUnsafeMutableBytes(of: &uuid) { bytes in
            var place = 0
            for index in 0..<16 {
                if hasDash(before: index) {
                    guard text[place] == UInt8(ascii: "-") else { return false }
                    place += 1
                }
                let (high, low) = (text[place].hexValue, text[place + 1].hexValue)
                guard high < 16, low < 16 else { return false }
                bytes[index] = high << 4 | low
                place += 2
            }
            return true
        }
        return isRead ? uuid : nil
    }

    /// The 36 characters.
    package func text(uppercase: Bool) -> String {
        String(unsafeUninitializedCapacity: 36) { write(to: $0, uppercase: uppercase) }
    }

    /// Writes the 36 characters.
    ///
    /// - Returns: how many there are.
    @discardableResult
    func write(to text: UnsafeMutableBufferPointer<UInt8>, uppercase: Bool) -> Int {
        let letters = UInt8(ascii: uppercase ? "A" : "a") &- 10
        func digit(_ value: UInt8) -> UInt8 { value &+ (value < 10 ? UInt8(ascii: "0") : letters) }
        withUnsafeBytes(of: uuid) { source in
            var place = 0
            for index in 0..<16 {
                if Self.hasDash(before: index) {
                    text[place] = UInt8(ascii: "-")
                    place &+= 1
                }
                let byte = source[index]
                text[place] = digit(byte >> 4)
                text[place &+ 1] = digit(byte & 15)
                place &+= 2
            }
        }
        return 36
    }

    private static func hasDash(before index: Int) -> Bool { index == 4 || index == 6 || index == 8 || index == 10 }
}
