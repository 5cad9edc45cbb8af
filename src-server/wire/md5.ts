import { hash } from 'node:crypto'

/** Lower-case hex of the MD5 of a text's UTF-8 bytes. The protocol's choice, not ours. */
export function md5Hex(text: string): string {
  return hash('md5', text)
}
