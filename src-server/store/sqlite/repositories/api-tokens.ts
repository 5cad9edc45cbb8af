import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { ApiTokenRepository } from '../../repositories/api-tokens.ts'
import type { Connection } from '../connection.ts'
import { apiTokens, operators, staffRoles } from '../schema/index.ts'
import { employers, PERSON } from './employers.ts'
import { withEmployer } from '../../with-employer.ts'
import { unseenValue } from '../unseen-value.ts'

/** Everything but the digest, which nobody has to see. */
const { tokenDigest, ...SHOWN } = getTableColumns(apiTokens)

export function createApiTokenRepository({ orm }: Connection): ApiTokenRepository {
  const find = orm
    .select({ token: SHOWN, ...PERSON })
    .from(apiTokens)
    .innerJoin(operators, eq(operators.id, apiTokens.operatorId))
    .leftJoin(employers, eq(employers.id, operators.employerId))
    .leftJoin(staffRoles, eq(staffRoles.id, operators.staffRoleId))
    .where(eq(tokenDigest, unseenValue(sql.placeholder('digest'))))
    .prepare()
  return {
    insert: async (token) => orm.insert(apiTokens).values(token).returning(SHOWN).get(),
    find: async (digest) => withEmployer(find.get({ digest })),
    listOf: async (operatorId) =>
      orm
        .select(SHOWN)
        .from(apiTokens)
        .where(eq(apiTokens.operatorId, operatorId))
        .orderBy(desc(apiTokens.id))
        .all(),
    touch: async (id, at, ip) => {
      orm.update(apiTokens).set({ lastUsedAt: at, lastIp: ip }).where(eq(apiTokens.id, id)).run()
    },
    delete: async (operatorId, id) =>
      orm
        .delete(apiTokens)
        .where(and(eq(apiTokens.id, id), eq(apiTokens.operatorId, operatorId)))
        .returning(SHOWN)
        .get(),
    deleteExpired: async (before) => {
      orm.delete(apiTokens).where(lt(apiTokens.expiresAt, before)).run()
    },
  }
}
