/// So that a test that imports this module can draw, wait and play by notation.
@_exported public import struct GameRules.SeededRandom
@_exported public import RoundtableTestTools
