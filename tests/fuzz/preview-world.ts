import { hash } from '@node-rs/argon2'
import Database from 'better-sqlite3'
import { join, resolve } from 'node:path'
import { permissionsOf } from '../../src-server/contract/permissions.ts'
import type { Log } from '../../src-server/contract/ports.ts'
import { createLocalCopies } from '../../src-server/copies/copies.ts'
import type { Actor } from '../../src-server/domain/access/scope.ts'
import { readKitsFrom } from '../../src-server/entry/adapters/kit-folder.ts'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { createCallHandling, type CallHandling } from '../../src-server/entry/call-handling.ts'
import type { Stores } from '../../src-server/entry/stores.ts'
import type { HttpReply, RawCall } from '../../src-server/runtime/call.ts'
import { CallCounter } from '../../src-server/runtime/call-counter.ts'
import { createRuntime } from '../../src-server/runtime/pipeline.ts'
import {
  createApplicationServices,
  type ApplicationServices,
} from '../../src-server/services/applications/create-application-services.ts'
import { createCodeServices } from '../../src-server/services/codes/create-code-services.ts'
import type { CodeImports } from '../../src-server/services/codes/code-imports.ts'
import {
  closeServiceContext,
  loadAccounts,
  loadServiceContext,
  type ServiceContext,
} from '../../src-server/services/service-context.ts'
import { createSessionServices } from '../../src-server/services/session/create-session-services.ts'
import { addOperator, PASSWORD } from '../integration/operators.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { QUICK, START, TestServer } from '../support/test-server.ts'
import { openFuzzStores } from './fuzz-stores.ts'

/** The maximum number of codes. */
const MOST_CODES = 1000
export const DEVELOPER = { name: 'a developer', password: PASSWORD }
export const SHUT_OUT = { name: 'a banned developer', password: PASSWORD }
/** Names of accounts of applications. */
export const USER_PASSWORD = 'Abc.123'
/** Its base address is off the allow list. */
export const FORBIDDEN_BASE = 'https://elsewhere.example'

/**
 * The runtime without listeners and periodic tasks: nothing changes by itself, so every change comes from a
 * call.
 */
export interface PreviewWorld {
  readonly context: ServiceContext
  readonly applications: ApplicationServices
  readonly codeImports: CodeImports
  readonly inspector: CallHandling['inspector']
  readonly stores: Stores
  readonly clock: ManualClock
  readonly owner: Actor
  readonly passwordHash: string
  readonly developerId: number
  readonly bannedAgentId: number
  /** Internal errors, from the log. */
  readonly errors: readonly string[]
  answer(call: RawCall): HttpReply | Promise<HttpReply>
  /**
   * The server's memory of these applications and the number of database writes, when nothing is under way.
   */
  look(apps: readonly number[]): Promise<string>
  /** Every row of both databases, after all pending writes. */
  dump(): Promise<string>
  end(): Promise<void>
}

export async function openPreviewWorld(): Promise<PreviewWorld> {
  const { server, developerId, bannedAgentId } = await fillServer()
  const { folder } = server
  const logged = { errors: [] as string[], warnings: 0, messages: 0 }
  const log: Log = {
    info: () => undefined,
    warn: () => {
      logged.warnings++
    },
    error: (event, error) => {
      logged.errors.push(`${event}: ${error instanceof Error ? String(error.stack) : String(error)}`)
    },
  }
  const clock = new ManualClock(START)
  const stores = await openFuzzStores(server, clock, log)
  const { store, telemetry } = stores
  const random = cryptoRandom
  const context = await loadServiceContext({
    store,
    telemetry,
    copy: createLocalCopies().join(log),
    clock,
    random,
    log,
    utcOffset: () => 0,
    processClock: { steadyMs: () => clock.steadyMs(), trusted: undefined },
  })
  const session = createSessionServices({ ...context, passwordCost: QUICK })
  const links = { resolve: () => Promise.resolve({ failed: 'none here' }), isShared: () => false }
  const applications = await createApplicationServices({
    ...context,
    publicAddress: () => ({ url: 'http://127.0.0.1/' }),
    links,
  })
  const calls = createCallHandling({
    context,
    signatureLog: stores.signatureLog,
    session,
    applications,
    messenger: {
      allows: (base) => base !== FORBIDDEN_BASE,
      send: ({ base }) => {
        logged.messages++
        return Promise.resolve(base === FORBIDDEN_BASE ? { failed: 'base' } : 'sent')
      },
    },
    kitSources: readKitsFrom(resolve(import.meta.dirname, '../..')),
    addressFor: () => 'http://127.0.0.1:8787/',
  })
  await loadAccounts(context)
  await calls.services.deviceLogons.catchUp()
  context.bans.put(bannedAgentId, true)
  const { registry, devices, journal, writeBehind, watches } = context
  const codes = createCodeServices({ ...context, applications: applications.applications })
  const watching = new Database(join(folder, 'pulsekey.db'), { readonly: true })
  const owner: Actor = {
    operatorId: 1,
    personId: 1,
    name: 'owner',
    role: 'owner',
    permissions: permissionsOf('owner'),
    ip: '127.0.0.1',
  }
  return {
    context,
    applications,
    codeImports: codes.codeImports,
    inspector: calls.inspector,
    stores,
    clock,
    owner,
    passwordHash: await hash(USER_PASSWORD, QUICK),
    developerId,
    bannedAgentId,
    errors: logged.errors,
    answer: createRuntime({ ...calls, registry, counter: new CallCounter(), clock, log }),
    look: async (apps) => {
      // A pulse is answered before its confirmation is written: this waits behind it.
      await stores.store.preview(() => Promise.resolve())
      return JSON.stringify({
        commits: watching.pragma('data_version', { simple: true }),
        logged,
        devices: [...devices.all()].filter(({ device }) => apps.includes(device.appId)),
        applications: apps.map((app) => ({ ...registry.find(app), grants: [...registry.find(app)!.grants] })),
        calls: apps.map((app) => calls.callLog.newest(app, 1)),
        refusals: [...watches.refusals.clusters(clock.now())],
        watched: Array.from({ length: MOST_CODES }, (_, id) => watches.addresses.watches('code', id)),
        crowds: [...watches.addresses.crowds(clock.now())],
        events: [...watches.events.all()],
      })
    },
    dump: async () => {
      writeBehind.flush()
      await journal.drain()
      // This is answered after everything that was queued before.
      for await (const _ of stores.telemetry.latest());
      return ['pulsekey.db', 'telemetry.db'].map((file) => dumpFile(join(folder, file))).join('\n')
    },
    end: async () => {
      watching.close()
      applications.fileLinks.close()
      applications.updateAddresses.close()
      await codes.recycleBin.close()
      await closeServiceContext(context)
      await stores.close()
      await server.end()
    },
  }
}

async function fillServer() {
  const server = await TestServer.start()
  const developerId = await addOperator(server, DEVELOPER.name, 'developer')
  const shutOutId = await addOperator(server, SHUT_OUT.name, 'developer')
  await server.act('developer_ban', { id: shutOutId, reason: 'fraud' })
  const bannedAgentId = await addOperator(server, 'a banned agent', 'agent')
  await server.close()
  return { server, developerId, bannedAgentId }
}

function dumpFile(file: string): string {
  const db = new Database(file, { readonly: true })
  try {
    const tables = db
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY name`,
      )
      .pluck()
      .all()
    return tables
      .map((table) => `${table} ${JSON.stringify(db.prepare(`SELECT * FROM "${table}"`).all())}`)
      .join('\n')
  } finally {
    db.close()
  }
}
