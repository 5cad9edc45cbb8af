import type { Code } from '../../domain/code/code.ts'
import type { CodeSeat } from '../../domain/code/seats.ts'
import type { UsedSeats } from './seat-edits.ts'

/**
 * Splits the codes of an edit into rounds. Within a round no two codes have acted on the same trading account, so they are
 * edited together. An edit of one may change the others of its account: those are in later rounds, in their order.
 */
export function editRounds(codes: readonly Code[], seats: UsedSeats): Code[][] {
  const rounds: Code[][] = []
  const next = new Map<string, number>()
  for (const code of codes) {
    const accounts = accountsOf(code, seats.get(code.id) ?? [])
    const round = Math.max(0, ...accounts.map((account) => next.get(account) ?? 0))
    for (const account of accounts) next.set(account, round + 1)
    const others = rounds[round]
    if (others === undefined) rounds.push([code])
    else others.push(code)
  }
  return rounds
}

function accountsOf(code: Code, seats: readonly CodeSeat[]): string[] {
  return [code, ...seats]
    .filter(({ gaveSeconds }) => gaveSeconds !== null)
    .map(({ accountKey }) => `${code.appId} ${accountKey}`)
}
