import { PERMANENT_VIP } from '../../src-server/contract/limits.ts'
import { CAPABILITIES } from '../../src-server/contract/records/capability.ts'
import type { ImportedCode } from '../../src-server/contract/records/code.ts'
import type { Application } from '../../src-server/domain/application/application.ts'
import { newAccount } from '../../src-server/domain/account/account.ts'
import { newDevice } from '../../src-server/domain/device/device.ts'
import { RSA_PRIVATE_KEY } from '../conformance/support/rsa-key.ts'
import type { Random } from '../simulator/random.ts'
import { FORBIDDEN_BASE, type PreviewWorld } from './preview-world.ts'

export const APPKEY = 'PreviewKey12'
export const RC4_KEY = 'PreviewRc4Key123'
export const OLD = { appkey: 'OlderKey', rc4Key: 'OlderRc4Key0001' }
export const BIND_SECRET = 'the bridge'
export const DAY = 86_400

/** Machines of codes, and trading accounts. */
export const MACHINES = ['PC', 'pc', 'OTHER-PC', '7001@Demo', '7002@Demo', '7009@Demo'] as const
export const ACCOUNTS = [
  '7001@Demo',
  '7002@Demo',
  '7003@Demo',
  '7004@Demo',
  '7005@Demo',
  '7009@Demo',
] as const
const HOME = '127.0.0.1'
const ELSEWHERE = '203.0.113.9'

/** Codes of every type in every state, by name. Calls change these states further. */
function codesAt(now: number, bannedAgent: number): ImportedCode[] {
  const bound = { markcode: 'PC', ip: HOME, use_time: now - DAY }
  const ofAccount = { markcode: '7001@Demo', ip: HOME, use_time: now - DAY }
  return [
    { kami: 'TIME', type: 'time', unit: 'day', amount: 30 },
    { kami: 'TIME-2', type: 'time', unit: 'day', amount: 30 },
    { kami: 'TIME-BOUND', type: 'time', unit: 'day', amount: 30, end_time: now + 20 * DAY, ...bound },
    { kami: 'TIME-SHORT', type: 'time', unit: 'day', amount: 30, end_time: now + 60, ...bound },
    { kami: 'TIME-OVER', type: 'time', unit: 'day', amount: 30, end_time: now - 5, ...bound },
    {
      kami: 'TIME-ELSEWHERE',
      type: 'time',
      unit: 'day',
      amount: 30,
      ...bound,
      ip: ELSEWHERE,
      end_time: now + DAY,
    },
    { kami: 'PERMANENT-ELSEWHERE', type: 'permanent', ...bound, ip: ELSEWHERE },
    { kami: 'TIME-OF-ACCOUNT', type: 'time', unit: 'day', amount: 30, end_time: now + DAY, ...ofAccount },
    { kami: 'COUNT', type: 'count', left: 3 },
    { kami: 'COUNT-BOUND', type: 'count', left: 50, ...bound },
    { kami: 'COUNT-LAST', type: 'count', left: 1, ...bound },
    { kami: 'COUNT-NONE', type: 'count', left: 0, ...bound },
    { kami: 'COUNT-ENDLESS', type: 'count', left: 999_999_999 },
    { kami: 'VIP', type: 'vip' },
    { kami: 'VIP-BOUND', type: 'vip', ...bound },
    { kami: 'PERMANENT', type: 'permanent' },
    { kami: 'PERMANENT-BOUND', type: 'permanent', ...bound },
    { kami: 'PERMANENT-UNBOUND-OFTEN', type: 'permanent', ...bound, unbinds: 3, last_unbind: now - 10 },
    { kami: 'POINTS', type: 'points', left: 10 },
    { kami: 'DISABLED', type: 'permanent', disabled: true, ...bound },
    { kami: 'OF-BANNED', type: 'permanent', agent: bannedAgent },
    { kami: 'K'.repeat(64), type: 'permanent' },
  ]
}
export const KAMIS = codesAt(0, 1).map(({ kami }) => kami)

/**
 * An application with codes, trading accounts, user accounts and files in every state. @returns its number
 */
export async function layApplication(world: PreviewWorld): Promise<number> {
  const { applications, codeImports, owner, clock, bannedAgentId } = world
  const now = clock.now()
  const { app } = await applications.applications.create(owner, 'Preview')
  const rows = codesAt(now, bannedAgentId)
  const { skipped } = await codeImports.import(owner, app, rows, { dryRun: false })
  if (skipped.length > 0) throw new Error(`codes that can't be imported: ${JSON.stringify(skipped)}`)
  await layAccounts(world, app, now)
  await world.stores.store.write(
    async (unit) => {
      const file = {
        appId: app,
        kind: 'direct',
        url: 'https://example.org/a',
        password: '',
        note: '',
      } as const
      const unresolved = { resolvedUrl: '', resolvedAt: null, resolveError: '', createdAt: now }
      await unit.files.insert({ ...file, ...unresolved, enabled: true })
      await unit.files.insert({ ...file, ...unresolved, enabled: false })
    },
    { durable: false },
  )
  await tune(world, app, { appkey: APPKEY, rc4Key: RC4_KEY, rsaPrivateKey: RSA_PRIVATE_KEY })
  for (const api of CAPABILITIES)
    await applications.capabilities.switch(owner, app, api, { switchedOn: true })
  return app
}

