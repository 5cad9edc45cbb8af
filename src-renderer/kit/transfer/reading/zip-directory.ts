import { UnreadableFile } from './file-rows.ts'

/** An entry of a ZIP file, as the directory at the file's end names it. */
interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** The place of the entry's own header. */
  readonly at: number
}

/** Bytes of all XML in a workbook: 200,000 rows of ten columns have less. */
const MOST_UNPACKED = 192 * 1024 * 1024
const MOST_ENTRIES = 2000

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const HEADER_BYTES = 30
/** The longest comment at a ZIP file's end. */
const COMMENT = 0xffff

/**
 * The directory of a ZIP file. The unpacker gives each entry as much memory as the directory names, so these numbers bound the
 * memory of a workbook.
 * @throws UnreadableFile for a file that isn't a ZIP file, and for one that unpacks to too much
 */
export function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > MOST_ENTRIES) throw new UnreadableFile('unpacked', MOST_ENTRIES)
  const entries: ZipEntry[] = []
  for (let n = 0; n < count; n++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY)
      throw new UnreadableFile('sheet')
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true))
    const begin = at + ENTRY_BYTES
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(begin, begin + (name ?? 0))),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at = begin + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  const xml = entries.filter(({ name }) => /\.(?:xml|rels)$/.test(name))
  if (xml.reduce((all, { unpacked }) => all + unpacked, 0) > MOST_UNPACKED)
    throw new UnreadableFile('unpacked', MOST_UNPACKED)
  return entries
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - COMMENT); at--) if (view.getUint32(at, true) === END) return at
  throw new UnreadableFile('sheet')
}

/** The text of a small entry. Empty for an entry that isn't there. */
export async function readEntry(
  bytes: Uint8Array<ArrayBuffer>,
  entries: readonly ZipEntry[],
  name: string,
): Promise<string> {
  const entry = entries.find((one) => one.name === name)
  if (entry === undefined) return ''
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const begin =
    entry.at + HEADER_BYTES + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
  const packed = bytes.subarray(begin, begin + entry.packed)
  if (entry.method === 0) return new TextDecoder().decode(packed)
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}
