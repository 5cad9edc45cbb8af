import { describe, expect, it } from 'vitest'
import { readLinux } from './linux.ts'
import { readMacos } from './macos.ts'
import { judgeRuleset } from './nft-ruleset.ts'
import type { CommandEnd, RunCommand } from './run-command.ts'
import { readWindows } from './windows.ts'

/** A system that has these programs, with what they print. */
function system(ends: Readonly<Record<string, CommandEnd | string>>): RunCommand {
  return async (command, args) => {
    const name = Object.keys(ends).find((start) => `${command} ${args.join(' ')}`.startsWith(start))
    const end = name === undefined ? { missing: true as const } : ends[name]!
    return typeof end === 'string' ? { code: 0, output: end } : end
  }
}

describe('ufw', () => {
  const status = (rules: string, incoming = 'deny') => `Status: active
Logging: on (low)
Default: ${incoming} (incoming), allow (outgoing), disabled (routed)
New profiles: skip

To                         Action      From
--                         ------      ----
${rules}`
  it.each([
    ['open', status('8787/tcp                   ALLOW IN    Anywhere')],
    ['open', status('8000:9000/tcp              ALLOW IN    Anywhere')],
    ['open', status('80,443,8787/tcp            LIMIT IN    Anywhere')],
    ['open', status('8787                       ALLOW IN    Anywhere')],
    ['open', status('', 'allow')],
    ['closed', status('22/tcp                     ALLOW IN    Anywhere')],
    ['closed', status('8787/udp                   ALLOW IN    Anywhere')],
    ['closed', status('8787/tcp                   DENY IN     Anywhere', 'allow')],
    // Only from one place.
    ['closed', status('8787/tcp                   ALLOW IN    10.0.0.0/8')],
  ] as const)('is %s', async (state, output) => {
    expect(await readLinux(8787, system({ 'ufw status': output }))).toEqual({
      tool: 'ufw',
      state,
      command: 'sudo ufw allow 8787/tcp',
    })
  })

  it('says nothing to others than root', async () => {
    const refused = { code: 1, output: 'ERROR: You need to be root to run this script' }
    expect(await readLinux(8787, system({ 'ufw status': refused }))).toMatchObject({ state: 'unknown' })
  })
})

describe('firewalld', () => {
  const running = (ports: string) => ({
    'firewall-cmd --state': 'running\n',
    'firewall-cmd --list-ports': ports,
  })
  it.each([
    ['open', running('22/tcp 8787/tcp\n')],
    ['open', running('8000-9000/tcp\n')],
    ['closed', running('8787/udp 22/tcp\n')],
    ['closed', running('\n')],
  ] as const)('is %s', async (state, ends) => {
    expect(await readLinux(8787, system({ ...ends, 'ufw status': 'Status: inactive' }))).toEqual({
      tool: 'firewalld',
      state,
      command: 'sudo firewall-cmd --permanent --add-port=8787/tcp && sudo firewall-cmd --reload',
    })
  })
})

describe('nftables', () => {
  const chain = (policy: string) => ({
    chain: { family: 'inet', table: 'filter', name: 'input', hook: 'input', policy },
  })
  const rule = (...expr: object[]) => ({ rule: { family: 'inet', table: 'filter', chain: 'input', expr } })
  const port = (right: unknown) => ({
    match: { op: '==', left: { payload: { protocol: 'tcp', field: 'dport' } }, right },
  })
  const from = (device: string) => ({
    match: { op: '==', left: { meta: { key: 'iifname' } }, right: device },
  })
  const known = { match: { op: 'in', left: { ct: { key: 'state' } }, right: ['established', 'related'] } }
  const accept = { accept: null }
  const drop = { drop: null }
  const write = (...entries: object[]) => JSON.stringify({ nftables: [{ metainfo: {} }, ...entries] })

  it.each([
    ['off', write()],
    ['open', write(chain('accept'))],
    ['closed', write(chain('drop'))],
    ['closed', write(chain('drop'), rule(known, accept), rule(from('lo'), accept), rule(port(22), accept))],
    ['open', write(chain('drop'), rule(known, accept), rule(port(8787), { counter: null }, accept))],
    ['open', write(chain('drop'), rule(port({ set: [22, 8787] }), accept))],
    ['open', write(chain('drop'), rule(port({ set: [22, { range: [8000, 9000] }] }), accept))],
    ['open', write(chain('drop'), rule(port({ range: [8000, 9000] }), accept))],
    ['closed', write(chain('accept'), rule(port(8787), drop))],
    ['closed', write(chain('accept'), rule(port(22), accept), rule(drop))],
    // What these rules mean for a caller from outside is not certain.
    ['unknown', write(chain('drop'), rule(from('eth0'), port(8787), accept))],
    ['unknown', write(chain('drop'), rule({ jump: { target: 'services' } }))],
    ['unknown', write(chain('drop'), rule({ xt: null }, accept))],
    ['unknown', 'no JSON'],
  ] as const)('is %s', (state, text) => {
    expect(judgeRuleset(text, 8787).state).toBe(state)
  })

  it('gets a command for its own table and chain', async () => {
    const reader = readLinux(8787, system({ 'nft -j list ruleset': write(chain('drop')) }))
    expect(await reader).toEqual({
      tool: 'nftables',
      state: 'closed',
      command: 'sudo nft insert rule inet filter input tcp dport 8787 accept',
    })
  })

  it('says nothing to others than root, and a system without any tool has no firewall', async () => {
    const refused = { code: 1, output: 'Operation not permitted (you must be root)' }
    expect(await readLinux(8787, system({ 'nft -j': refused }))).toMatchObject({ state: 'unknown' })
    expect(await readLinux(8787, system({}))).toEqual({ tool: 'none', state: 'off', command: '' })
  })
})

