import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { ApiTokenRepository } from '../../repositories/api-tokens.ts'
import { withEmployer } from '../../with-employer.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { apiTokens, operators, staffRoles } from '../schema/index.ts'
import { employers, PERSON } from './employers.ts'

/** Everything but the digest, which nobody has to see. */
const { tokenDigest, ...SHOWN } = getTableColumns(apiTokens)

export function createApiTokenRepository({ orm }: Connection): ApiTokenRepository {
  const find = orm
    .select({ token: SHOWN, ...PERSON })
    .from(apiTokens)
    .innerJoin(operators, eq(operators.id, apiTokens.operatorId))
    .leftJoin(employers, eq(employers.id, operators.employerId))
    .leftJoin(staffRoles, eq(staffRoles.id, operators.staffRoleId))
    .where(eq(tokenDigest, sql.placeholder('digest')))
    .prepare('api_token_of_digest')
  return {
    insert: async (token) => addedBy(orm.insert(apiTokens).values(token).returning(SHOWN)),
    find: async (digest) => withEmployer(await firstOf(find.execute({ digest }))),
    listOf: async (operatorId) =>
      orm
        .select(SHOWN)
        .from(apiTokens)
        .where(eq(apiTokens.operatorId, operatorId))
        .orderBy(desc(apiTokens.id)),
    touch: async (id, at, ip) => {
      await orm.update(apiTokens).set({ lastUsedAt: at, lastIp: ip }).where(eq(apiTokens.id, id))
    },
    delete: async (operatorId, id) =>
      firstOf(
        orm
          .delete(apiTokens)
          .where(and(eq(apiTokens.id, id), eq(apiTokens.operatorId, operatorId)))
          .returning(SHOWN),
      ),
    deleteExpired: async (before) => {
      await orm.delete(apiTokens).where(lt(apiTokens.expiresAt, before))
    },
  }
}
