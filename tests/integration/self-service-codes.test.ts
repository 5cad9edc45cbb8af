import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { declaredCodes } from '../support/check-self-service.ts'
import { PNG } from '../support/pictures.ts'
import { newAddress, trustOwnHeaders, visit, type Visit } from '../support/self-service-client.ts'
import { START, TestServer } from '../support/test-server.ts'

const FOREVER = 4_102_243_200
const SAID = { contact: 'a@example.com', reason: 'why' }
const USED = { markcode: 'PC', use_time: START - 10, end_time: START + 1000 }

let server: TestServer
let pending: string
let ended: string
let app: number
let second: number
let kit: string
let report: string

/** Two applications with the same code and the same account, and one code of each fate. */
beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
  app = await server.application()
  second = await server.application()
  const free = await server.application({ free_mode: true })
  const rows = [
    { kami: 'BOTH', type: 'permanent' },
    { kami: 'USED', type: 'time', ...USED },
    { kami: 'OTHERS', type: 'time', ...USED },
    { kami: 'WITHDRAWN', type: 'time', ...USED },
    { kami: 'OFTEN', type: 'time', ...USED },
    { kami: 'DISABLED', type: 'time', unit: 'day', disabled: true },
    { kami: 'COUNT', type: 'count', amount: 3 },
    { kami: 'NEW', type: 'time', unit: 'day' },
    { kami: 'SPENT', type: 'time', unit: 'day' },
    { kami: 'FOREVER', type: 'permanent' },
    { kami: 'ENDED', type: 'time', end_time: START - 5 },
  ] as const
  await server.act('code_import', { app, rows: [...rows] })
  await server.act('code_import', { app: second, rows: [{ kami: 'BOTH', type: 'permanent' }] })
  await server.act('code_import', { app: free, rows: [{ kami: 'FREE', type: 'time', ...USED }] })
  for (const one of [app, second])
    await server.act('device_create', { app: one, account_key: '1@Both', vip: FOREVER })
  const device = { app, vip: FOREVER }
  const { id } = await server.act('device_create', { ...device, account_key: '2@Broker' })
  const order = { id, from: 0, to: 1, heading: 'none', live: true, seconds: 3600 } as const
  report = (await server.act('report_link_create', order)).url.split('#/report/')[1] ?? ''
  await server.act('device_create', { ...device, account_key: '3@Broker' })
  await server.act('device_create', { ...device, account_key: '6@Broker' })
  await server.act('device_create', { ...device, account_key: '4@Broker', disabled: true })
  const account = { app, password: 'secret-1' }
  await server.act('account_create', { ...account, user: 'trader', qq: '1' })
  await server.act('account_create', { ...account, user: 'forever', qq: '2', vip: FOREVER })
  await server.act('account_create', { ...account, user: 'banned', qq: '3', disabled: true })
  await visit(server, 'recharge_user', { user: 'trader', card: 'SPENT' })
  pending = await ask('OTHERS')
  ended = await ask('WITHDRAWN')
  const { url } = await server.act('kit_link_create', { app, type: 'python', seconds: 3600, uses: 20 })
  kit = url.slice(url.lastIndexOf('/') + 1)
  await visit(server, 'request_withdraw', { request: ended })
}, 60_000)
afterAll(() => server.end())

async function ask(card: string): Promise<string> {
  const { msg } = await visit(server, 'unbind_km', { card, ...SAID })
  return (msg as { readonly request_id: string }).request_id
}

interface Case {
  readonly params?: Readonly<Record<string, string>>
  readonly how?: () => Visit
  /** Made first. */
  readonly before?: () => Promise<unknown>
}

const card = (name: string, more: Readonly<Record<string, string>> = {}): Case => ({
  params: { card: name, ...more },
})
const picture = (request: () => string, body: Uint8Array<ArrayBuffer> = new Uint8Array(PNG)): Case => ({
  how: () => ({ query: `&request=${request()}`, body }),
})
const closed = (): Promise<unknown> => server.act('settings_set', { after_sales: { open: false } })
/** The same subject until its day's requests are used up. */
const often = (make: () => Promise<string>) => async () => {
  for (let left = 5; left > 0; left--) await visit(server, 'request_withdraw', { request: await make() })
}
const rebind = (from: string, to = '9@Broker', more = {}): Case => ({
  params: { old_key: from, new_key: to, ...SAID, ...more },
})
const askRebind = async () => {
  const { msg } = await visit(server, 'request_device_rebind', rebind('3@Broker').params)
  return (msg as { readonly request_id: string }).request_id
}