describe('Windows Firewall', () => {
  const PROGRAM = 'C:\\Users\\v\\AppData\\Local\\Programs\\Pulsekey\\Pulsekey.exe'
  const profile = 'profile|4|True|0|False'
  const read = (...lines: string[]) =>
    readWindows(8787, PROGRAM, system({ 'powershell.exe': lines.join('\r\n') }))
  it.each([
    ['closed', [profile]],
    ['off', ['profile|4|False|0|False']],
    ['open', ['profile|4|True|1|False']],
    ['open', [profile, `rule|2147483647|1|*|*|${PROGRAM.toLowerCase()}`]],
    ['open', [profile, 'rule|4|1|8000-9000|*|']],
    // Of another profile, another program, other callers, another port.
    ['closed', [profile, 'rule|2|1|8787|*|']],
    ['closed', [profile, 'rule|4|1|8787|*|C:\\other.exe']],
    ['closed', [profile, 'rule|4|1|8787|LocalSubnet|']],
    ['closed', [profile, 'rule|4|1|80,RPC|*|']],
    // A rule that blocks wins.
    ['closed', [profile, 'rule|4|1|8787|*|', `rule|4|0|*|*|${PROGRAM}`]],
    ['closed', ['profile|4|True|1|True', 'rule|4|1|8787|*|']],
    ['unknown', ['nothing']],
  ] as const)('is %s', async (state, lines) => {
    expect((await read(...lines)).state).toBe(state)
  })

  it('gets a command that opens the port, and is unknown without PowerShell', async () => {
    expect(await readWindows(8787, PROGRAM, system({}))).toEqual({
      tool: 'windows',
      state: 'unknown',
      command:
        'netsh advfirewall firewall add rule name="Pulsekey 8787" dir=in action=allow protocol=TCP localport=8787',
    })
  })
})

describe('the firewall of macOS', () => {
  const TOOL = '/usr/libexec/ApplicationFirewall/socketfilterfw'
  const read = (global: string, app: string, all = 'Firewall has block all state set to disabled.') =>
    readMacos(
      '/Applications/Pulsekey.app/Contents/MacOS/Pulsekey',
      system({
        [`${TOOL} --getglobalstate`]: global,
        [`${TOOL} --getappblocked`]: app,
        [`${TOOL} --getblockall`]: all,
      }),
    )
  it.each([
    ['off', 'Firewall is disabled. (State = 0)', 'Incoming connection to the application is permitted'],
    ['open', 'Firewall is enabled. (State = 1)', 'Incoming connection to the application is permitted'],
    ['closed', 'Firewall is enabled. (State = 1)', 'Incoming connection to the application is blocked'],
    ['closed', 'Firewall is enabled. (State = 2)', 'Incoming connection to the application is permitted'],
    ['unknown', 'Firewall is enabled. (State = 1)', 'The application is not part of the firewall'],
  ] as const)('is %s', async (state, global, app) => {
    expect((await read(global, app)).state).toBe(state)
  })

  it('is closed where everything is blocked, and gets a command for the program', async () => {
    const all = 'Firewall has block all state set to enabled.'
    const found = await read('Firewall is enabled. (State = 1)', 'is permitted', all)
    expect(found).toMatchObject({ state: 'closed' })
    expect(found.command).toContain('--add /Applications/Pulsekey.app/Contents/MacOS/Pulsekey')
  })
})
