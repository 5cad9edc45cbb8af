export interface CipherKeys {
  readonly rc4Key: string
}

/** One mi_type's way to hide texts, in both directions (protocol.md 4). */
export interface Cipher {
  /** The text inside `data`; undefined when it can't be decoded. */
  open(data: string, keys: CipherKeys): string | undefined
  /** What goes out for a reply's JSON. */
  seal(json: string, keys: CipherKeys): string
}
