import type { FirewallState } from '../../../contract/reach-ports.ts'
import type { RunCommand } from './run-command.ts'

/**
 * Windows Defender Firewall. It asks the firewall's own interface and not `netsh`, whose words are in the system's
 * language. Anyone may read it. Each line: `profile on` or `rule action profiles ports program`.
 */
const SCRIPT = `
$ErrorActionPreference = 'Stop'
$policy = New-Object -ComObject HNetCfg.FwPolicy2
foreach ($bit in 1, 2, 4) {
  if (($policy.CurrentProfileTypes -band $bit) -ne 0) {
    "profile|$bit|$($policy.FirewallEnabled($bit))|$($policy.DefaultInboundAction($bit))|$($policy.BlockAllInboundTraffic($bit))"
  }
}
foreach ($rule in $policy.Rules) {
  if ($rule.Enabled -and $rule.Direction -eq 1 -and ($rule.Protocol -eq 6 -or $rule.Protocol -eq 256)) {
    "rule|$($rule.Profiles)|$($rule.Action)|$($rule.LocalPorts)|$($rule.RemoteAddresses)|$($rule.ApplicationName)"
  }
}`

const BLOCK = '0'
const ALLOW = '1'
const ANYONE = new Set(['', '*'])

interface Profile {
  readonly bit: number
  readonly isOn: boolean
  readonly lets: boolean
  readonly blocksAll: boolean
}

/** @param program the file of the running program: rules are for programs, too */
export async function readWindows(port: number, program: string, run: RunCommand): Promise<FirewallState> {
  const command = `netsh advfirewall firewall add rule name="Pulsekey ${port}" dir=in action=allow protocol=TCP localport=${port}`
  const script = Buffer.from(SCRIPT, 'utf16le').toString('base64')
  const end = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-EncodedCommand', script])
  const state = 'missing' in end || end.code !== 0 ? 'unknown' : judge(end.output, port, program)
  return { tool: 'windows', state, command }
}

function judge(output: string, port: number, program: string): FirewallState['state'] {
  const lines = output.split(/\r?\n/).map((line) => line.trim().split('|'))
  const profiles = lines
    .filter(([kind]) => kind === 'profile')
    .map(([, bit, on, action, all]): Profile => ({
      bit: Number(bit),
      isOn: on === 'True',
      lets: action === ALLOW,
      blocksAll: all === 'True',
    }))
  if (profiles.length === 0) return 'unknown'
  const active = profiles.filter(({ isOn }) => isOn)
  if (active.length === 0) return 'off'
  const rules = lines.filter(([kind, , , ports = '', , file = '']) => {
    const isOfProgram = file === '' || file.toLowerCase() === program.toLowerCase()
    return kind === 'rule' && isOfProgram && hasPort(ports, port)
  })
  const matches = (bit: number, action: string) =>
    rules.some(
      ([, of, does, , from = '']) =>
        (Number(of) & bit) !== 0 && does === action && (action === BLOCK || ANYONE.has(from)),
    )
  const isOpen = ({ bit, lets, blocksAll }: Profile) =>
    !blocksAll && !matches(bit, BLOCK) && (lets || matches(bit, ALLOW))
  return active.every(isOpen) ? 'open' : 'closed'
}

/** `*`, `80,8000-8100`, or a word such as `RPC`. */
function hasPort(ports: string, port: number): boolean {
  return ports.split(',').some((part) => {
    if (part === '*' || part === '') return true
    const [first, last = first] = part.split('-').map(Number)
    return first !== undefined && last !== undefined && first <= port && port <= last
  })
}
