import { and, desc, eq, getTableColumns, lte, ne, sql } from 'drizzle-orm'
import type { JobRepository } from '../../repositories/jobs.ts'
import type { Connection } from '../connection.ts'
import { jobs } from '../schema/index.ts'

/** Ended jobs are kept until so many newer ones have started. */
const MOST_KEPT = 200

export function createJobRepository({ orm }: Connection): JobRepository {
  const isRunning = eq(jobs.state, 'running')
  const { number: _, beats: __, isCancelled: ___, ...columns } = getTableColumns(jobs)

  return {
    add: async (job) => {
      const { number } = orm.insert(jobs).values(job).returning({ number: jobs.number }).get()
      orm
        .delete(jobs)
        .where(and(lte(jobs.number, number - MOST_KEPT), ne(jobs.state, 'running')))
        .run()
    },

    report: async (id, stage) => {
      const changed = orm
        .update(jobs)
        .set(stage)
        .where(and(eq(jobs.id, id), isRunning))
      const [running] = changed.returning({ isCancelled: jobs.isCancelled }).all()
      return running === undefined || running.isCancelled
    },

    newest: async () => orm.select(columns).from(jobs).orderBy(desc(jobs.number)).limit(MOST_KEPT).all(),

    find: async (id) => orm.select(columns).from(jobs).where(eq(jobs.id, id)).get(),

    cancel: async (id) => {
      orm
        .update(jobs)
        .set({ isCancelled: true })
        .where(and(eq(jobs.id, id), isRunning))
        .run()
    },

    beat: async (copy) =>
      orm
        .update(jobs)
        .set({ beats: sql`${jobs.beats} + 1` })
        .where(and(eq(jobs.copy, copy), isRunning))
        .returning({ id: jobs.id, isCancelled: jobs.isCancelled })
        .all()
        .flatMap(({ id, isCancelled }) => (isCancelled ? [id] : [])),

    running: async () =>
      orm.select({ id: jobs.id, copy: jobs.copy, beats: jobs.beats }).from(jobs).where(isRunning).all(),

    fail: async ({ id, copy, beats }, endedAt) => {
      orm
        .update(jobs)
        .set({ state: 'failed', endedAt })
        .where(and(eq(jobs.id, id), eq(jobs.copy, copy), eq(jobs.beats, beats), isRunning))
        .run()
    },
  }
}
