import MessagesSimulator

/// A moment of the conversation: what happened, and what everybody has before them.
struct DemoStep {
    /// What one person has before them.
    struct Phone {
        let transcript: Transcript
        /// What the opened app says; nil while it isn't open.
        var app: String?
    }

    /// Who did what.
    let title: String
    /// Why it is worth a look.
    var remark: String?
    let phones: [Phone]
    /// What was expected of the service, and held.
    var findings: [String] = []
}

/// Why a demo failed; its description says what did not hold.
struct DemoError: Error, CustomStringConvertible {
    let description: String
}
