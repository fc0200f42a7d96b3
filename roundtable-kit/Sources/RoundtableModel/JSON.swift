// Whoever writes an app reads boards and writes moves: both are JSON.
@_exported public import RoundtableJSON
