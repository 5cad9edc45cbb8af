const TYPE_ENCRYPTION = 2
/**
 * The first place where the padding may end: after the bytes 0 and 2 and eight bytes of padding (RFC 8017,
 * 7.2).
 */
const FIRST_END = 10

/**
 * Returns the message inside a block padded by PKCS#1 v1.5, else the tail of `instead`. No branch and no
 * index depends on the block's bytes: a difference in time or in the answer would let an attacker decrypt
 * messages by sending guesses (Bleichenbacher). `instead` has the block's size, and its message begins at
 * `insteadStart`.
 */
export function unpad(block: Uint8Array, instead: Uint8Array, insteadStart: number): Uint8Array {
  let end = 0
  let found = 0
  for (let at = 2; at < block.length; at++) {
    const zero = isZero(block[at] ?? 0)
    end |= at & -(zero & (found ^ 1))
    found |= zero
  }
  const headed = isZero((block[0] ?? 0) | ((block[1] ?? 0) ^ TYPE_ENCRYPTION))
  // Without an end, `end` is 0, which is too early as well.
  const longEnough = ((end - FIRST_END) >>> 31) ^ 1
  const good = -(headed & longEnough)
  const chosen = new Uint8Array(block.length)
  for (let at = 0; at < block.length; at++) {
    chosen[at] = ((block[at] ?? 0) & good) | ((instead[at] ?? 0) & ~good)
  }
  return chosen.subarray(((end + 1) & good) | (insteadStart & ~good))
}

/** @returns 1 for 0, and 0 for every other byte */
function isZero(byte: number): number {
  return (byte - 1) >>> 31
}
