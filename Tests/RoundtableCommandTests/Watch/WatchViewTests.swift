import Foundation
import RoundtableMetrics
import Testing

@testable import RoundtableCommand

@Suite("The screen of a watch")
struct WatchViewTests {
    private static let large = TerminalSize(columns: 120, rows: 40)

    @Test("fits a terminal of any size, and has what matters in 80 columns and 24 rows", arguments: [1, 2])
    func usual(second: Int) throws {
        let view = try WatchView(readings: second + 1)
        let lines = view.lines(.usual).map(\.text)
        #expect(lines.count == 24 && lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0].hasPrefix("Roundtable 127.0.0.1:9464   ready   up 10m  "))
        let expected = [
            "Over 1 s                                   a second      p50      p95      p99",
            "Requests                                      1,270   1.8 ms   2.5 ms   219 ms",
            "  2xx 1,200  3xx 10  4xx 40  5xx 20",
            "Turns                                         1,000   1.8 ms   2.4 ms   2.5 ms",
            "  accepted 1,000  failed 0",
            "Drafts a second   saved 0.5", "Events a second   sent 3.0",
            "Slowest routes",
            "  /v1/sessions/{id}                              60   175 ms   242 ms   248 ms",
        ]
        #expect(Array(lines[1...9]) == expected)
        #expect(lines.contains("  turns    4.0 a batch, 12 waiting            1,000   1.8 ms   2.4 ms   2.5 ms"))
        #expect(lines.contains("Connections  3 used, 5 idle, nobody waited, no errors"))
        #expect(lines.contains("Memory 64.0 MiB  CPU 0.5 cores  files 70  streams 3"))
        #expect(lines.contains("Faulty: differs 2   Refused by quotas: requests 4.0/s"))
        #expect(!lines.contains { $0.contains("?wait") })
        #expect(lines.last?.hasPrefix("Sessions, about: game-12 1,200, game-11 1,100") == true)
        #expect(lines.last?.hasSuffix(" …") == true)
        for size in [(20, 5), (79, 23), (40, 100), (1, 1)].map(TerminalSize.init) {
            let lines = view.lines(size)
            #expect(lines.count <= size.rows && lines.allSatisfy { $0.text.count <= size.columns })
        }
    }

    @Test("shows the course of rates, all routes and all games where there is room")
    func large() throws {
        let view = try WatchView(readings: 4)
        let lines = view.lines(Self.large).map(\.text)
        #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 120 })
        #expect(lines.contains { $0.hasPrefix("Requests") && $0.hasSuffix("ms   ███") })
        #expect(lines.filter { $0.hasPrefix("  /v1/route") }.count == 12)
        #expect(lines.joined().contains("game-1 100"))
        #expect(lines[1].isEmpty)
    }

    @Test("says that rates come later, that an instance is not ready, and that it is away")
    func states() throws {
        var view = try WatchView(readings: 1)
        #expect(view.lines(.usual)[1].text == "Rates come with the next reading.")
        view = try WatchView(readings: 2, state: .notReady("The database can't be reached."))
        let notReady = view.lines(.usual)
        #expect(notReady[0].text.hasPrefix("Roundtable 127.0.0.1:9464   not ready   up 10m  "))
        #expect(notReady[1] == ScreenLine("The database can't be reached.", .alarm))
        let last = Date(timeIntervalSince1970: 1_800_000_000)
        view.add(.away(.init(address: "127.0.0.1:9464", at: last + 5, last: last, reason: "connection refused")))
        let lines = view.lines(.usual)
        #expect(lines[0] == ScreenLine("Roundtable 127.0.0.1:9464   AWAY: connection refused", .alarm))
        #expect(lines[1].text == "It answered last at 2027-01-15T08:00:00Z; what follows is as of then.")
        #expect(lines[3].text.hasPrefix("Requests   ") && lines[3].look == .faint)
    }

    @Test("has no colour where somebody wants none, and no look takes anything from a line's words")
    func colours() {
        let alarm = ScreenLine("  5xx 2", .alarm)
        #expect(alarm.drawn(hasColour: true) == "\u{1B}[1;31m  5xx 2\u{1B}[0m")
        #expect(alarm.drawn(hasColour: false) == "\u{1B}[1m  5xx 2\u{1B}[0m")
        #expect(ScreenLine("plain").drawn(hasColour: true) == "plain")
    }

    @Test("says numbers as people read them")
    func numbers() {
        #expect([0, 0.01, 0.44, 9.94, 9.96, 1234.5].map(\.rateText) == ["0", "<0.1", "0.4", "9.9", "10", "1,235"])
        #expect(
            [0.0004, 0.0012, 0.012, 0.25, 2.34, 10].map(\.durationText) == [
                "<1 ms", "1.2 ms", "12 ms", "250 ms", "2.3 s", ">10 s",
            ])
        #expect([7, 1_000, 1_234_567, -1_000].map(\.groupedText) == ["7", "1,000", "1,234,567", "-1,000"])
    }
}

extension WatchView {
    /// A view after so many readings, a second apart.
    fileprivate init(readings count: Int, state: WatchedInstance.State = .ready) throws {
        self.init()
        var readings: [WatchedInstance.Reading] = []
        for number in 0..<count {
            readings.append(try .init(second: number, state))
            let address = HTTPAddress(host: "127.0.0.1", port: 9464)
            add(.there(InstanceFigures(of: address, readings[number], since: readings.dropLast().last)))
        }
    }
}
