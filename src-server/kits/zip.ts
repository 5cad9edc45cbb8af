import { strToU8, zipSync, type Zippable } from 'fflate'

/**
 * A fixed time, so that the same files always make the same archive. It is the earliest time of a zip
 * archive.
 */
const MADE = new Date(1980, 0, 1)
/** Bytes. Compression makes a shorter text longer. */
const WORTH_PACKING = 64
const STORE = 0
const PACK = 6
const NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/

/** A zip archive of texts. @throws RangeError for a name that isn't a plain file name */
export function writeZip(files: Readonly<Record<string, string>>): Uint8Array {
  const entries: Zippable = {}
  for (const [name, text] of Object.entries(files)) {
    if (!NAME.test(name)) throw new RangeError(`a kit's file can't be named ${JSON.stringify(name)}`)
    const bytes = strToU8(text)
    entries[name] = [bytes, { level: bytes.length < WORTH_PACKING ? STORE : PACK }]
  }
  return zipSync(entries, { mtime: MADE })
}
