"""Less Data, Faster Training: repeating smaller datasets speeds up learning via sampling biases.

Authors: Jingwen Liu, Ezra Edelman, Surbhi Goel, Bingbin Liu.
Version: arXiv:2605.20314v1.
"""
