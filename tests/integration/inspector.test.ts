import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'

const APPKEY = 'AppKeyTest000001'
/**
 * Signatures in tests/conformance/vectors/wire.json: of kami, markcode, t in that order, and in another
 * order.
 */
const SIGNED = 'db64895b18c44a657b1d3f461c16004a'
const PAIRS = 'kami=CARD-TEST-001&markcode=DEV-01&t=1700000000'

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application({ appkey: APPKEY, sign: true, window: 10 })
})
afterAll(() => server.end())

const call = (query: string) => fetch(`${server.running.publicUrl}/api.php?app=${app}&${query}`)
const newest = async (refused = false) =>
  (await server.act('inspector_list', { app, limit: 1, refused })).rows[0]!
const explain = (request: string) => server.act('inspector_explain', { app, request })

describe('inspector_list', () => {
  it('shows a passed call: each guard, the hashed text with the key masked, the skew', async () => {
    server.clock.pass(3)
    await call(`api=kmlogon&${PAIRS}&sign=${SIGNED}`)
    const row = await newest()
    expect(row).toMatchObject({ api: 'kmlogon', method: 'GET', refused: null, skew: -3, ip: '127.0.0.1' })
    expect(row.signature).toEqual({
      given: SIGNED,
      hashed: 'kami=CARD-TEST-001&markcode=DEV-01&t=1700000000&••••••••',
      matches: 'received',
      reading: 'bytes',
    })
    expect(row.guards.map(({ guard, verdict }) => `${guard} ${verdict}`)).toEqual([
      'limits passed',
      'application passed',
      'state passed',
      'keys passed',
      'endpoint passed',
      'method passed',
      'capability passed',
      'decryption skipped',
      'signature passed',
      'time passed',
      'replay passed',
    ])
    expect(JSON.stringify(row)).not.toContain(APPKEY)
  })

  it('shows a refused call, and that the other order fits', async () => {
    await call(`api=kmlogon&t=1700000000&kami=CARD-TEST-001&markcode=DEV-01&sign=${SIGNED}`)
    const row = await newest(true)
    expect(row).toMatchObject({ refused: 106, signature: { matches: 'sorted', reading: 'bytes' } })
    expect(row.guards.filter(({ verdict }) => verdict === 'refused')).toEqual([
      { guard: 'signature', verdict: 'refused' },
    ])
    expect(row.guards.find(({ guard }) => guard === 'time')).toEqual({ guard: 'time', verdict: 'unreached' })
  })

  // Python's hashlib signs the GBK and the UTF-8 of 张三-PC.
  it.each([
    ['over the bytes', 'markcode=%D5%C5%C8%FD-PC', '35a943f62bea799badfc9a2313e7aa88', 'bytes'],
    ['over their UTF-8', 'markcode=%D5%C5%C8%FD-PC', 'c61f935388a0d62875a3b4a2d0e4e23d', 'utf8'],
    ['as PHP reads names', 'mark.code=PC', 'd3faca200d4f9b5e98d074cdd7c79c8e', 'php'],
  ])('shows that a signature is made %s', async (_, pair, sign, reading) => {
    await call(`api=kmlogon&kami=CARD-TEST-001&${pair}&t=1700000000&sign=${sign}`)
    expect((await newest()).signature).toMatchObject({ matches: 'received', reading })
  })

  it('shows a time that is checked without a signature', async () => {
    const unsigned = await server.application({ sign: false, window: 10 })
    await server.api('kmlogon', unsigned, { kami: 'A', markcode: 'B' })
    const { rows } = await server.act('inspector_list', { app: unsigned, limit: 1 })
    expect(rows[0]).toMatchObject({ refused: 108, signature: null })
    expect(rows[0]!.guards.slice(-3).map(({ verdict }) => verdict)).toEqual([
      'skipped',
      'refused',
      'unreached',
    ])
  })

  it('shows a GBK body as text', async () => {
    await fetch(`${server.running.publicUrl}/api.php?app=${app}&api=kmlogon`, {
      method: 'POST',
      body: Buffer.from('6d61726b636f64653dd5c5c8fd', 'hex'),
    })
    expect(await newest()).toMatchObject({ body: 'markcode=张三' })
  })

  it('masks passwords in every place', async () => {
    await fetch(`${server.running.publicUrl}/api.php?app=${app}&api=kmlogon`, {
      method: 'POST',
      body: 'user=abcde&password=Hunter2&secret=s3cr3t',
    })
    const text = JSON.stringify(await newest())
    expect(text).not.toContain('Hunter2')
    expect(text).not.toContain('s3cr3t')
  })

  it("keeps the newest 200 calls of an application, and only the application's own", async () => {
    const other = await server.application()
    for (let i = 0; i < 210; i++) await server.api('notice', other, { n: i })
    const { rows } = await server.act('inspector_list', { app: other, limit: 200 })
    expect(rows).toHaveLength(200)
    expect(rows[0]!.body).toBe('n=209')
    expect(rows[199]!.body).toBe('n=10')
  })
})

