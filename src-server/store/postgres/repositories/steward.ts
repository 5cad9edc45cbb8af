import { and, eq, sql } from 'drizzle-orm'
import type { StewardRepository } from '../../repositories/steward.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { steward } from '../schema/index.ts'

const ID = 1
const first = (copy: string) => ({ id: ID, copy, epoch: 1, beats: 0 })
const next = (copy: string) => ({ copy, epoch: sql`${steward.epoch} + 1`, beats: 0 })

export function createStewardRepository({ orm }: Connection): StewardRepository {
  const isEpoch = (epoch: number) => and(eq(steward.id, ID), eq(steward.epoch, epoch))
  const fields = { copy: steward.copy, epoch: steward.epoch, beats: steward.beats }

  return {
    find: () => firstOf(orm.select(fields).from(steward)),
    seize: (copy) =>
      addedBy(
        orm
          .insert(steward)
          .values(first(copy))
          .onConflictDoUpdate({ target: steward.id, set: next(copy) })
          .returning(fields),
      ),
    take: async (copy, over) => {
      if (over === undefined)
        return firstOf(orm.insert(steward).values(first(copy)).onConflictDoNothing().returning(fields))
      const isOver = and(isEpoch(over.epoch), eq(steward.copy, over.copy), eq(steward.beats, over.beats))
      return firstOf(orm.update(steward).set(next(copy)).where(isOver).returning(fields))
    },
    renew: async (epoch) => {
      const beaten = orm
        .update(steward)
        .set({ beats: sql`${steward.beats} + 1` })
        .where(isEpoch(epoch))
      return (await changedBy(beaten)) === 1
    },
    release: async (epoch) => {
      await orm.update(steward).set({ copy: '' }).where(isEpoch(epoch))
    },
  }
}
