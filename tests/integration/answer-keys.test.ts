import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSignedBy, keyIdOf, readSignature } from '../support/answer-signature.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { storedText } from '../support/database.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'

const DAY = 86_400
let server: TestServer
let owner: ConsoleClient
beforeAll(async () => {
  server = await TestServer.start()
  owner = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
})
afterAll(() => server.end())

async function ini(app: number) {
  const response = await fetch(`${server.running.publicUrl}/api.php?api=ini&app=${app}&value=v`)
  return {
    header: response.headers.get('x-pulsekey-signature'),
    body: Buffer.from(await response.arrayBuffer()),
  }
}
/** The ids of the keys that sign, each checked with its public half. */
async function signers(app: number, ...known: string[]): Promise<string[]> {
  const { header, body } = await ini(app)
  if (header === null) return []
  const ids = [...readSignature(header).signatures.keys()]
  for (const key of known.filter((one) => ids.includes(keyIdOf(one))))
    expect(isSignedBy(key, header, { value: 'v', api: 'ini' }, body)).toBe(true)
  return ids
}
const get = (app: number) => owner.call('app_get', { app })
const rotate = (app: number, overlap: number) => owner.call('app_answer_key_rotate', { app, overlap })
const create = async () => (await owner.call('app_create', { name: 'Signing' })).app

describe('the key of an application', () => {
  it('is made by the switch, and stays when the switch goes off and on', async () => {
    const app = await create()
    await owner.call('app_update', { app, sign_answers: false })
    expect(await signers(app)).toEqual([])
    const { answer_key } = await owner.call('app_update', { app, sign_answers: true })
    expect(answer_key).toMatch(/^[0-9a-f]{64}$/)
    expect(await signers(app, answer_key)).toEqual([keyIdOf(answer_key)])
    await owner.call('app_update', { app, sign_answers: false })
    expect((await get(app)).answer_key).toBe(answer_key)
    await owner.call('app_update', { app, sign_answers: true })
    expect(await signers(app, answer_key)).toEqual([keyIdOf(answer_key)])
  })

  it('is another one in a copy', async () => {
    const app = await create()
    const { answer_key } = await owner.call('app_update', { app, sign_answers: true })
    await rotate(app, DAY)
    const { app: copy } = await owner.call('app_copy', { app, name: 'Copy' })
    const copied = await get(copy)
    expect(copied.answer_key).toMatch(/^[0-9a-f]{64}$/)
    expect([answer_key, (await get(app)).answer_key]).not.toContain(copied.answer_key)
    expect(copied.previous_answer_key).toBe('')
    expect(await signers(copy, copied.answer_key)).toEqual([keyIdOf(copied.answer_key)])
  })

  it('has its private half in no answer and in no row of the log', async () => {
    const app = await create()
    await owner.call('app_update', { app, sign_answers: true })
    await rotate(app, DAY)
    const stored = await server.store.read((unit) => unit.applications.find(app))
    const halves = [stored!.answerPrivateKey, stored!.previousAnswerPrivateKey]
    for (const half of halves) expect(half).toMatch(/^[0-9a-f]{64}$/)
    const texts = [
      JSON.stringify(await get(app)),
      JSON.stringify(await owner.call('app_list', {})),
      JSON.stringify(await owner.call('audit_list', {})),
      await storedText(server),
    ]
    for (const half of halves) for (const text of texts) expect(text).not.toContain(half)
  })
})

describe('a rotation', () => {
  it('lets both keys sign until its end, then the new key alone', async () => {
    const app = await create()
    const { answer_key: old } = await owner.call('app_update', { app, sign_answers: true })
    const rotated = await rotate(app, 7 * DAY)
    expect(rotated).toMatchObject({
      previous_answer_key: old,
      previous_answer_key_until: server.clock.now() + 7 * DAY,
    })
    const fresh = rotated.answer_key
    expect(fresh).not.toBe(old)
    expect(await signers(app, old, fresh)).toEqual([keyIdOf(old), keyIdOf(fresh)])
    server.clock.pass(7 * DAY - 1)
    expect(await signers(app, old, fresh)).toEqual([keyIdOf(old), keyIdOf(fresh)])
    server.clock.pass(1)
    expect(await signers(app, fresh)).toEqual([keyIdOf(fresh)])
    owner = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
    expect(await get(app)).toMatchObject({
      answer_key: fresh,
      previous_answer_key: '',
      previous_answer_key_until: 0,
    })
  })

  it('ends early, or is taken back', async () => {
    const app = await create()
    const { answer_key: first } = await owner.call('app_update', { app, sign_answers: true })
    const { answer_key: second } = await rotate(app, DAY)
    expect(await owner.call('app_answer_key_end_overlap', { app })).toMatchObject({ answer_key: second })
    expect(await signers(app, second)).toEqual([keyIdOf(second)])
    const { answer_key: third } = await rotate(app, DAY)
    expect(await owner.call('app_answer_key_take_back', { app })).toMatchObject({
      answer_key: second,
      previous_answer_key: '',
    })
    expect(await signers(app, second)).toEqual([keyIdOf(second)])
    expect([first, third]).not.toContain((await get(app)).answer_key)
    for (const action of ['app_answer_key_end_overlap', 'app_answer_key_take_back'])
      expect(await owner.try(action, { app })).toMatchObject({ code: 409, fields: { key: 'not_rotating' } })
  })

  it('without an overlap ends every earlier key at once, in the middle of a rotation too', async () => {
    const app = await create()
    const { answer_key: first } = await owner.call('app_update', { app, sign_answers: true })
    const { answer_key: second } = await rotate(app, DAY)
    const { answer_key: third, previous_answer_key } = await rotate(app, 0)
    expect(previous_answer_key).toBe('')
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await signers(app, third)).toEqual([keyIdOf(third)])
  })

  it('is made once by two people at the same time', async () => {
    const app = await create()
    const { answer_key: old } = await owner.call('app_update', { app, sign_answers: true })
    const input = { app, overlap: DAY }
    const replies = await Promise.all([1, 2].map(() => owner.try('app_answer_key_rotate', input)))
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(replies.find(({ code }) => code === 409)).toMatchObject({ fields: { key: 'rotating' } })
    const { answer_key, previous_answer_key } = await get(app)
    expect(previous_answer_key).toBe(old)
    expect(await signers(app, old, answer_key)).toEqual([keyIdOf(old), keyIdOf(answer_key)])
  })

  it('survives a restart, and a new data key of the server', async () => {
    const app = await create()
    const { answer_key: old } = await owner.call('app_update', { app, sign_answers: true })
    const { answer_key } = await rotate(app, DAY)
    await server.close()
    await server.open()
    expect(await signers(app, old, answer_key)).toEqual([keyIdOf(old), keyIdOf(answer_key)])
    owner = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
  })

  it('leaves a row of the log a step, with the public halves', async () => {
    const app = await create()
    const { answer_key: old } = await owner.call('app_update', { app, sign_answers: true })
    const { answer_key: fresh } = await rotate(app, DAY)
    await owner.call('app_answer_key_take_back', { app })
    const { rows } = await owner.call('audit_list', { filter: { app } })
    const steps = rows.filter(({ action }) => action.startsWith('app_answer_key'))
    expect(steps.map(({ action }) => action)).toEqual(['app_answer_key_take_back', 'app_answer_key_rotate'])
    expect(steps[1]!.after).toMatchObject({
      answer_key: fresh,
      answer_private_key: '(hidden)',
      previous_answer_key: old,
    })
  })
})
