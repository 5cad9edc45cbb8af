import { fileURLToPath } from 'node:url'
import { sealHex } from '../simulator/wire/rc4.ts'
import { sealAes } from '../../src-server/wire/cipher/aes-reply.ts'
import type { BenchApp, Guard } from './fixture.ts'
import type { CallPlan, Sample, Way } from './load/protocol.ts'
import type { StartedProcess, StartedServer } from './server/start-server.ts'
import { startProcess } from './server/start-server.ts'

export interface Circumstances {
  readonly connections: number
  readonly keepAlive: boolean
  /** The rate of calls. Absent: each connection sends its next call at once. */
  readonly callsPerSecond?: number
}

export function describeCircumstances({ connections, keepAlive }: Circumstances): string {
  return `${connections} connections, ${keepAlive ? 'keep-alive' : 'a connection a call'}`
}

/** A program that answers calls and is measured. */
export interface Subject {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly pid: number
  plan(seed: number): CallPlan
  readonly expect: string
  /** Its own circumstances, in place of those of the other subjects. */
  readonly circumstances?: Circumstances
}

export const NODE_HTTP = 'node:http echo'
export const EXPRESS = 'Express echo'
/** Compared with none: it shows the limit of the machine and of Node's sockets. */
export const FLOOR = 'net floor'
const SUCCESS = '{"code":200'
/** The digits of a block of AES in hex. */
const AES_BLOCK_DIGITS = 32
/** The echoes get the pulses of as many accounts as the server. */
export const ACCOUNTS = 10_000

export async function startReferences(): Promise<{ subjects: Subject[]; processes: StartedProcess[] }> {
  const start = async (name: string, file: string) => {
    const path = fileURLToPath(new URL(`./references/${file}`, import.meta.url))
    const started = await startProcess(path, ['0'], /^ready (\d+)$/m, { env: { NODE_ENV: 'production' } })
    const subject: Subject = {
      name,
      host: '127.0.0.1',
      port: Number(started.line[1]),
      pid: started.pid,
      plan: (seed) => ({ kind: 'mt5pulse', way: 'POST', app: 10001, accounts: ACCOUNTS, seed }),
      expect: SUCCESS,
    }
    return { subject, started }
  }
  const all = [
    await start(NODE_HTTP, 'node-http.ts'),
    await start(EXPRESS, 'express.ts'),
    await start(FLOOR, 'net.ts'),
  ]
  return { subjects: all.map(({ subject }) => subject), processes: all.map(({ started }) => started) }
}

function at(server: StartedServer): Pick<Subject, 'host' | 'port' | 'pid'> {
  return { host: server.public.hostname, port: Number(server.public.port), pid: server.pid }
}

/** A run of the accounts. */
export interface Part {
  readonly from: number
  readonly accounts: number
}

export const ALL_ACCOUNTS: Part = { from: 0, accounts: ACCOUNTS }

export function mt5Subject(
  kind: 'mt5pulse' | 'mt5logon' | 'ini',
  server: StartedServer,
  app: number,
  { way = 'POST', name = kind, ...part }: Partial<Part> & { way?: Way; name?: string } = {},
): Subject {
  return {
    ...at(server),
    name,
    plan: (seed) => ({ kind, way, app, ...ALL_ACCOUNTS, ...part, seed }),
    expect: SUCCESS,
  }
}

export function kmlogonSubject(
  server: StartedServer,
  bench: BenchApp,
  way: Way = 'POST',
  name = `kmlogon ${bench.guard}`,
): Subject {
  const { app, appkey, rc4Key, rsaPublicKey, kamis, guard } = bench
  return {
    ...at(server),
    name,
    plan: (seed) => ({
      kind: 'kmlogon',
      way,
      app,
      appkey,
      rc4Key,
      rsaPublicKey,
      kamis,
      guard,
      time: Math.floor(Date.now() / 1000),
      seed,
    }),
    expect: sealedSuccess(guard, rc4Key),
  }
}

/** Nine pulses beside each login of a plain application. Its calls repeat. */
export function mixedSubject(server: StartedServer, bench: BenchApp, part = ALL_ACCOUNTS): Subject {
  const [pulses, logins] = [mt5Subject('mt5pulse', server, bench.app, part), kmlogonSubject(server, bench)]
  const plan = (seed: number): CallPlan => ({
    ...{ kind: 'mix', way: 'POST', seed },
    ...{ pulses: pulses.plan(seed), logins: logins.plan(seed) },
  })
  return { ...pulses, name: 'mix', plan }
}

/** One key gives one key stream: encrypted answers with the same start have the same first bytes. */
function sealedSuccess(guard: Guard, rc4Key: string): string {
  if (guard === 'rc4') return sealHex(rc4Key, SUCCESS)
  return guard === 'rsa' ? sealAes(`${SUCCESS},"msg":`, rc4Key).slice(0, AES_BLOCK_DIGITS) : SUCCESS
}

export function sampleOf(
  subject: Subject,
  seed: number,
): Pick<Sample, 'host' | 'port' | 'pid' | 'plan' | 'expect'> {
  const { host, port, pid, expect } = subject
  return { host, port, pid, expect, plan: subject.plan(seed) }
}
