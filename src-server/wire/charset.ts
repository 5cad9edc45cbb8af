import { isUtf8 } from 'node:buffer'

const gbk = new TextDecoder('gbk', { fatal: true })

/**
 * Reads byte strings (one character a byte) that came in one text: all of them as UTF-8 when all are UTF-8,
 * else all as GBK, else as UTF-8 with U+FFFD for what isn't (protocol.md 1). One encoding for the whole text, because
 * a short GBK value alone may look like UTF-8.
 */
export function readTogether(pieces: readonly string[]): string[] {
  const bytes = pieces.map((piece) => Buffer.from(piece, 'latin1'))
  return (
    (bytes.every((part) => isUtf8(part)) ? undefined : readGbk(bytes)) ?? bytes.map((part) => part.toString())
  )
}

function readGbk(bytes: readonly Uint8Array[]): string[] | undefined {
  try {
    return bytes.map((part) => gbk.decode(part))
  } catch {
    return undefined
  }
}
