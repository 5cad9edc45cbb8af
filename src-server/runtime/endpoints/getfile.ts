import { z } from 'zod'
import { text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { fileAddress, fileDate } from '../../domain/file/file.ts'
import { refuse, succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'

/**
 * The application's downloads, newest first, or the single one with the given `id` (the specification,
 * getfile).
 */
export const getfile = defineEndpoint({
  name: 'getfile',
  summary: 'The downloads of the application, newest first',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({
    id: z
      .string()
      .transform(readId)
      .optional()
      .meta({ description: 'the number of one download; without it, all of them' }),
  }),
  output: z.array(
    z.object({
      file_url: text('the address of the file'),
      date: text('when it was added, `YYYY-MM-DD hh:mm:ss` in UTC'),
      note: text('the developer’s note'),
    }),
  ),
  codes: { success: 'a list, newest first', failure: 'the application has no such download' },

  async answer({ app }, { id }, { files }) {
    const found = await files.ofApplication(app.settings.id, id)
    if (found.length === 0) return refuse(CODE.failure, 'noFiles')
    return succeed(
      found.map((file) => ({
        file_url: fileAddress(file),
        date: fileDate(file.createdAt),
        note: file.note,
      })),
    )
  },
})

/** Reads a number as PHP does: `2abc` is 2. An empty text and `abc` are 0, which is no file's id. */
function readId(text: string): number {
  const digits = /^\s*[0-9]{1,15}/.exec(text)?.[0]
  return digits === undefined ? 0 : Number(digits)
}
