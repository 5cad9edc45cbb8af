import { and, eq } from 'drizzle-orm'
import type { OperatorRepository } from '../../repositories/operators.ts'
import type { Connection } from '../connection.ts'
import { operators, signInFailures } from '../schema/index.ts'

export function createOperatorRepository({ orm }: Connection): OperatorRepository {
  const failuresOf = (name: string, ip: string) =>
    and(eq(signInFailures.name, name), eq(signInFailures.ip, ip))
  return {
    findByName: async (name) => orm.select().from(operators).where(eq(operators.name, name)).get(),
    find: async (id) => orm.select().from(operators).where(eq(operators.id, id)).get(),
    bannedIds: async () =>
      orm
        .select({ id: operators.id })
        .from(operators)
        .where(eq(operators.banned, true))
        .all()
        .map(({ id }) => id),
    owner: async () => orm.select().from(operators).where(eq(operators.role, 'owner')).get(),
    insert: async (operator) => orm.insert(operators).values(operator).returning().get(),
    findFailures: async (name, ip) => orm.select().from(signInFailures).where(failuresOf(name, ip)).get(),
    saveFailures: async (name, ip, failures) => {
      orm
        .insert(signInFailures)
        .values({ name, ip, ...failures })
        .onConflictDoUpdate({ target: [signInFailures.name, signInFailures.ip], set: failures })
        .run()
    },
    clearFailures: async (name, ip) => {
      orm.delete(signInFailures).where(failuresOf(name, ip)).run()
    },
  }
}
