"""Verifies Ed25519 signatures (RFC 8032). It has no secrets. 只验证签名，不含任何秘密。"""
import hashlib
from typing import Optional, Tuple

Point = Tuple[int, int, int, int]  # X, Y, Z, T of x = X/Z, y = Y/Z, xy = T/Z

P = 2**255 - 19  # the field 素数域
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # the square root of -1


def _add(a: Point, b: Point) -> Point:
    m = (a[1] - a[0]) * (b[1] - b[0])
    n = (a[1] + a[0]) * (b[1] + b[0])
    c = 2 * a[3] * b[3] * D
    d = 2 * a[2] * b[2]
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(factor: int, point: Point) -> Point:
    total = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            total = _add(total, point)
        point = _add(point, point)
        factor >>= 1
    return total


def _point(text: bytes) -> Optional[Point]:
    """Reads 32 bytes: y, and the lowest bit of x. 由32字节还原曲线上的点。"""
    number = int.from_bytes(text, "little")
    odd, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = P - x
    return x, y, 1, x * y % P


_Y = 4 * pow(5, P - 2, P) % P
BASE = _point(_Y.to_bytes(32, "little"))


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of the public key signed the message. 签名是否有效。"""
    if len(public) != 32 or len(signature) != 64 or BASE is None:
        return False
    key, r = _point(public), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    left = _times(s, BASE)
    right = _add(r, _times(int.from_bytes(digest, "little") % ORDER, key))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0
