import Testing

@Suite("What the doctor says of limits by address")
struct AddressTests {
    private func doctor(_ settings: [String: String]) async throws -> String {
        let usual = ["ROUNDTABLE_PUBLIC_URL": "https://localhost:1"]
        let environment = usual.merging(settings) { $1 }
        return try await ProgramRun.of(["doctor", "--data", "/nowhere"], environment: environment).output
    }

    @Test(
        "it warns if everybody counts as one address, behind a proxy that is not trusted",
        arguments: [
            ([:], "warning addresses     no proxy is trusted"),
            (["ROUNDTABLE_TRUSTED_PROXIES": "10.0.0.1"], "good    addresses     trusted proxies are set"),
            (["ROUNDTABLE_RATE_LIMIT": "off"], "good    addresses     no proxy is trusted"),
            (["ROUNDTABLE_RATE_LIMIT": "off", "ROUNDTABLE_QUOTAS": "on"], "warning addresses     no proxy is trusted"),
            (["ROUNDTABLE_QUOTAS": "off"], "warning addresses     no proxy is trusted"),
            (["ROUNDTABLE_PUBLIC_URL": "http://localhost:1"], nil),
        ])
    func proxies(settings: [String: String], finding: String?) async throws {
        let output = try await doctor(settings)
        #expect(output.contains("good    configuration can be used"), "\(output)")
        let found = output.split(separator: "\n").first { $0.contains(" addresses ") }
        #expect(found.map(String.init) == finding, "\(output)")
        let isWarned = finding?.hasPrefix("warning") == true
        #expect(output.contains("--trusted-proxies") == isWarned, "\(output)")
    }

    @Test(
        "quotas are on, off or how many times as much",
        arguments: [("on", true), ("4", true), ("0", false), ("x", false)])
    func quotas(text: String, isFine: Bool) async throws {
        let output = try await doctor(["ROUNDTABLE_QUOTAS": text])
        #expect(output.contains("good    configuration can be used") == isFine, "\(output)")
        #expect(output.contains("quotas is a number from 1 to 1000") != isFine, "\(output)")
    }
}
