// The service speaks in the words of the model, as apps do.
@_exported public import RoundtableModel
