"""Writes positions of random games of chess, and what python-chess says of each.

    chess_positions.py COUNT SEED > FILE

A line has four fields between bars: FEN, legal moves in UCI in alphabetical order, `check` or nothing, `insufficient` (for
material) or nothing. Every fourth game begins with few pieces, so that endings are as many as openings.
"""
import random
import sys

import chess


def few_pieces(chance):
    """A valid position of the kings and up to six other pieces."""
    while True:
        board = chess.Board(None)
        squares = chance.sample(range(64), chance.randint(2, 8))
        for color, square in zip((chess.WHITE, chess.BLACK), squares):
            board.set_piece_at(square, chess.Piece(chess.KING, color))
        for square in squares[2:]:
            board.set_piece_at(square, chess.Piece(chance.randint(1, 5), chance.random() < 0.5))
        board.turn = chance.random() < 0.5
        if board.is_valid():
            return board


def positions(count, chance):
    games = 0
    while True:
        games += 1
        board = few_pieces(chance) if games % 4 == 0 else chess.Board()
        for _ in range(chance.randint(1, 160)):
            yield board
            count -= 1
            if count == 0:
                return
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            board.push(chance.choice(moves))


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    for board in positions(count, random.Random(seed)):
        moves = ' '.join(sorted(move.uci() for move in board.legal_moves))
        print(
            board.fen(en_passant='fen'), moves, 'check' if board.is_check() else '',
            'insufficient' if board.is_insufficient_material() else '', sep='|')


main()