async function layAccounts(world: PreviewWorld, app: number, now: number): Promise<void> {
  const { context, stores, passwordHash } = world
  const devices = [
    { accountKey: '7001@Demo', vip: now + 30 * DAY, messengerOpenId: 'ou_7001', disabled: false },
    { accountKey: '7002@Demo', vip: PERMANENT_VIP, messengerOpenId: 'ou_7002', disabled: false },
    { accountKey: '7003@Demo', vip: now - 1, messengerOpenId: '', disabled: false },
    { accountKey: '7004@Demo', vip: now + DAY, messengerOpenId: 'ou_7004', disabled: true },
    { accountKey: '7005@Demo', vip: now + 2, messengerOpenId: '', disabled: false },
  ]
  await stores.store.write(
    async (unit) => {
      for (const { accountKey, messengerOpenId, ...fields } of devices) {
        const device = { ...newDevice(app, accountKey, now), license: '', agentId: null, ...fields }
        const { id } = (await unit.devices.insert(device))!
        const made = (await unit.devices.update(id, { messengerOpenId, disabled: fields.disabled }))!
        unit.afterCommit(() => {
          context.devices.putDevice(made)
        })
      }
      for (const [user, disabled] of [
        ['known_user', false],
        ['locked_user', false],
        ['disabled_user', true],
      ] as const)
        await unit.accounts.insert({
          ...newAccount(app, { user, passwordHash, qq: user }, now),
          disabled,
          ...(user === 'locked_user' && { failures: 9, lockedUntil: now + 120 }),
        })
    },
    { durable: false },
  )
}

/** Changes an application in the store directly, because the console allows less. */
export async function tune(
  { context, stores }: PreviewWorld,
  app: number,
  change: Partial<Omit<Application, 'id' | 'apiTotal' | 'createdAt'>>,
): Promise<void> {
  await stores.store.write(
    async (unit) => {
      const updated = await unit.applications.update(app, change)
      if (updated === undefined) throw new Error('no such application')
      unit.afterCommit(() => {
        context.registry.put(updated)
      })
    },
    { durable: false },
  )
}

/** Settings that lead to refusals, mostly such that a call passes many checks. */
export async function shuffleSettings(world: PreviewWorld, app: number, random: Random): Promise<void> {
  const { context, clock, developerId } = world
  const now = clock.now()
  const { settings } = context.registry.find(app)!
  const encrypt = random.chance(0.4)
  await tune(world, app, {
    state: random.chance(0.03) ? 'n' : 'y',
    ownerId: random.chance(0.5) ? 1 : developerId,
    sign: random.chance(0.6),
    signOrder: random.pick(['received', 'sorted', 'either']),
    window: random.pick([0, 10, 10, 600]),
    encrypt,
    miType: random.pick(encrypt ? [1, 2, 3, 4, 10] : [0, 3]),
    rsaOaep: random.chance(0.3),
    dataUrldecode: random.chance(0.3),
    freeMode: random.chance(0.2),
    loginClosed: random.chance(0.05),
    deviceCheck: random.chance(0.7),
    ipCheck: random.chance(0.3),
    language: random.pick(['zh', 'en']),
    registrationInterval: random.pick([0, 0, 60]),
    unbind: random.pick([
      { interval: 0, max: 0, deductSeconds: 0, deductUses: 0 },
      { interval: 60, max: 3, deductSeconds: 3600, deductUses: 1 },
      { interval: DAY, max: 1, deductSeconds: 0, deductUses: 0 },
    ]),
    previousAppkey: OLD.appkey,
    previousRc4Key: OLD.rc4Key,
    previousAppkeyUntil: random.chance(0.3) ? now + DAY : 0,
    previousRc4KeyUntil: random.chance(0.3) ? now + DAY : 0,
    mt5: {
      ...settings.mt5,
      enabled: random.chance(0.85),
      autoTrial: random.chance(0.4),
      messengerEnabled: random.chance(0.8),
      messengerAppId: random.chance(0.85) ? `cli_${app}` : '',
      messengerAppSecret: 'secret',
      messengerBase: random.chance(0.1) ? FORBIDDEN_BASE : '',
      bindSecret: random.chance(0.8) ? BIND_SECRET : '',
      bindApproval: random.chance(0.3),
    },
  })
}

/**
 * An API that is closed on the platform, or taken from or granted to the application; more often nothing
 * changes.
 */
export async function shuffleCapability(world: PreviewWorld, app: number, random: Random): Promise<void> {
  const { capabilities } = world.applications
  const api = CAPABILITIES[random.below(CAPABILITIES.length)]!
  const state = random.chance(0.08) ? random.pick(['maintenance', 'closed'] as const) : 'open'
  await capabilities.setState(world.owner, api, { state })
  const expires = random.chance(0.08) ? world.clock.now() + random.below(3) - 1 : null
  const sign = random.chance(0.8) ? null : random.chance(0.5)
  await capabilities.grant(world.owner, app, api, { granted: random.chance(0.95), expiresAt: expires })
  // The switches belong to the developer of the application.
  if (world.context.registry.ownerOf(app) === world.owner.operatorId)
    await capabilities.switch(world.owner, app, api, { switchedOn: random.chance(0.95), sign })
}

/** Requests close_all for one of its accounts. */
export async function command(world: PreviewWorld, app: number, random: Random): Promise<void> {
  const live = world.context.devices.find(app, random.pick(ACCOUNTS))
  if (live === undefined) return
  const order = { askedBy: world.owner.name, reason: 'preview' }
  await world.context.store.write((unit) => world.context.commands.askIn(unit, [live], order), {
    durable: true,
  })
}
