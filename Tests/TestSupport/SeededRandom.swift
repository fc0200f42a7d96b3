/// So that a test that imports this module can draw.
@_exported public import struct MessagesSimulator.SeededRandom
