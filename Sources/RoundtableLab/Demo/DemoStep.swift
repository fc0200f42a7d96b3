import MessagesSimulator

/// A moment of the conversation: what happened, and what everybody has before them.
struct DemoStep {
    /// One person's phone, with what it shows.
    struct Phone {
        let transcript: Transcript
        /// The text of the opened app; nil while it isn't open.
        var app: String?
        /// The notices that the service has sent to the device; nil for none.
        var told: DeviceNotice?
    }

    let title: String
    /// Why it is worth a look.
    var remark: String?
    let phones: [Phone]
    /// The columns of each phone's drawing.
    var width = 32
    /// The expectations of the service that held.
    var findings: [String] = []
}
