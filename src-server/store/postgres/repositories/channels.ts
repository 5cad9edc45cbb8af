import { asc, eq } from 'drizzle-orm'
import type { Channel } from '../../../domain/channels/channel.ts'
import type { ChannelChange, ChannelRepository } from '../../repositories/channels.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { channels } from '../schema/index.ts'

export function createChannelRepository({ orm }: Connection, seal: Seal): ChannelRepository {
  const secrets = sealedRows('channels', seal)
  const open = (row: Channel): Channel => secrets.open(row.id, row)
  const find = async (id: number): Promise<Channel | undefined> => {
    const row = await firstOf(orm.select().from(channels).where(eq(channels.id, id)))
    return row && open(row)
  }
  const update = async (id: number, change: ChannelChange): Promise<Channel | undefined> => {
    await orm.update(channels).set(secrets.close(id, change)).where(eq(channels.id, id))
    return find(id)
  }
  return {
    insert: (channel) =>
      secrets.insert(channel, (blank) => addedBy(orm.insert(channels).values(blank).returning()), update),
    update,
    find,
    listOf: async (personId) => {
      const rows = await orm
        .select()
        .from(channels)
        .where(eq(channels.personId, personId))
        .orderBy(asc(channels.id))
      return rows.map(open)
    },
    delete: async (id) => (await changedBy(orm.delete(channels).where(eq(channels.id, id)))) === 1,
  }
}
