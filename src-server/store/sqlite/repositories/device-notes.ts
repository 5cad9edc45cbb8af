import { desc, eq } from 'drizzle-orm'
import type { DeviceNoteRepository } from '../../repositories/performance.ts'
import type { Connection } from '../connection.ts'
import { deviceNotes } from '../schema/index.ts'

export function createDeviceNoteRepository({ orm }: Connection): DeviceNoteRepository {
  return {
    insert: async (note) => orm.insert(deviceNotes).values(note).returning().get(),
    find: async (id) => orm.select().from(deviceNotes).where(eq(deviceNotes.id, id)).get(),
    ofDevice: async (deviceId) =>
      orm
        .select()
        .from(deviceNotes)
        .where(eq(deviceNotes.deviceId, deviceId))
        .orderBy(desc(deviceNotes.at), desc(deviceNotes.id))
        .all(),
    update: async (id, change) =>
      orm.update(deviceNotes).set(change).where(eq(deviceNotes.id, id)).returning().get(),
    delete: async (id) => orm.delete(deviceNotes).where(eq(deviceNotes.id, id)).run().changes === 1,
  }
}
