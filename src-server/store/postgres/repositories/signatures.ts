import type { SignatureRepository } from '../../repositories/signatures.ts'
import type { Connection } from '../connection.ts'
import { signatures } from '../schema/index.ts'

/** Rows deleted at once. This takes a few milliseconds. */
const MOST_DELETED = 10_000

export function createSignatureRepository({ prepare, orm }: Connection): SignatureRepository {
  const insert = prepare<
    [appId: number, signature: string, api: string, sent: number, answer: string | null, at: number]
  >('INSERT INTO signatures (app_id, signature, api, sent, answer, at) VALUES (?, ?, ?, ?, ?, ?)')
  // The oldest rows have the smallest ids. An index by time would cost each login more than this range.
  const deleteBefore = prepare<[most: number, at: number]>(
    'DELETE FROM signatures WHERE id < (SELECT min(id) FROM signatures) + ?::bigint AND at < ?',
  )

  return {
    add: async ({ appId, signature, api, sent, answer, at }) => {
      await insert.run(appId, signature, api, sent, answer, at)
    },

    all: async () => orm.select().from(signatures).orderBy(signatures.id),

    deleteBefore: async (at) => (await deleteBefore.run(MOST_DELETED, at)).changes,
  }
}
