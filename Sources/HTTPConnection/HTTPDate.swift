import Foundation
import Synchronization

/// The time as the header `Date` has it (RFC 9110, section 5.6.7), written out once a second.
enum HTTPDate {
    private static let written = Mutex<(second: Int, text: String)>((-1, ""))
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static var now: String {
        let second = Int(Date().timeIntervalSince1970)
        return written.withLock { written in
            if written.second != second { written = (second, text(of: second)) }
            return written.text
        }
    }

    /// A time, in seconds since 1970.
    static func text(of second: Int) -> String {
        var (second, parts) = (time_t(second), tm())
        gmtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (day, month) = (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
        let time = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        return "\(day), \(two(parts.tm_mday)) \(month) \(1900 + parts.tm_year) \(time) GMT"
    }
}
