import Instrumentation

/// The comment that ties a statement to the request that it serves, where the database shows what it executes:
/// `/*traceparent='00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'*/`.
///
/// Source: sqlcommenter, with the value of W3C Trace Context.
enum TraceComment {
    /// The comment of the task that runs; nil unless it belongs to a trace that is sampled.
    static var current: String? {
        guard let context = InstrumentationContext.current else { return nil }
        var fields: [String: String] = [:]
        InstrumentationSystem.instrument.inject(context, into: &fields, using: FieldInjector())
        return fields["traceparent"].flatMap { comment(for: $0) }
    }

    /// The comment for a trace context; nil for one that is not sampled, and for anything that is none: nothing else
    /// may become part of a statement.
    static func comment(for parent: String) -> String? {
        let parts = parent.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 32, 16, 2], parts.joined().utf8.allSatisfy(\.isLowercaseHexadecimal),
            let flags = UInt8(parts[3], radix: 16), flags & 1 == 1
        else { return nil }
        return "/*traceparent='\(parent)'*/"
    }
}

extension PostgresStatement {
    /// The statement with the trace and the time limit of the task that runs.
    var ofTask: PostgresStatement {
        var statement = self
        statement.comment = comment ?? TraceComment.current
        statement.timeLimit = PatientWork.timeLimit
        return statement
    }
}

private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
}

extension UInt8 {
    fileprivate var isLowercaseHexadecimal: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
