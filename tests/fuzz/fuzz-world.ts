import { resolve } from 'node:path'
import {
  createSelfService,
  type PublicReply,
  type PublicRequest,
} from '../../src-server/ajax/selfservice/dispatch.ts'
import type { Log } from '../../src-server/contract/ports.ts'
import { createLocalCopies } from '../../src-server/copies/copies.ts'
import { RUNTIME_APIS } from '../../src-server/domain/application/capability.ts'
import { DEFAULT_SETTINGS } from '../../src-server/domain/platform/settings.ts'
import { readKitsFrom } from '../../src-server/entry/adapters/kit-folder.ts'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { createCallHandling } from '../../src-server/entry/call-handling.ts'
import type { HttpReply, RawCall } from '../../src-server/runtime/call.ts'
import { CallCounter } from '../../src-server/runtime/call-counter.ts'
import { createRuntime } from '../../src-server/runtime/pipeline.ts'
import { AccountRecharges } from '../../src-server/services/accounts/account-recharges.ts'
import { createApplicationServices } from '../../src-server/services/applications/create-application-services.ts'
import { Devices } from '../../src-server/services/devices/devices.ts'
import { Certifications } from '../../src-server/services/people/certifications.ts'
import { createPerformanceServices } from '../../src-server/services/performance/create-performance-services.ts'
import { createRequestServices } from '../../src-server/services/requests/create-request-services.ts'
import { createSelfServices } from '../../src-server/services/selfservice/create-self-services.ts'
import {
  closeServiceContext,
  loadAccounts,
  loadServiceContext,
} from '../../src-server/services/service-context.ts'
import { PublicAddressService } from '../../src-server/services/platform/public-address.ts'
import { createSessionServices } from '../../src-server/services/session/create-session-services.ts'
import { RSA_PRIVATE_KEY } from '../conformance/support/rsa-key.ts'
import type { Settings } from '../conformance/support/scenario.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { START, TestServer } from '../support/test-server.ts'
import { openFuzzStores } from './fuzz-stores.ts'

export const APPKEY = 'FuzzKey'
export const RC4_KEY = 'FuzzRc4Key010001'

/** An application that the calls go to. */
export interface Target {
  readonly app: number
  readonly miType: number
}

export interface FuzzWorld {
  readonly targets: readonly Target[]
  readonly clock: ManualClock
  /** Internal errors, from the log. */
  readonly errors: readonly string[]
  answer(call: RawCall): HttpReply | Promise<HttpReply>
  /** ajax.php for everybody, without the fixed answer time. */
  answerPublic(request: PublicRequest): Promise<PublicReply | undefined>
  /** Waits until the history of the codes is on disk. */
  drain(): Promise<void>
  /** Pictures and requests of customers. */
  kept(): Promise<{ readonly images: number; readonly requests: number }>
  end(): Promise<void>
}

const MODES: readonly Settings[] = [
  { sign: false, window: 0 },
  {},
  ...([1, 2, 3, 10] as const).map((mi_type) => ({ encrypt: true, mi_type })),
  { encrypt: true, mi_type: 3, sign: false, data_urldecode: true },
  { encrypt: true, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY },
  { encrypt: true, mi_type: 4, rsa_private_key: RSA_PRIVATE_KEY, rsa_oaep: true },
]

/** The runtime without listeners, over real files, with an application in each mode and every API granted. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const { server, targets } = await fillServer()
  const errors: string[] = []
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (event, error) =>
      errors.push(`${event}: ${error instanceof Error ? String(error.stack) : String(error)}`),
  }
  const clock = new ManualClock(START)
  const random = cryptoRandom
  const stores = await openFuzzStores(server, clock, log)
  const { store, telemetry } = stores
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
  const { registry } = context
  const links = { resolve: () => Promise.resolve({ failed: 'none here' }), isShared: () => false }
  const applications = await createApplicationServices({
    ...context,
    publicAddress: () => ({ url: 'http://127.0.0.1/' }),
    links,
  })
  const calls = createCallHandling({
    context,
    signatureLog: stores.signatureLog,
    session: createSessionServices(context),
    applications,
    messenger: { allows: () => true, send: () => Promise.resolve('sent') },
    kitSources: readKitsFrom(resolve(import.meta.dirname, '../..')),
    addressFor: () => 'http://127.0.0.1:8787/',
  })
  await loadAccounts(context)
  await calls.services.deviceLogons.catchUp()
  const deviceService = new Devices({ ...context, applications: applications.applications })
  const settings = { current: DEFAULT_SETTINGS }
  const publicAddress = new PublicAddressService({
    stored: () => '',
    listening: () => DEFAULT_SETTINGS.listeners,
    listeners: { urls: { public: 'http://127.0.0.1:8787', secure: '', console: '' } },
    lanAddress: () => undefined,
  })
  const { requests } = createRequestServices({ ...context, settings })
  return {
    targets,
    clock,
    errors,
    answer: createRuntime({ ...calls, registry, counter: new CallCounter(), clock, log }),
    answerPublic: createSelfService({
      services: {
        ...createSelfServices({ ...context, requests }),
        registry,
        platformSettings: settings,
        publicAddress,
        certifications: new Certifications({ store, clock }),
        requests,
        accountRecharges: new AccountRecharges(context),
        kitLinks: calls.kitLinks,
        reportLinks: createPerformanceServices({ ...context, deviceService }).reportLinks,
      },
      clock,
      log,
      pause: () => Promise.resolve(),
    }),
    drain: () => context.journal.drain(),
    kept: () =>
      stores.store.read(async (unit) => {
        const query = { limit: 1, offset: 0, sort: 'id', desc: true } as const
        const { total } = await unit.requests.list({ kind: 'everything' }, {}, query)
        return { images: await unit.images.count('request'), requests: total }
      }),
    end: async () => {
      applications.fileLinks.close()
      applications.updateAddresses.close()
      await closeServiceContext(context)
      await stores.close()
      await server.end()
    },
  }
}

async function fillServer(): Promise<{ server: TestServer; targets: Target[] }> {
  const server = await TestServer.start()
  const targets: Target[] = []
  for (const settings of MODES) {
    const { app } = await server.act('app_create', { name: 'Fuzz' })
    await server.act('app_update', {
      app,
      ...settings,
      appkey: APPKEY,
      rc4_key: RC4_KEY,
      mt5: { enabled: true },
    })
    await server.act('code_import', { app, rows: [{ kami: 'K', type: 'permanent' }] })
    const bound = { kami: 'BOUND', type: 'permanent' as const, markcode: 'PC', use_time: START }
    await server.act('code_import', { app, rows: [bound, { ...bound, kami: 'UPLOADS' }] })
    await server.act('device_create', { app, account_key: '1@A', vip: 4_102_243_200 })
    for (const api of RUNTIME_APIS) await server.act('app_api_set', { app, api, on: true })
    targets.push({ app, miType: settings.encrypt === true ? (settings.mi_type ?? 0) : 0 })
  }
  await server.close()
  return { server, targets }
}
