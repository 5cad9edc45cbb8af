import type { CallUses } from '../../../contract/records/protection.ts'
import type { CallUseRepository, HourOfCalls } from '../../repositories/call-uses.ts'
import type { Connection } from '../connection.ts'

export function createCallUseRepository({ prepare }: Connection): CallUseRepository {
  // An application that is being deleted is waited for, and then not there.
  const add = prepare<[HourOfCalls]>(
    `INSERT INTO call_uses AS u (app_id, hour, calls, signed, encrypted, https, valued)
     SELECT id, @hour::bigint, @calls::bigint, @signed::bigint, @encrypted::bigint, @https::bigint, @valued::bigint
     FROM applications WHERE id = @app FOR KEY SHARE
     ON CONFLICT (app_id, hour) DO UPDATE SET calls = u.calls + excluded.calls, signed = u.signed + excluded.signed,
       encrypted = u.encrypted + excluded.encrypted, https = u.https + excluded.https, valued = u.valued + excluded.valued`,
  )
  const sum = prepare<[number, number], CallUses>(
    `SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(signed), 0) AS signed,
       coalesce(sum(encrypted), 0) AS encrypted, coalesce(sum(https), 0) AS https, coalesce(sum(valued), 0) AS valued
     FROM call_uses WHERE app_id = ? AND hour >= ?`,
  )
  const deleteBefore = prepare<[number]>('DELETE FROM call_uses WHERE hour < ?')
  return {
    add: async (counted) => {
      // All copies lock the rows in one order.
      const ordered = [...counted].sort((a, b) => a.app - b.app || a.hour - b.hour)
      for (const one of ordered) await add.run(one)
    },
    sum: async (app, from) =>
      (await sum.get(app, from)) ?? { calls: 0, signed: 0, encrypted: 0, https: 0, valued: 0 },
    deleteBefore: async (hour) => {
      await deleteBefore.run(hour)
    },
  }
}
