import { UnreadableFile } from './file-rows.ts'
import { readWorkbook, type Workbook } from './read-workbook.ts'

/** The answer of the worker. */
export type WorkbookReply =
  | { readonly workbook: Workbook }
  | { readonly reason: UnreadableFile['reason']; readonly what: number }

addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  void answer(data)
})

async function answer(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  postMessage(
    await readWorkbook(bytes).then(
      (workbook): WorkbookReply => ({ workbook }),
      (error: unknown): WorkbookReply =>
        error instanceof UnreadableFile
          ? { reason: error.reason, what: error.what }
          : { reason: 'sheet', what: 0 },
    ),
  )
}
