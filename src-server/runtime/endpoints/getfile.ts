import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { fileAddress, fileDate } from '../../domain/file/file.ts'
import { refuse, succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'

/** Downloads of the application, the newest first (specification, getfile); one only where `id` is sent. */
export const getfile = defineEndpoint({
  name: 'getfile',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({ id: z.string().transform(readId).optional() }),

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

/** As PHP reads a number: `2abc` is 2; an empty one and `abc` are 0, no file's (research/peer.md, F14 to F16). */
function readId(text: string): number {
  const digits = /^\s*[0-9]{1,15}/.exec(text)?.[0]
  return digits === undefined ? 0 : Number(digits)
}
