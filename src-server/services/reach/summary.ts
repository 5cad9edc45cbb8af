import type { ReachCheckName, ReachSummary } from '../../contract/reach-names.ts'
import type { ReachFinding } from '../../contract/records/reach.ts'

/** Parts of the way that work for certain where the server's own call went through them. */
const PROVEN: readonly ReachCheckName[] = ['dynamic_dns', 'carrier', 'router', 'lan', 'firewall', 'listener']

/** One sentence over all findings, and the finding that it rests on. */
export function summarize(findings: readonly ReachFinding[]): {
  readonly summary: ReachSummary
  readonly because: ReachCheckName | null
} {
  const stateOf = (check: ReachCheckName) => findings.find((finding) => finding.check === check)?.state
  // A call from outside proves the way, whatever else a check finds.
  if (stateOf('outside_call') === 'ok') return { summary: 'reached', because: 'outside_call' }
  const isProven = stateOf('own_call') === 'ok'
  const problem = findings.find(
    ({ state, check }) => state === 'problem' && !(isProven && PROVEN.includes(check)),
  )
  if (problem !== undefined) return { summary: 'closed', because: problem.check }
  if (isProven) return { summary: 'likely', because: 'own_call' }
  const open = findings.find(({ check, state }) => state === 'unknown' && check !== 'outside_call')
  return { summary: 'unknown', because: open?.check ?? null }
}
