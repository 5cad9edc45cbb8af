import { desc, eq } from 'drizzle-orm'
import type { DeviceNoteRepository } from '../../repositories/performance.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { deviceNotes } from '../schema/index.ts'

export function createDeviceNoteRepository({ orm }: Connection): DeviceNoteRepository {
  return {
    insert: (note) => addedBy(orm.insert(deviceNotes).values(note).returning()),
    find: (id) => firstOf(orm.select().from(deviceNotes).where(eq(deviceNotes.id, id))),
    ofDevice: async (deviceId) =>
      orm
        .select()
        .from(deviceNotes)
        .where(eq(deviceNotes.deviceId, deviceId))
        .orderBy(desc(deviceNotes.at), desc(deviceNotes.id)),
    update: (id, change) =>
      firstOf(orm.update(deviceNotes).set(change).where(eq(deviceNotes.id, id)).returning()),
    delete: async (id) => (await changedBy(orm.delete(deviceNotes).where(eq(deviceNotes.id, id)))) === 1,
  }
}
