// Whoever writes rules writes boards and reads moves: both are JSON.
@_exported public import RoundtableJSON
