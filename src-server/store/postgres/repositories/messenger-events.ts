import { lt } from 'drizzle-orm'
import type { MessengerEventRepository } from '../../repositories/messenger-events.ts'
import { changedBy, type Connection } from '../connection.ts'
import { messengerEvents } from '../schema/index.ts'

export function createMessengerEventRepository({ orm }: Connection): MessengerEventRepository {
  return {
    add: async (key, at) =>
      (await changedBy(orm.insert(messengerEvents).values({ key, at }).onConflictDoNothing())) === 1,

    deleteBefore: async (at) => {
      await orm.delete(messengerEvents).where(lt(messengerEvents.at, at))
    },
  }
}
