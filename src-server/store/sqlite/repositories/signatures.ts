import type { SignatureRepository, StoredSignature } from '../../repositories/signatures.ts'
import type { Connection } from '../connection.ts'
import { signatures } from '../schema/index.ts'

/** Rows deleted at once. This takes a few milliseconds. */
const MOST_DELETED = 10_000

export function createSignatureRepository({ raw, orm }: Connection): SignatureRepository {
  // It runs at each login that writes, so its parameters have no names.
  const insert = raw.prepare<
    [appId: number, signature: string, api: string, sent: number, answer: string | null, at: number]
  >('INSERT INTO signatures (app_id, signature, api, sent, answer, at) VALUES (?, ?, ?, ?, ?, ?)')
  // The oldest rows have the smallest ids. An index by time would cost each login more than this range.
  const deleteBefore = raw.prepare<[most: number, at: number]>(
    'DELETE FROM signatures WHERE id < (SELECT min(id) FROM signatures) + ? AND at < ?',
  )

  return {
    add: async ({ appId, signature, api, sent, answer, at }: StoredSignature) => {
      insert.run(appId, signature, api, sent, answer, at)
    },

    all: async () => orm.select().from(signatures).orderBy(signatures.id).all(),

    deleteBefore: async (at) => deleteBefore.run(MOST_DELETED, at).changes,
  }
}
