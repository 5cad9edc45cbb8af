import { lt } from 'drizzle-orm'
import type { MessengerEventRepository } from '../../repositories/messenger-events.ts'
import type { Connection } from '../connection.ts'
import { messengerEvents } from '../schema/index.ts'

export function createMessengerEventRepository({ orm }: Connection): MessengerEventRepository {
  return {
    add: async (key, at) =>
      orm.insert(messengerEvents).values({ key, at }).onConflictDoNothing().run().changes === 1,

    deleteBefore: async (at) => {
      orm.delete(messengerEvents).where(lt(messengerEvents.at, at)).run()
    },
  }
}