describe('inspector_explain', () => {
  it.each([
    ['a URL', (query: string) => `https://licence.example/api.php?${query}`],
    ['a query', (query: string) => query],
    ['a raw request', (query: string) => `GET /api.php?${query} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('explains %s with a preview of the answer, and carries nothing out', async (_, write) => {
    const kami = await server.code({ app, type: 'count', amount: 1 })
    await server.act('app_update', { app, sign: false, window: 0 })
    const request = write(`api=kmlogon&app=${app}&kami=${kami}&markcode=PC`)
    for (let i = 0; i < 2; i++) {
      expect(await explain(request)).toMatchObject({ refused: null, outcome: 200, api: 'kmlogon' })
    }
    const { rows } = await server.act('code_list', { filter: { app, kami } })
    expect(rows[0]).toMatchObject({ left: 1, markcode: '' })
    await server.act('app_update', { app, sign: true, window: 10 })
  })

  it.each([
    ['a machine code that is too long', (kami: string) => `kami=${kami}&markcode=${'x'.repeat(257)}`, 401],
    ['the longest machine code', (kami: string) => `kami=${kami}&markcode=${'x'.repeat(256)}`, 200],
    ['a code that is too long', () => `kami=${'x'.repeat(65)}&markcode=PC`, 149],
    ['no machine code', (kami: string) => `kami=${kami}`, 112],
  ])('previews the answer to %s', async (_, write, code) => {
    const plain = await server.application()
    const kami = await server.code({ app: plain, type: 'permanent' })
    const query = `api=kmlogon&app=${plain}&${write(kami)}`
    const explained = await server.act('inspector_explain', { app: plain, request: query })
    expect(explained).toMatchObject({ refused: null, outcome: code })
    const reply = (await (await fetch(`${server.running.publicUrl}/api.php?${query}`)).json()) as object
    expect(reply).toMatchObject({ code })
  })

  it('previews the same answer for a used signature, and 106 for that signature with another API', async () => {
    const signed = await server.application({ appkey: APPKEY, sign: true, window: 600 })
    const [first, second] = ['kmlogon', 'kmunmachine'].map(
      (api) => `api=${api}&app=${signed}&${PAIRS}&sign=${SIGNED}`,
    )
    const preview = (request: string) => server.act('inspector_explain', { app: signed, request })
    expect(await preview(second!)).toMatchObject({ refused: null, outcome: 149 })
    const reply = await fetch(`${server.running.publicUrl}/api.php?${first!}`)
    expect(await reply.json()).toMatchObject({ code: 149 })
    const code = { kami: 'CARD-TEST-001', type: 'permanent' } as const
    await server.act('code_import', { app: signed, rows: [code] })
    expect(await preview(first!)).toMatchObject({ refused: null, outcome: 149 })
    const other = await preview(second!)
    expect(other).toMatchObject({ refused: 106, outcome: null })
    expect(other.guards.at(-1)).toEqual({ guard: 'replay', verdict: 'refused' })
    const refused = await fetch(`${server.running.publicUrl}/api.php?${second!}`)
    expect(await refused.json()).toMatchObject({ code: 106 })
  })

  it('reads a posted body', async () => {
    const row = await explain(
      `POST /api.php?api=mt5logon&app=${app} HTTP/1.1\nHost: x\n\naccount_key=1@Nowhere`,
    )
    expect(row).toMatchObject({ refused: null, outcome: 404 })
    expect(row.parameters).toContainEqual({ name: 'account_key', value: '1@Nowhere', inside: false })
  })

  it('names the guard that would refuse', async () => {
    expect(await explain(`api=kmlogon&app=${app}&${PAIRS}`)).toMatchObject({ refused: 104, outcome: null })
    expect(await explain(`api=nosuch&app=${app}`)).toMatchObject({ refused: 400 })
    expect(await explain('api=kmlogon')).toMatchObject({ refused: 100 })
  })

  it('refuses an invalid request and a request for another application', async () => {
    const owner = await server.owner()
    for (const request of ['hello there', 'api=ini&app=10999999']) {
      const reply = await owner.try('inspector_explain', { app, request })
      if (reply.code === 200) expect(reply.msg).toMatchObject({ refused: 101 })
      else expect(reply).toMatchObject({ code: 422, fields: { request: expect.any(String) as string } })
    }
    const other = await server.application()
    expect(await owner.try('inspector_explain', { app, request: `api=ini&app=${other}` })).toMatchObject({
      code: 422,
    })
  })
})
