import { and, eq, isNull } from 'drizzle-orm'
import type { RecoveryCodeRepository } from '../../repositories/recovery-codes.ts'
import { changedBy, type Connection } from '../connection.ts'
import { recoveryCodes } from '../schema/index.ts'

export function createRecoveryCodeRepository({ orm }: Connection): RecoveryCodeRepository {
  const unused = (operatorId: number) =>
    and(eq(recoveryCodes.operatorId, operatorId), isNull(recoveryCodes.usedAt))
  return {
    replace: async (operatorId, digests) => {
      await orm.delete(recoveryCodes).where(eq(recoveryCodes.operatorId, operatorId))
      if (digests.length > 0)
        await orm.insert(recoveryCodes).values(digests.map((digest) => ({ operatorId, digest })))
    },
    use: async (operatorId, digest, now) =>
      (await changedBy(
        orm
          .update(recoveryCodes)
          .set({ usedAt: now })
          .where(and(unused(operatorId), eq(recoveryCodes.digest, digest))),
      )) === 1,
    countLeft: async (operatorId) => orm.$count(recoveryCodes, unused(operatorId)),
  }
}
