import type { CallUses } from '../../../contract/records/protection.ts'
import type { CallUseRepository, HourOfCalls } from '../../repositories/call-uses.ts'
import type { Connection } from '../connection.ts'

export function createCallUseRepository({ raw }: Connection): CallUseRepository {
  const add = raw.prepare<[HourOfCalls]>(
    `INSERT INTO call_uses (app_id, hour, calls, signed, encrypted, https, valued)
     SELECT id, @hour, @calls, @signed, @encrypted, @https, @valued FROM applications WHERE id = @app
     ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, signed = signed + excluded.signed,
       encrypted = encrypted + excluded.encrypted, https = https + excluded.https, valued = valued + excluded.valued`,
  )
  const sum = raw.prepare<[number, number], CallUses>(
    `SELECT total(calls) AS calls, total(signed) AS signed, total(encrypted) AS encrypted, total(https) AS https,
       total(valued) AS valued FROM call_uses WHERE app_id = ? AND hour >= ?`,
  )
  const deleteBefore = raw.prepare<[number]>('DELETE FROM call_uses WHERE hour < ?')
  return {
    add: async (counted) => {
      for (const one of counted) add.run(one)
    },
    sum: async (app, from) =>
      sum.get(app, from) ?? { calls: 0, signed: 0, encrypted: 0, https: 0, valued: 0 },
    deleteBefore: async (hour) => {
      deleteBefore.run(hour)
    },
  }
}
