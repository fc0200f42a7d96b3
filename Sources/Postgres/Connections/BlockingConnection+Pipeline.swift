import CLibpq

extension BlockingConnection {
    /// Executes statements of a transaction in one round trip.
    ///
    /// - Parameter opening: what begins the transaction; nil if it has begun.
    func pipeline(
        _ statements: [PostgresStatement], after opening: PostgresStatement?, ticket: Interruption.Ticket
    ) throws(PostgresError) -> [PostgresResult] {
        guard !statements.isEmpty else { return [] }
        try deallocateEvicted()
        let start = ContinuousClock.now
        defer { metrics.recordQuery(since: start) }
        let run = try runPipeline(opening.map { [$0] + statements } ?? statements, ticket: ticket)
        if let failure = run.failure { throw failure }
        return opening == nil ? run.results : Array(run.results.dropFirst())
    }

    private struct PipelineRun {
        var results: [PostgresResult] = []
        var failure: PostgresError?
    }

    /// One sent statement, with the name it is to be prepared under, if it was not yet.
    private struct Step {
        let statement: PostgresStatement
        let newName: String?
    }

    private func runPipeline(
        _ statements: [PostgresStatement], ticket: Interruption.Ticket
    ) throws(PostgresError) -> PipelineRun {
        var exchange = try begin(
            statements[0].text, ticket: ticket, mayCommit: false, timeLimit: statements.last?.timeLimit)
        guard PQenterPipelineMode(handle) == 1, let steps = sendSteps(statements), PQpipelineSync(handle) == 1 else {
            fail()
            throw PostgresError(.connectionLost, connection: handle, outcomeIsUnknown: false)
        }
        var run = PipelineRun()
        for step in steps {
            exchange.statement = step.statement.text
            try collect(step, &run, &exchange)
        }
        try collectSync(&run, &exchange)
        finish(exchange)
        if PQexitPipelineMode(handle) != 1 { fail() }
        return run
    }

    /// Sends everything but the end; nil if libpq refused.
    private func sendSteps(_ statements: [PostgresStatement]) -> [Step]? {
        var fresh: [StatementText: String] = [:]
        var steps: [Step] = []
        for statement in statements {
            let key = statement.prepared
            let isNamed = configuration.preparedStatements && statement.comment == nil
            let known = isNamed ? prepared.name(of: key) ?? fresh[key] : ""
            let name = known ?? prepared.makeName()
            // NB: without names each statement is parsed as the unnamed one, just before it is executed.
            let isNew = known == nil || name.isEmpty
            if isNew {
                guard sendPrepare(statement, as: name) == 1 else { return nil }
                fresh[key] = name
            }
            guard sendPrepared(statement, as: name) == 1 else { return nil }
            steps.append(Step(statement: statement, newName: isNew ? name : nil))
        }
        return steps
    }

    private func collect(_ step: Step, _ run: inout PipelineRun, _ exchange: inout Exchange) throws(PostgresError) {
        if let name = step.newName, let result = try collect(&exchange) {
            note(result, &run, exchange)
            if !result.isError, !name.isEmpty { remember(step.statement.prepared, as: name) }
        }
        guard let result = try collect(&exchange) else { return }
        note(result, &run, exchange)
        if !result.isError { run.results.append(PostgresResult(storage: result)) }
    }

    /// Reads up to the end of the pipeline.
    private func collectSync(_ run: inout PipelineRun, _ exchange: inout Exchange) throws(PostgresError) {
        while true {
            guard let result = try nextResult(&exchange) else {
                guard isLost else { continue }
                guard run.failure == nil else { return }
                throw PostgresError(.connectionLost)
            }
            if result.status == PGRES_PIPELINE_SYNC { return }
            note(result, &run, exchange)
        }
    }

    /// Keeps the first error; those after it only say that the pipeline was aborted.
    private func note(_ result: ResultStorage, _ run: inout PipelineRun, _ exchange: Exchange) {
        guard result.isError, run.failure == nil else { return }
        let isForgotten = PostgresError.isForgottenStatement(result.pointer)
        if isForgotten { prepared.removeAll() }
        run.failure = isForgotten ? forgotten(result, exchange) : error(of: result, in: exchange)
    }
}
