import { decode, guessEncoding, type Encoding } from './encoding.ts'
import { UnreadableFile, type FileRow } from './file-rows.ts'
import type { Workbook } from './read-workbook.ts'
import type { Separator } from './split-rows.ts'
import type { WorkbookReply } from './workbook-worker.ts'

/** The choice of a person instead of the guess. */
export interface FileChoice {
  readonly encoding?: Encoding
  readonly separator?: Separator
  /** The place of a sheet in the workbook. */
  readonly sheet?: number
}

/** The rows of a file, and how it was read. */
export interface FileTable {
  readonly rows: readonly FileRow[]
  /** undefined for a workbook. */
  readonly encoding?: Encoding
  readonly separator?: Separator
  readonly sheet: number
  /** The names of a workbook's sheets. Empty for a text. */
  readonly sheets: readonly string[]
  /** Day numbers count from 1904. */
  readonly is1904: boolean
}

export interface OpenedFile {
  readonly name: string
  /** @throws UnreadableFile */
  readonly read: (choice: FileChoice) => Promise<FileTable>
}

/** Milliseconds. A workbook that takes longer is hostile, or has millions of cells. */
const LONGEST_MS = 60_000
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * Reads all bytes of a file once, so that later changes of the file have no effect.
 * @param words header names, for the guess of the encoding
 * @throws UnreadableFile
 */
export async function openFile(
  file: File,
  { words, language, signal }: { words: readonly string[]; language: string; signal: AbortSignal },
): Promise<OpenedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const begins = (mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)
  if (begins(OLD_EXCEL)) throw new UnreadableFile('old_excel')
  if (begins(ZIP)) {
    const { sheets, is1904 } = await readInWorker(bytes, signal)
    const filled = Math.max(
      0,
      sheets.findIndex(({ rows }) => rows.length > 0),
    )
    return {
      name: file.name,
      read: ({ sheet = filled }) =>
        Promise.resolve({
          rows: sheets[sheet]?.rows ?? [],
          sheet,
          sheets: sheets.map(({ name }) => name),
          is1904,
        }),
    }
  }
  const guessed = guessEncoding(bytes, words, language)
  return {
    name: file.name,
    async read({ encoding = guessed, separator: wanted }) {
      // Most people who open a list never import a file.
      const { splitRows } = await import('./split-rows.ts')
      const { rows, separator } = splitRows(decode(bytes, encoding), wanted)
      return { rows, encoding, separator, sheet: 0, sheets: [], is1904: false }
    },
  }
}

/** A worker reads the workbook: the page stays usable, and a stop ends the work at once. */
function readInWorker(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Workbook> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' })
  const over = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
  return new Promise<Workbook>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WorkbookReply>) => {
      if ('workbook' in data) resolve(data.workbook)
      else reject(new UnreadableFile(data.reason, data.what))
    }
    worker.onerror = () => {
      reject(new UnreadableFile('sheet'))
    }
    over.addEventListener('abort', () => {
      reject(signal.aborted ? new DOMException('stopped', 'AbortError') : new UnreadableFile('sheet'))
    })
    worker.postMessage(bytes)
  }).finally(() => {
    worker.terminate()
  })
}
