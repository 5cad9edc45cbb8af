import type { FirewallState } from '../../../contract/reach-ports.ts'
import { judgeRuleset } from './nft-ruleset.ts'
import type { RunCommand } from './run-command.ts'

/** The firewall of Linux: ufw or firewalld where one of them rules, else the rules of nftables themselves. */
export async function readLinux(port: number, run: RunCommand): Promise<FirewallState> {
  return (await readUfw(port, run)) ?? (await readFirewalld(port, run)) ?? readNft(port, run)
}

async function readUfw(port: number, run: RunCommand): Promise<FirewallState | undefined> {
  const end = await run('ufw', ['status', 'verbose'])
  if ('missing' in end) return undefined
  const command = `sudo ufw allow ${port}/tcp`
  // Only root may read it.
  if (end.code !== 0) return { tool: 'ufw', state: 'unknown', command }
  // Another firewall may rule, or none.
  if (!/^Status: active/m.test(end.output)) return undefined
  return { tool: 'ufw', state: judgeUfw(end.output, port), command }
}

function judgeUfw(status: string, port: number): FirewallState['state'] {
  const rules = [...status.matchAll(/^(\S+)(?:\s+\(v6\))?\s+(ALLOW|DENY|REJECT|LIMIT)(?: IN)?\s+Anywhere/gm)]
  const first = rules.find(([, place = '']) => {
    const [ports = '', protocol = 'tcp'] = place.split('/')
    return protocol === 'tcp' && (ports === 'Anywhere' || hasPort(ports, port))
  })
  if (first !== undefined) return first[2] === 'ALLOW' || first[2] === 'LIMIT' ? 'open' : 'closed'
  return /^Default: allow \(incoming\)/m.test(status) ? 'open' : 'closed'
}

async function readFirewalld(port: number, run: RunCommand): Promise<FirewallState | undefined> {
  const state = await run('firewall-cmd', ['--state'])
  if ('missing' in state) return undefined
  const command = `sudo firewall-cmd --permanent --add-port=${port}/tcp && sudo firewall-cmd --reload`
  if (/not running/.test(state.output)) return undefined
  if (state.code !== 0) return { tool: 'firewalld', state: 'unknown', command }
  const ports = await run('firewall-cmd', ['--list-ports'])
  if ('missing' in ports || ports.code !== 0) return { tool: 'firewalld', state: 'unknown', command }
  const open = ports.output.split(/\s+/).some((place) => {
    const [range = '', protocol] = place.split('/')
    return protocol === 'tcp' && hasPort(range, port)
  })
  return { tool: 'firewalld', state: open ? 'open' : 'closed', command }
}

async function readNft(port: number, run: RunCommand): Promise<FirewallState> {
  const command = `sudo nft add rule inet filter input tcp dport ${port} accept`
  const end = await run('nft', ['-j', 'list', 'ruleset'])
  // Without the tool nobody has made rules.
  if ('missing' in end) return { tool: 'none', state: 'off', command: '' }
  if (end.code !== 0) return { tool: 'nftables', state: 'unknown', command }
  return { tool: 'nftables', ...judgeRuleset(end.output, port) }
}

/** `80`, `80:90` or `80-90`, several after commas. */
function hasPort(ports: string, port: number): boolean {
  return ports.split(',').some((part) => {
    const [first, last = first] = part.split(/[:-]/).map(Number)
    return first !== undefined && last !== undefined && first <= port && port <= last
  })
}
