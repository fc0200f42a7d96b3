import Foundation

enum RFC3339 {
    private static let seconds = Date.ISO8601FormatStyle()
    /// More bytes than any time has, in digits of a script of its own.
    private static let longest = 128
    private static let fractions = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// A time in UTC, to the second.
    @Sendable static func text(of date: Date) -> String { quickText(of: date) ?? date.formatted(seconds) }

    /// The text of a time from 1970 to 2399; nil for others, which need a real calendar. It takes a tenth of the time.
    private static func quickText(of date: Date) -> String? {
        let interval = date.timeIntervalSince1970
        guard interval >= 0, interval < 13_569_465_600 else { return nil }
        let seconds = Int(interval)
        let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = civil(days)
        var text: [UInt8] = []
        text.reserveCapacity(20)
        for (number, digits, mark) in [
            (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (time / 3600, 2, ":"), (time / 60 % 60, 2, ":"),
            (time % 60, 2, "Z"),
        ] as [(Int, Int, Unicode.Scalar)] {
            var power = digits == 4 ? 1000 : 10
            while power > 0 {
                text.append(UInt8(truncatingIfNeeded: 48 + number / power % 10))
                power /= 10
            }
            text.append(UInt8(ascii: mark))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The date of a day counted from 1970, by Howard Hinnant's `civil_from_days`: years begin in March, so that the
    /// odd day comes last.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    @Sendable static func date(of text: String) -> Date? {
        guard text.utf8.count <= longest else { return nil }
        let style = text.contains(".") ? fractions : seconds
        return try? style.parse(text)
    }
}
