import type { FirewallState } from '../../../contract/reach-ports.ts'
import type { RunCommand } from './run-command.ts'

const TOOL = '/usr/libexec/ApplicationFirewall/socketfilterfw'

/** The application firewall of macOS, whose rules are for programs. */
export async function readMacos(program: string, run: RunCommand): Promise<FirewallState> {
  const file = /^[\w./-]+$/.test(program) ? program : `"${program}"`
  const command = `sudo ${TOOL} --add ${file} && sudo ${TOOL} --unblockapp ${file}`
  const global = await run(TOOL, ['--getglobalstate'])
  const of = await run(TOOL, ['--getappblocked', program])
  const all = await run(TOOL, ['--getblockall'])
  if ('missing' in global || 'missing' in of || 'missing' in all)
    return { tool: 'macos', state: 'unknown', command }
  return { tool: 'macos', state: judge(global.output, of.output, all.output), command }
}

function judge(global: string, of: string, all: string): FirewallState['state'] {
  if (/disabled|State = 0/i.test(global)) return 'off'
  if (!/enabled|State = [12]/i.test(global)) return 'unknown'
  if (/State = 2/.test(global) || (/enabled/i.test(all) && !/disabled/i.test(all))) return 'closed'
  if (/permitted|ALLOW/i.test(of)) return 'open'
  // A program that is not in the list: the system asks a person, or lets it in where it is signed.
  return /blocked/i.test(of) && !/not part/i.test(of) ? 'closed' : 'unknown'
}
