import { crc32, deflateRawSync } from 'node:zlib'

const VERSION = 20
const UTF8_NAMES = 0x0800
const STORED = 0
const DEFLATED = 8
/** 1 January 1980: the same files always make the same archive. */
const DOS_DATE = 0x21
const NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/

/** A zip archive of texts (APPNOTE.TXT 4.3). Throws RangeError for a name that isn't a plain file's. */
export function writeZip(files: Readonly<Record<string, string>>): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    if (!NAME.test(name)) throw new RangeError(`a kit's file can't be named ${JSON.stringify(name)}`)
    const entry = makeEntry(name, Buffer.from(text))
    const local = numbers([4, 0x04034b50], ...entry.fields)
    parts.push(local, entry.name, entry.packed)
    directory.push(
      // Made by, then as the local header; comment, disk, attributes, and where that header is.
      numbers([4, 0x02014b50], [2, VERSION], ...entry.fields, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      entry.name,
    )
    offset += local.length + entry.name.length + entry.packed.length
  }
  const central = Buffer.concat(directory)
  const count = Object.keys(files).length
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  )
  return Buffer.concat([...parts, central, end])
}

type Field = readonly [bytes: 2 | 4, value: number]

function makeEntry(name: string, data: Buffer): { name: Buffer; packed: Buffer; fields: readonly Field[] } {
  const deflated = deflateRawSync(data)
  const smaller = deflated.length < data.length
  const packed = smaller ? deflated : data
  const named = Buffer.from(name)
  const fields: readonly Field[] = [
    [2, VERSION],
    [2, UTF8_NAMES],
    [2, smaller ? DEFLATED : STORED],
    [2, 0],
    [2, DOS_DATE],
    [4, crc32(data)],
    [4, packed.length],
    [4, data.length],
    [2, named.length],
    [2, 0],
  ]
  return { name: named, packed, fields }
}

/** Little-endian, one after the other. */
function numbers(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((length, [size]) => length + size, 0))
  let at = 0
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size)
  return bytes
}
