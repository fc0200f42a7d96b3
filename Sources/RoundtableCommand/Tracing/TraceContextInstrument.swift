import Instrumentation

/// Passes on the trace that a request belongs to, as W3C Trace Context writes it, for programs without a tracer of
/// their own.
struct TraceContextInstrument: Instrument {
    private enum ParentKey: InstrumentationContextKey {
        typealias Value = String
    }

    private static let field = "traceparent"

    /// Makes it the program's instrument, the first time it is asked for.
    static let isUsed: Bool = {
        InstrumentationSystem.bootstrap(TraceContextInstrument())
        return true
    }()

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        context[ParentKey.self] = extractor.extract(key: Self.field, from: carrier)
    }

    func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let parent = context[ParentKey.self] else { return }
        injector.inject(parent, forKey: Self.field, into: &carrier)
    }
}
