import { asc, eq } from 'drizzle-orm'
import type { Channel } from '../../../domain/channels/channel.ts'
import type { ChannelChange, ChannelRepository } from '../../repositories/channels.ts'
import type { Connection } from '../connection.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { channels } from '../schema/index.ts'

export function createChannelRepository({ orm }: Connection, seal: Seal): ChannelRepository {
  const secrets = sealedRows('channels', seal)
  const open = (row: Channel): Channel => secrets.open(row.id, row)
  const find = (id: number): Channel | undefined => {
    const row = orm.select().from(channels).where(eq(channels.id, id)).get()
    return row && open(row)
  }
  const update = (id: number, change: ChannelChange): Channel | undefined => {
    orm.update(channels).set(secrets.close(id, change)).where(eq(channels.id, id)).run()
    return find(id)
  }
  return {
    insert: async (channel) =>
      secrets.insert(channel, (blank) => orm.insert(channels).values(blank).returning().get(), update),
    update: async (id, change) => update(id, change),
    find: async (id) => find(id),
    listOf: async (personId) =>
      orm
        .select()
        .from(channels)
        .where(eq(channels.personId, personId))
        .orderBy(asc(channels.id))
        .all()
        .map(open),
    delete: async (id) => orm.delete(channels).where(eq(channels.id, id)).run().changes === 1,
  }
}
