import { and, eq, isNull } from 'drizzle-orm'
import type { RecoveryCodeRepository } from '../../repositories/recovery-codes.ts'
import type { Connection } from '../connection.ts'
import { recoveryCodes } from '../schema/index.ts'

export function createRecoveryCodeRepository({ orm }: Connection): RecoveryCodeRepository {
  const unused = (operatorId: number) =>
    and(eq(recoveryCodes.operatorId, operatorId), isNull(recoveryCodes.usedAt))
  return {
    replace: async (operatorId, digests) => {
      orm.delete(recoveryCodes).where(eq(recoveryCodes.operatorId, operatorId)).run()
      for (const digest of digests) orm.insert(recoveryCodes).values({ operatorId, digest }).run()
    },
    use: async (operatorId, digest, now) =>
      orm
        .update(recoveryCodes)
        .set({ usedAt: now })
        .where(and(unused(operatorId), eq(recoveryCodes.digest, digest)))
        .run().changes === 1,
    countLeft: async (operatorId) => orm.$count(recoveryCodes, unused(operatorId)),
  }
}
