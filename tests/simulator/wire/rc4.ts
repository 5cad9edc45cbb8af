/** RC4 as clients in the field implement it, only for servers that still require it. */
function rc4(key: Buffer, text: Buffer): Buffer {
  const box = Uint8Array.from({ length: 256 }, (_, at) => at)
  const at = (index: number) => box[index & 255] ?? 0
  const swap = (left: number, right: number) => {
    const kept = at(left)
    box[left & 255] = at(right)
    box[right & 255] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let i = 0
  let j = 0
  return Buffer.from(
    text.map((byte) => {
      i = (i + 1) & 255
      j = (j + at(i)) & 255
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}

/** mi_type 3: UTF-8 text to lower-case hex. */
export function sealHex(key: string, text: string): string {
  return rc4(Buffer.from(key), Buffer.from(text)).toString('hex')
}

export function openHex(key: string, hex: string): string {
  return rc4(Buffer.from(key), Buffer.from(hex, 'hex')).toString()
}
