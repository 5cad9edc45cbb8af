import type { FirewallState } from '../../../contract/reach-ports.ts'

interface Chain {
  readonly family: string
  readonly table: string
  readonly name: string
  readonly hook: string
  readonly policy: string
}

/** Parts of a rule: conditions, what it does, and what doesn't matter. */
const UNDERSTOOD = new Set(['match', 'accept', 'drop', 'reject', 'counter', 'log', 'limit'])

type Json = Readonly<Record<string, unknown>>

/**
 * Judges the chains through which a packet for this machine goes. Rules can say anything, so a chain that drops by
 * default is `open` only with a plain rule for the port, and `unknown` with rules that this reader doesn't understand.
 */
export function judgeRuleset(text: string, port: number): Pick<FirewallState, 'state' | 'command'> {
  const entries = entriesIn(text)
  if (entries === undefined) return { state: 'unknown', command: '' }
  const inputs = entries
    .map((entry) => chainIn(entry['chain']))
    .filter((chain) => chain?.hook === 'input')
    .filter((chain) => chain !== undefined)
  if (inputs.length === 0) return { state: 'off', command: '' }
  const states = inputs.map((chain) => judgeChain(chain, entries, port))
  const place = inputs.find(({ policy }) => policy === 'drop') ?? inputs[0]
  const command =
    place === undefined
      ? ''
      : `sudo nft insert rule ${place.family} ${place.table} ${place.name} tcp dport ${port} accept`
  if (states.includes('closed')) return { state: 'closed', command }
  return { state: states.includes('unknown') ? 'unknown' : 'open', command }
}

function judgeChain(chain: Chain, entries: readonly Json[], port: number): FirewallState['state'] {
  const rules = entries.map((entry) => objectIn(entry['rule'])).filter((rule) => isOf(rule, chain))
  for (const rule of rules) {
    const parts = Array.isArray(rule['expr']) ? rule['expr'].map(objectIn) : []
    const verdict = parts.find((part) => 'accept' in part || 'drop' in part || 'reject' in part)
    const conditions = parts.filter((part) => 'match' in part)
    if (isOnlyFor(conditions, 'lo')) continue
    // Other chains are not followed, and extensions of iptables say nothing here.
    if (parts.some((part) => Object.keys(part).some((kind) => !UNDERSTOOD.has(kind)))) return 'unknown'
    if (verdict === undefined) continue
    const forPort = conditions.filter((part) => isPort(part, port))
    if (forPort.length === conditions.length) return 'accept' in verdict ? 'open' : 'closed'
    // For this port, and only under a condition such as a network card.
    if (forPort.length > 0) return 'unknown'
  }
  return chain.policy === 'drop' ? 'closed' : 'open'
}

function isOnlyFor(conditions: readonly Json[], device: string): boolean {
  return conditions.some((part) => objectIn(part['match'])['right'] === device)
}

/** `tcp dport 8787`, a set of ports or a range. */
function isPort(part: Json, port: number): boolean {
  const { left, right, op } = objectIn(part['match'])
  const { protocol, field } = objectIn(objectIn(left)['payload'])
  if (op !== '==' || protocol !== 'tcp' || field !== 'dport') return false
  const members = objectIn(right)['set']
  return (Array.isArray(members) ? members : [right]).some((member) => isIn(member, port))
}

function isIn(member: unknown, port: number): boolean {
  if (member === port) return true
  const { range } = objectIn(member)
  if (!Array.isArray(range)) return false
  const [first, last] = range.map(Number)
  return first !== undefined && last !== undefined && first <= port && port <= last
}

function isOf(rule: Json, { family, table, name }: Chain): boolean {
  return rule['family'] === family && rule['table'] === table && rule['chain'] === name
}

function chainIn(value: unknown): Chain | undefined {
  const chain = objectIn(value)
  const text = (name: string) => (typeof chain[name] === 'string' ? chain[name] : '')
  if (text('name') === '') return undefined
  return {
    family: text('family'),
    table: text('table'),
    name: text('name'),
    hook: text('hook'),
    policy: text('policy'),
  }
}

function entriesIn(text: string): readonly Json[] | undefined {
  try {
    const { nftables } = objectIn(JSON.parse(text))
    return Array.isArray(nftables) ? nftables.map(objectIn) : undefined
  } catch {
    return undefined
  }
}

function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
