"""Text to commands: what people write, in any of the languages, becomes values; what is in doubt becomes a problem.

Without a board, in this order: `lines`, `items`, `moves`, `order_words`, `read`; then `resolve` finds the order on a
board, and `understand` reads there what is a `sentence`.
"""
