public import Foundation

/// Reading and writing UUIDs: Foundation takes twenty times as long.
extension UUID {
    /// Reads 36 characters in any case; nil if they are something else.
    @_spi(Roundtable) public init?(text: some ContiguousBytes) {
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
    @_spi(Roundtable) public func text(uppercase: Bool) -> String {
        String(unsafeUninitializedCapacity: 36) { write(to: $0, uppercase: uppercase) }
    }

    /// Writes the 36 characters.
    ///
    /// - Returns: how many there are.
    @discardableResult
    @_spi(Roundtable) public func write(to text: UnsafeMutableBufferPointer<UInt8>, uppercase: Bool) -> Int {
        withUnsafeBytes(of: uuid) { source in
            let raw = UnsafeMutableRawBufferPointer(text)
            // The characters of a group of four, and where they stand: dashes are between them.
            for group in 0..<8 {
                let bytes = source.loadUnaligned(fromByteOffset: 2 * group, as: UInt16.self).bigEndian
                let place = 4 * group + min(max(group - 1, 0), 4)
                raw.storeBytes(
                    of: bytes.hexDigits(uppercase: uppercase).bigEndian, toByteOffset: place, as: UInt32.self)
            }
        }
        for place in [8, 13, 18, 23] { text[place] = UInt8(ascii: "-") }
        return 36
    }

    private static func hasDash(before index: Int) -> Bool { index == 4 || index == 6 || index == 8 || index == 10 }
}

extension UInt16 {
    /// Its four hexadecimal digits as ASCII, the first in the highest byte; each takes part in the same few steps.
    fileprivate func hexDigits(uppercase: Bool) -> UInt32 {
        var digits = UInt32(self)
        digits = (digits | digits << 8) & 0x00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F
        let letters = (digits &+ 0x0606_0606) >> 4 & 0x0101_0101
        return digits &+ 0x3030_3030 &+ letters &* (uppercase ? 7 : 39)
    }
}
