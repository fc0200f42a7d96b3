import CLibpq
import Foundation

/// A connection whose calls block the thread they are made on, which must be a plain thread of its own.
///
/// Not Sendable, on purpose: it is made, used and freed on one thread. Only its ``Interruption`` reaches in from
/// others.
final class BlockingConnection {
    let handle: OpaquePointer
    let interruption: Interruption
    let configuration: PostgresConfiguration
    let metrics: PostgresMetrics
    var prepared: PreparedStatements
    var parameters = ParameterPointers()
    /// Statements that made room for others and are still known to the server.
    var evictedNames: [String] = []
    /// The number of warnings of the server so far.
    private(set) var warnings = 0
    /// Whether the server turned out to be one that takes no writes.
    private(set) var isServerReadOnly = false
    private var hasFailed = false
    /// When the connection was made.
    private(set) var madeAt = ContinuousClock.now
    private var descriptors = [pollfd(), pollfd()]

    /// Connects to the first server of the configuration's that is as wanted.
    ///
    /// Each address of each server has the whole time to connect, as with libpq's own blocking calls: one that accepts
    /// and says nothing takes nothing from those after it.
    ///
    /// - Throws: ``PostgresError/Code/connectionFailed``, with what each of them has said.
    static func open(
        _ configuration: PostgresConfiguration, interruption: Interruption, metrics: PostgresMetrics
    ) throws(PostgresError) -> BlockingConnection {
        let servers = configuration.health.ordered(configuration.servers())
        let equalPart = configuration.connectTimeoutOfAll.map { $0 / servers.count }
        let timeout = min(configuration.connectTimeout, equalPart ?? configuration.connectTimeout)
        var reasons: [String] = []
        for server in servers {
            do throws(PostgresError) {
                return try BlockingConnection(server, timeout, interruption: interruption, metrics: metrics)
            } catch {
                guard error.code == .connectionFailed else { throw error }
                if let reason = error.message, !reasons.contains(reason) { reasons.append(reason) }
            }
        }
        // libpq does not pass on the server's SQLSTATE here, so nothing can be said about what a repetition would meet.
        throw PostgresError(.connectionFailed, reasons.joined(separator: "; "), isSafeToRetry: true)
    }

    /// Connects to one server, or throws ``PostgresError/Code/connectionFailed``.
    private init(
        _ configuration: PostgresConfiguration, _ timeout: Duration, interruption: Interruption,
        metrics: PostgresMetrics
    ) throws(PostgresError) {
        guard let handle = PostgresConfiguration.startConnecting(configuration.parameters) else {
            throw PostgresError(.connectionFailed, "out of memory")
        }
        self.handle = handle
        self.interruption = interruption
        self.configuration = configuration
        self.metrics = metrics
        prepared = PreparedStatements(capacity: configuration.preparedStatementLimit)
        try finishConnecting(until: .now + timeout)
        madeAt = .now
        configuration.health.note(configuration, isSilent: false)
        PQsetnonblocking(handle, 1)
        // Without a receiver libpq writes notices to the standard error output.
        PQsetNoticeReceiver(
            handle,
            { receiver, notice in
                guard let receiver, let severity = PQresultErrorField(notice, Int32(UnicodeScalar("V").value)),
                    strcmp(severity, "WARNING") == 0
                else { return }
                Unmanaged<BlockingConnection>.fromOpaque(receiver).takeUnretainedValue().warnings += 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { PQfinish(handle) }

    private func finishConnecting(until deadline: ContinuousClock.Instant) throws(PostgresError) {
        var next = PGRES_POLLING_WRITING
        while PQstatus(handle) != CONNECTION_BAD {
            switch wait(for: next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline) {
            case .socket: next = PQconnectPoll(handle)
            case .interruption where interruption.isClosing: throw PostgresError(.closed)
            case .interruption: continue
            case .deadline:
                configuration.health.note(configuration, isSilent: true)
                throw PostgresError(.connectionFailed, "the server at \(place) does not answer in time")
            }
            if next == PGRES_POLLING_OK { return }
            if next == PGRES_POLLING_FAILED { break }
        }
        throw PostgresError(.connectionFailed, connection: handle, outcomeIsUnknown: false)
    }

    /// Whether nothing more can be sent.
    var isLost: Bool { hasFailed || PQstatus(handle) == CONNECTION_BAD }

    /// Whether an idle connection may be used: its server is not under suspicion, and nothing has arrived that nobody
    /// asked for, such as its end.
    var isUsable: Bool {
        guard !isLost, !configuration.health.isSuspect(madeAt) else { return false }
        descriptors[0] = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptors, 1, 0) == 0
    }

    /// Gives the connection up: what it is doing can no longer be known, or the server can't serve it.
    func fail() { hasFailed = true }

    /// Gives the connection up, and with it all others to the server.
    ///
    /// - Parameter isSilent: whether the server did not answer; if it did, it takes no writes.
    func failWithOthers(isSilent: Bool) {
        fail()
        isServerReadOnly = !isSilent
        configuration.health.suspectConnections()
        if isSilent { configuration.health.note(configuration, isSilent: true) }
    }

    var transactionStatus: PGTransactionStatusType { PQtransactionStatus(handle) }

    /// The host and port of the server.
    var place: String {
        "\(String(cString: PQhost(handle))), port \(String(cString: PQport(handle)))"
    }

    var socket: Int32 { PQsocket(handle) }

    /// The ends of a wait.
    enum Wake { case socket, interruption, deadline }

    /// Waits for the socket, for another thread, or for time to pass.
    func wait(for events: Int32, until deadline: ContinuousClock.Instant?) -> Wake {
        while true {
            descriptors[0] = pollfd(fd: socket, events: Int16(events), revents: 0)
            descriptors[1] = pollfd(fd: interruption.readEnd, events: Int16(POLLIN), revents: 0)
            let remaining = deadline.map { ContinuousClock.now.duration(to: $0).pollMilliseconds } ?? -1
            let ready = poll(&descriptors, 2, remaining)
            if ready == 0 { return .deadline }
            if ready < 0 && errno != EINTR { return .socket }
            if descriptors[1].revents != 0 {
                interruption.drain()
                return .interruption
            }
            if descriptors[0].revents != 0 { return .socket }
        }
    }
}
