import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { trustOwnHeaders, visit, type Visit } from '../support/self-service-client.ts'
import { START, TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase } from './operators.ts'

/**
 * Public questions to ajax.php: a person, a certification, a page's owner (specification, Self-service
 * actions).
 */
let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
})
afterAll(() => server.end())

const ask = (act: SelfServiceAction, params: Readonly<Record<string, string>> = {}, how: Visit = {}) =>
  visit(server, act, params, how)

describe('user', () => {
  it.each([
    ['owner', '10001'],
    ['developer', '20002'],
    ['agent', '30003'],
  ] as const)('an %s is found by their QQ number', async (role, qq) => {
    const id = await addOperator(server, `${role} with QQ`, role)
    changeDatabase(server, 'UPDATE operators SET qq = ? WHERE id = ?', qq, id)
    const reply = await ask('user', { qq: ` ${qq} ` })
    expect(reply).toMatchObject({ status: 200, code: 200, msg: { registered: true, role }, time: START })
  })

  it.each([
    ['banned', 'banned = true'],
    ['frozen', 'frozen = true'],
  ])('a %s one is not found', async (state, change) => {
    const qq = `4-${state}`
    const id = await addOperator(server, `${state} with QQ`, 'agent')
    changeDatabase(server, `UPDATE operators SET qq = ?, ${change} WHERE id = ?`, qq, id)
    expect((await ask('user', { qq })).msg).toEqual({ registered: false, role: '' })
  })

  it('the highest role counts for a shared number', async () => {
    for (const role of ['agent', 'developer'] as const) {
      const id = await addOperator(server, `${role} of two`, role)
      changeDatabase(server, 'UPDATE operators SET qq = ? WHERE id = ?', '50005', id)
    }
    expect((await ask('user', { qq: '50005' })).msg).toEqual({ registered: true, role: 'developer' })
  })

  it.each([{}, { qq: '' }, { qq: '  ' }])('a missing number answers 109 (%j)', async (params) => {
    expect(await ask('user', params as Record<string, string>)).toMatchObject({ code: 109, msg: '请填写QQ' })
  })

  it.each(['99999', 'x'.repeat(500), "' OR 1=1 --"])('%s is not found', async (qq) => {
    expect((await ask('user', { qq })).msg).toEqual({ registered: false, role: '' })
  })
})

describe('rzquery', () => {
  beforeAll(async () => {
    await server.act('certification_create', {
      product: 'grid',
      url: 'shop.example:8080',
      holder: 'A shop',
      note: 'secret',
      expires_at: START + 1000,
      disabled: false,
    })
    await server.act('certification_create', {
      product: 'off',
      url: 'shop.example',
      holder: 'B shop',
      note: '',
      expires_at: null,
      disabled: true,
    })
  })

  it.each(['shop.example:8080', 'https://SHOP.example:8080/path?x=1', ' http://shop.example:8080 '])(
    '%s is certified',
    async (url) => {
      const reply = await ask('rzquery', { proid: 'grid', url })
      expect(reply.code).toBe(200)
      expect(reply.msg).toEqual({
        certified: true,
        product: 'grid',
        url: 'shop.example:8080',
        holder: 'A shop',
        expires_at: START + 1000,
      })
    },
  )

  it.each([
    ['another host', 'grid', 'other.example:8080'],
    ['another port', 'grid', 'shop.example'],
    ['another product', 'Grid', 'shop.example:8080'],
    ['a disabled one', 'off', 'shop.example'],
  ])('%s is not certified, and nothing of it is shown', async (_, proid, url) => {
    expect((await ask('rzquery', { proid, url })).msg).toMatchObject({
      certified: false,
      holder: '',
      expires_at: null,
    })
  })

  it.each([
    [{}, { proid: 'missing', url: 'missing' }],
    [{ proid: 'grid' }, { url: 'missing' }],
    [{ proid: 'x'.repeat(65), url: 'a.example' }, { proid: 'too_long' }],
    [{ proid: 'grid', url: 'http:///path' }, { url: 'malformed' }],
    [{ proid: 'grid', url: 'http://user:pass@shop.example' }, { url: 'malformed' }],
    [{ proid: 'grid', url: 'a'.repeat(3000) }, { url: 'too_long' }],
  ])('%j: answers 401 with the fields', async (params, fields) => {
    expect(await ask('rzquery', params as Record<string, string>)).toMatchObject({ code: 401, fields })
  })
})

describe('image and site', () => {
  it.each(['GET', 'POST'])('%s: answers nothing before it is set', async (method) => {
    expect((await ask('image', {}, { method })).msg).toEqual({ image: '' })
    expect((await ask('site', {}, { method })).msg).toMatchObject({ logo: '', background: '', open: true })
  })

  it("answer the owner's picture, name and colour, and which listener serves the console", async () => {
    const { PNG } = await import('../support/pictures.ts')
    const { id } = await server.act('image_upload', { purpose: 'background', data: PNG.toString('base64') })
    await server.act('settings_set', { site: { background: id, name: 'Gold House', colour: '#112233' } })
    const { msg } = await ask('image', {}, { method: 'GET' })
    expect(msg).toEqual({ image: `/images/${id}` })
    const picture = await fetch(`${server.running.publicUrl}/images/${id}`)
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true)
    const site = { name: 'Gold House', colour: '#112233', background: `/images/${id}` }
    expect((await ask('site')).msg).toMatchObject({ ...site, console: false })
    expect((await ask('site', {}, { listener: server.running.consoleUrl })).msg).toMatchObject({
      ...site,
      console: true,
    })
    await server.act('settings_set', { site: { background: null } })
  })

  it('answer that requests are switched off', async () => {
    await server.act('settings_set', { after_sales: { open: false } })
    expect((await ask('site')).msg).toMatchObject({ open: false })
    await server.act('settings_set', { after_sales: { open: true } })
  })
})
