import type { Code } from '../../../domain/code/code.ts'

/** A row of `codes` as SQLite returns it. */
export type CodeRow = Omit<Code, 'disabled' | 'spent'> & { readonly disabled: 0 | 1; readonly spent: 0 | 1 }

export const CODE_COLUMNS = `id, app_id AS appId, kami, type, seconds, "left", markcode, ip, ip6, use_time AS useTime,
  end_time AS endTime, unbinds, last_unbind AS lastUnbind, disabled, note, agent_id AS agentId, batch_id AS batchId,
  account_key AS accountKey, gave_seconds AS gaveSeconds, record_end_before AS recordEndBefore,
  spent, taken_seconds AS takenSeconds, recharged_account_id AS rechargedAccountId, created_at AS createdAt, recycled_at AS recycledAt, revision`

export function codeOfRow(row: CodeRow): Code {
  return { ...row, disabled: row.disabled === 1, spent: row.spent === 1 }
}