/** A way to each code of each action, in an order in which they do not disturb each other. */
const CASES: Readonly<Record<SelfServiceAction, Readonly<Record<number, Case>>>> = {
  user: { 109: {}, 200: { params: { qq: '5' } } },
  rzquery: { 200: { params: { proid: 'x', url: 'https://a.example' } }, 401: {} },
  image: { 200: {} },
  site: { 200: {} },
  query_km: {
    132: card('BOTH'),
    136: card('BOTH', { product: '1' }),
    148: {},
    149: card('NONE'),
    200: card('USED'),
  },
  query_device: {
    132: { params: { account_key: '1@Both' } },
    136: { params: { account_key: '1@Both', product: '1' } },
    200: { params: { account_key: '2@Broker' } },
    404: { params: { account_key: '5@None' } },
  },
  recharge_user: {
    110: card('NEW'),
    114: card('NEW', { user: 'banned' }),
    122: card('NEW', { user: 'nobody' }),
    132: card('BOTH', { user: 'trader' }),
    136: card('BOTH', { user: 'trader', product: '1' }),
    148: { params: { user: 'trader' } },
    149: card('NONE', { user: 'trader' }),
    150: card('USED', { user: 'trader' }),
    151: card('DISABLED', { user: 'trader' }),
    152: card('COUNT', { user: 'trader' }),
    166: card('SPENT', { user: 'trader' }),
    199: card('FOREVER', { user: 'forever' }),
    201: card('ENDED', { user: 'trader' }),
    200: card('NEW', { user: 'trader' }),
  },
  unbind_km: {
    132: card('BOTH', SAID),
    136: card('BOTH', { ...SAID, product: '1' }),
    148: { params: SAID },
    149: card('NONE', SAID),
    151: card('DISABLED', SAID),
    168: card('OTHERS', { ...SAID, contact: 'b@example.com' }),
    200: card('USED', SAID),
    201: card('FREE', SAID),
    202: card('FOREVER', SAID),
    401: card('USED'),
    429: { ...card('OFTEN', SAID), before: often(() => ask('OFTEN')) },
    164: { ...card('USED', SAID), before: closed },
  },
  request_device_rebind: {
    114: rebind('4@Broker'),
    132: rebind('1@Both'),
    136: rebind('1@Both', '9@Broker', { product: '1' }),
    200: rebind('2@Broker'),
    168: {
      ...rebind('6@Broker', '9@Broker', { contact: 'b@example.com' }),
      before: () => visit(server, 'request_device_rebind', rebind('6@Broker').params),
    },
    401: rebind('2@Broker', '2@Broker'),
    404: rebind('5@None'),
    429: { ...rebind('3@Broker'), before: often(askRebind) },
    164: { ...rebind('2@Broker'), before: closed },
  },
  request_status: {
    153: { params: { request: 'NONE' } },
    200: { how: () => ({ body: `request=${pending}` }) },
  },
  request_withdraw: {
    153: { params: { request: 'NONE' } },
    200: { how: () => ({ body: `request=${ended}` }) },
    201: {
      how: () => ({ body: `request=${pending}` }),
      before: async () => {
        const { rows } = await server.act('auth_request_list', { filter: { state: 'pending' } })
        const id = rows.find(({ code }) => code?.kami === 'OTHERS')?.id ?? rows[0]!.id
        await server.act('auth_request_handle', { id, decision: 'reject' })
      },
    },
  },
  kit_link: { 200: { how: () => ({ body: `token=${kit}` }) }, 201: { params: { token: 'none' } } },
  kit_download: { 200: { how: () => ({ body: `token=${kit}` }) }, 201: { params: { token: 'none' } } },
  report: { 200: { how: () => ({ body: `token=${report}` }) }, 201: { params: { token: 'none' } } },
  image_workorder: {
    142: picture(() => pending, new Uint8Array([1])),
    153: picture(() => 'NONE'),
    200: picture(() => pending),
    201: picture(() => ended),
    404: { how: () => ({ method: 'GET', query: '&id=none' }) },
    413: picture(() => pending, new Uint8Array(5 * 1024 * 1024 + 1)),
    429: {
      how: () => ({ query: `&request=NONE`, body: '', from: '10.99.0.1' }),
      before: async () => {
        for (let left = 60; left > 0; left--)
          await visit(server, 'image_workorder', {}, { query: '&request=NONE', body: '', from: '10.99.0.1' })
      },
    },
  },
}

const ACTIONS = Object.keys(CASES) as SelfServiceAction[]
/** Cases that close requests or decide one come last. */
const all = ACTIONS.flatMap((act) =>
  Object.entries(CASES[act]).map(([code, one]) => ({ act, code: Number(code), ...one })),
).sort((one, other) => rank(one) - rank(other))

function rank({ before, act, code }: Case & { readonly act: string; readonly code: number }): number {
  if (code === 164) return 3
  return before === undefined ? (act === 'request_withdraw' ? 1 : 0) : 2
}

describe('the codes of the public actions', () => {
  it.each(ACTIONS)('%s: the table has a way to each declared code, and to no other', (act) => {
    const byNumber = (one: number, other: number) => one - other
    expect(Object.keys(CASES[act]).map(Number).sort(byNumber)).toEqual(declaredCodes(act).own.sort(byNumber))
  })

  it.each(all)('$act answers $code', async ({ act, code, params = {}, how, before }) => {
    await before?.()
    const sent = how?.() ?? {}
    const type = typeof sent.body === 'string' && { headers: FORM }
    const reply = await visit(server, act, params, { from: newAddress(), ...sent, ...type })
    expect(reply.code).toBe(code)
  })
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
