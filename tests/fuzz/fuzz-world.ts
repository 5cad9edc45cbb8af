import { rmSync } from 'node:fs'
import type { PublicReply, PublicRequest } from '../../src-server/ajax/selfservice/dispatch.ts'
import type { Log } from '../../src-server/contract/ports.ts'
import { RUNTIME_APIS } from '../../src-server/domain/application/capability.ts'
import { DEFAULT_SETTINGS } from '../../src-server/domain/platform/settings.ts'
import { cryptoRandom } from '../../src-server/entry/adapters/crypto-random.ts'
import { composeRequests } from '../../src-server/entry/compose-requests.ts'
import { composeSelfService } from '../../src-server/entry/compose-self-service.ts'
import { composeServices } from '../../src-server/entry/compose-services.ts'
import type { HttpReply, RawCall } from '../../src-server/runtime/call.ts'
import { createRuntime } from '../../src-server/runtime/pipeline.ts'
import { Certifications } from '../../src-server/services/people/certifications.ts'
import type { PlatformSettingsService } from '../../src-server/services/platform/platform-settings.ts'
import { RSA_PRIVATE_KEY } from '../conformance/support/rsa-key.ts'
import type { Settings } from '../conformance/support/scenario.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { START, TestServer } from '../support/test-server.ts'
import { openFuzzStores } from './fuzz-stores.ts'

export const APPKEY = 'FuzzKey'
export const RC4_KEY = 'FuzzRc4Key010001'

/** An application the calls go to. */
export interface Target {
  readonly app: number
  readonly miType: number
}

export interface FuzzWorld {
  readonly targets: readonly Target[]
  /** What went wrong inside, as it was logged. */
  readonly errors: readonly string[]
  answer(call: RawCall): HttpReply | Promise<HttpReply>
  /** ajax.php for everybody, without waiting for its one answer time. */
  answerPublic(request: PublicRequest): Promise<PublicReply | undefined>
  /** Pictures that customers gave, and requests they made. */
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

/** The runtime without its doors, over real files, with an application in each mode and every API granted. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const { folder, targets } = await fillFolder()
  const errors: string[] = []
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (event, error) =>
      errors.push(`${event}: ${error instanceof Error ? String(error.stack) : String(error)}`),
  }
  const clock = new ManualClock(START)
  const random = cryptoRandom
  const stores = await openFuzzStores(folder, clock, log)
  const services = await composeServices({
    stores,
    clock,
    random,
    log,
    messenger: { allows: () => true, send: () => Promise.resolve('sent') },
    links: { resolve: () => Promise.resolve({ failed: 'none here' }), isShared: () => false },
    utcOffset: () => 0,
    ownAddress: () => 'http://127.0.0.1:8787',
  })
  const { registry, runtime, riskWatch } = services
  const platform = {
    platformSettings: { current: DEFAULT_SETTINGS } as unknown as PlatformSettingsService,
    certifications: new Certifications({ store: stores.store, clock }),
  }
  const { requests } = composeRequests({ stores, services, platform, clock, random })
  return {
    targets,
    errors,
    answer: createRuntime({
      registry,
      services: runtime,
      replays: services.replays,
      observer: riskWatch.observer,
      clock,
      log,
    }),
    answerPublic: composeSelfService({
      stores,
      services,
      platform,
      requests,
      clock,
      log,
      pause: () => Promise.resolve(),
    }),
    kept: () =>
      stores.store.read(async (unit) => {
        const query = { limit: 1, offset: 0, sort: 'id', desc: true } as const
        const { total } = await unit.requests.list({ kind: 'everything' }, {}, query)
        return { images: await unit.images.count('request'), requests: total }
      }),
    end: async () => {
      await services.drain()
      await stores.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function fillFolder(): Promise<{ folder: string; targets: Target[] }> {
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
  return { folder: server.folder, targets }
}
