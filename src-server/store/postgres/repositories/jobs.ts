import { and, desc, eq, getTableColumns, lte, ne, sql } from 'drizzle-orm'
import type { JobRepository } from '../../repositories/jobs.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { jobs } from '../schema/index.ts'

/** Ended jobs are kept until so many newer ones have started. */
const MOST_KEPT = 200

export function createJobRepository({ orm }: Connection): JobRepository {
  const isRunning = eq(jobs.state, 'running')
  const { number: _, beats: __, isCancelled: ___, ...columns } = getTableColumns(jobs)

  return {
    add: async (job) => {
      const { number } = await addedBy(orm.insert(jobs).values(job).returning({ number: jobs.number }))
      await orm.delete(jobs).where(and(lte(jobs.number, number - MOST_KEPT), ne(jobs.state, 'running')))
    },

    report: async (id, stage) => {
      const running = await firstOf(
        orm
          .update(jobs)
          .set(stage)
          .where(and(eq(jobs.id, id), isRunning))
          .returning({ isCancelled: jobs.isCancelled }),
      )
      return running === undefined || running.isCancelled
    },

    newest: async () => orm.select(columns).from(jobs).orderBy(desc(jobs.number)).limit(MOST_KEPT),

    find: (id) => firstOf(orm.select(columns).from(jobs).where(eq(jobs.id, id))),

    cancel: async (id) => {
      await orm
        .update(jobs)
        .set({ isCancelled: true })
        .where(and(eq(jobs.id, id), isRunning))
    },

    beat: async (copy) => {
      const beating = await orm
        .update(jobs)
        .set({ beats: sql`${jobs.beats} + 1` })
        .where(and(eq(jobs.copy, copy), isRunning))
        .returning({ id: jobs.id, isCancelled: jobs.isCancelled })
      return beating.flatMap(({ id, isCancelled }) => (isCancelled ? [id] : []))
    },

    running: async () =>
      orm
        .select({ id: jobs.id, copy: jobs.copy, beats: jobs.beats })
        .from(jobs)
        .where(isRunning)
        .orderBy(jobs.number),

    fail: async ({ id, copy, beats }, endedAt) => {
      await orm
        .update(jobs)
        .set({ state: 'failed', endedAt })
        .where(and(eq(jobs.id, id), eq(jobs.copy, copy), eq(jobs.beats, beats), isRunning))
    },
  }
}
