import type { CodeRecord } from '../../../src-server/contract/records/code.ts'
import { MAX_PAGE_SIZE } from '../../../src-server/contract/limits.ts'
import { call } from '../../api/console-client.ts'
import type { CodeQuestion } from './code-filter.ts'

/**
 * All codes a question matches, page by page, oldest first: codes that are generated meanwhile come last and shift nothing.
 * @param tell how many are read, of how many
 */
export async function readAllCodes(
  question: CodeQuestion,
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
): Promise<CodeRecord[]> {
  const rows: CodeRecord[] = []
  for (let page = 1; ; page += 1) {
    const input = { ...question, sort: 'id' as const, desc: false, page, size: MAX_PAGE_SIZE }
    const answer = await call('code_list', input, { signal })
    rows.push(...answer.rows)
    tell(rows.length, answer.total)
    if (answer.rows.length < MAX_PAGE_SIZE) return rows
  }
}
