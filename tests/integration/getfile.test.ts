import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
let app: number
let first: number
let second: number
let hidden: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
  first = (await server.act('file_create', { app, url: 'https://example.com/1.apk', note: '一号' })).id
  server.clock.pass(60)
  second = (await server.act('file_create', { app, url: 'https://example.com/2.apk?a=1&b=2' })).id
  hidden = (await server.act('file_create', { app, url: 'https://example.com/3.apk', enabled: false })).id
})
afterAll(() => server.end())

const none = { code: 201, msg: '该应用下无外链' }
const one = { file_url: 'https://example.com/1.apk', date: '2023-11-14 22:13:20', note: '一号' }
const two = { file_url: 'https://example.com/2.apk?a=1&b=2', date: '2023-11-14 22:14:20', note: '' }

describe('getfile', () => {
  it('answers all enabled files, the newest first', async () => {
    expect(await server.api('getfile', app)).toMatchObject({ status: 200, code: 200, msg: [two, one] })
  })

  it('answers one file by its id, in the query or the body', async () => {
    expect(await server.api('getfile', app, { id: first })).toMatchObject({ code: 200, msg: [one] })
    const response = await fetch(`${server.running.publicUrl}/api.php?api=getfile&app=${app}&id=${second}`)
    expect(await response.json()).toMatchObject({ code: 200, msg: [two] })
  })

  it('reads a number as PHP does', async () => {
    expect(await server.api('getfile', app, { id: `${second}abc` })).toMatchObject({ msg: [two] })
  })

  it.each(['', 'abc', '0', '-1', '999999', '9'.repeat(40)])('answers 201 for the id %j', async (id) => {
    expect(await server.api('getfile', app, { id })).toMatchObject(none)
  })

  it("answers 201 for a disabled file, another application's file, and no files", async () => {
    const empty = await server.application()
    expect(await server.api('getfile', app, { id: hidden })).toMatchObject(none)
    expect(await server.api('getfile', empty, { id: first })).toMatchObject(none)
    expect(await server.api('getfile', empty)).toMatchObject(none)
    const english = await server.application({ language: 'en' })
    expect(await server.api('getfile', english)).toMatchObject({ msg: 'The application has no files' })
  })

  it("needs no signature, and answers in the application's envelope", async () => {
    const signing = await server.application({ sign: true, window: 10, envelope: 'data' })
    await server.act('file_create', { app: signing, url: 'https://example.com/s.apk' })
    expect(await server.api('getfile', signing)).toMatchObject({
      code: 200,
      msg: 'success',
      data: [{ file_url: 'https://example.com/s.apk' }],
    })
  })
})

describe('getfile as shipped', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost:8443/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
  ])('does not follow a shared link to %s, and gives it out as saved', async (url) => {
    const own = await server.application()
    const file = await server.act('file_create', { app: own, kind: 'share', url })
    expect(file).toMatchObject({
      resolved_url: '',
      resolve_error: 'the address is not on the public internet',
    })
    expect(await server.api('getfile', own)).toMatchObject({ code: 200, msg: [{ file_url: url }] })
  })
})
