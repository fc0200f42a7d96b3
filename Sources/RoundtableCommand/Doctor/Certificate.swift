import Foundation
import RoundtableStore
import Subprocess

/// The certificate that players' devices are shown at the public URL, as `openssl` sees it from here.
struct Certificate {
    let url: String

    /// The time before its end in which it should have been renewed, in days.
    private static let notice = 14

    /// Connects, checks the chain and the name, and then whether the certificate ends soon: its status is that of the
    /// first step that fails, 2 for the connection, 5 if what fails there is that the certificate has ended, and 3 for
    /// the end.
    private static let script = """
        command -v openssl >/dev/null || exit 4
        shown=$(timeout 10 openssl s_client -connect "$1:$2" -servername "$1" -verify_hostname "$1" \
            -verify_return_error </dev/null 2>/dev/null) || \
            case $shown in *'return code: 10 '*) exit 5 ;; *) exit 2 ;; esac
        printf '%s\\n' "$shown" | openssl x509 -noout -checkend "$3" >/dev/null || exit 3
        """

    /// The finding; nil for a public URL that needs no certificate.
    func finding() async -> Finding? {
        guard let url = URL(string: url), url.scheme == "https", let host = url.host() else { return nil }
        switch await status(host, port: url.port ?? 443) {
        case .exited(0): return Finding(.good, "certificate", "is trusted, and for \(Self.notice) days at least")
        case .exited(2):
            return Finding(
                .warning, "certificate", "\(host) can't be reached from here, or shows one that can't be trusted",
                advice: "Try: openssl s_client -connect \(host):\(url.port ?? 443) -verify_hostname \(host)")
        case .exited(5):
            return Finding(
                .problem, "certificate", "of \(host) has ended: devices refuse it",
                advice: "Renew it, and see why the renewal failed.")
        case .exited(3):
            return Finding(
                .problem, "certificate", "of \(host) ends within \(Self.notice) days",
                advice: "Renew it, or see why the renewal failed.")
        default:
            return Finding(.warning, "certificate", "can't be looked at", advice: "Install openssl, and ask again.")
        }
    }

    private func status(_ host: String, port: Int) async -> TerminationStatus? {
        let arguments = ["-c", Self.script, "sh", host, "\(port)", "\(Self.notice * 86_400)"]
        return try? await run(
            .name("sh"), arguments: .init(arguments), output: .discarded, error: .discarded
        ).terminationStatus
    }
}
