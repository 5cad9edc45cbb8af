import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireFailoverTools } from '../../../build/launch/failover-tools.ts'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'
import { createAccounts, createApp } from '../fixture.ts'
import { loopPerCall, measureAll, ratioIn, type Result } from '../measure.ts'
import { atMost, type Goal } from '../report/goals.ts'
import { describeResults } from '../report/table.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import { ACCOUNTS, describeCircumstances, mt5Subject, type Circumstances } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const CONFIGURATION = fileURLToPath(new URL('../../../docs/scale/haproxy.cfg', import.meta.url))
const [DIRECT, BEHIND] = ['mt5pulse, direct', 'mt5pulse, behind HAProxy']
/** The same rate for both: what a second costs without a call is the same share of each. */
const RATE = 3000
const CIRCUMSTANCES: readonly Circumstances[] = [
  { connections: 64, keepAlive: true, callsPerSecond: RATE },
  { connections: 64, keepAlive: false, callsPerSecond: RATE },
]
const MOST = 1.2

interface Proxy {
  readonly url: URL
  stop(): Promise<void>
}

/** HAProxy as docs/scale.md has it, with one copy behind it, and without the database. */
async function startProxy(folder: string, server: URL): Promise<Proxy> {
  const port = await freePort()
  const text = readFileSync(CONFIGURATION, 'utf8')
    .replace(/^listen (state|primary)\n(?: .*\n|#.*\n|\n)*?(?=\n#)/gm, '')
    .replace(/^ {2}bind :443 .*\n/m, '')
    .replace(/^ {2}(user|group) .*\n/gm, '')
    .replace('maxconn 40000', 'maxconn 4000')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}server b1 .*\n/gm, '')
    .replaceAll('ADDRESS_OF_A:8781', server.host)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = new URL(`http://127.0.0.1:${port}`)
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy refuses ${file}`)
    return (await fetch(new URL('/ready', url)).catch(() => undefined))?.status === 200
  }, 'HAProxy')
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function goalOf(results: readonly Result[], circumstances: Circumstances): Goal {
  const measured = ratioIn(results, BEHIND, DIRECT, loopPerCall)
  return atMost(
    `a pulse behind HAProxy / direct, loop a call, ${describeCircumstances(circumstances)}`,
    measured,
    MOST,
  )
}

/** A pulse that comes through HAProxy, which names the program's address, costs the server as much as a direct one. */
async function run({ load, pace, makeDataDir, progress, print }: PartContext) {
  requireFailoverTools()
  const server = await startServer(makeDataDir())
  let proxy: Proxy | undefined
  try {
    const session = await signIn(server.console)
    const { app } = await createApp(session, 'plain')
    await createAccounts(session, app, ACCOUNTS)
    await session.call('settings_set', {
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
    })
    session.close()
    proxy = await startProxy(makeDataDir(), server.public)
    const direct = mt5Subject('mt5pulse', server, app, { name: DIRECT })
    const { hostname: host, port } = proxy.url
    const behind = { ...direct, name: BEHIND, host, port: Number(port) }
    const [results, goals]: [Result[], Goal[]] = [[], []]
    for (const circumstances of CIRCUMSTANCES) {
      const subjects = [direct, behind]
      await measureAll(load, subjects, circumstances, { ...pace, samples: 1 }, progress)
      const group = await measureAll(load, subjects, circumstances, pace, progress)
      print(`\n${describeCircumstances(circumstances)}`)
      print(describeResults(group, group[0], group[1]))
      results.push(...group)
      goals.push(goalOf(group, circumstances))
    }
    return { results, goals }
  } finally {
    await proxy?.stop()
    await server.stop()
  }
}

export const proxyPart: Part = { name: 'proxy', run }
