import { count, eq, type SQL } from 'drizzle-orm'
import { firstOf, type Connection } from '../connection.ts'
import { operators, type sessions, type signIns } from '../schema/index.ts'

/** The number of rows of a table of people's doings, under a condition that may also be about the people. */
export async function countPeople(
  orm: Connection['orm'],
  table: typeof sessions | typeof signIns,
  where: SQL | undefined,
): Promise<number> {
  const counted = orm
    .select({ n: count() })
    .from(table)
    .innerJoin(operators, eq(operators.id, table.operatorId))
    .where(where)
  return (await firstOf(counted))?.n ?? 0
}
