import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DECLARED_ACTIONS, type ActionName } from '../../src-server/contract/actions/index.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, PASSWORD, signIn } from './operators.ts'

/** How long a password entry allows dangerous acts, seconds. */
const TEN_MINUTES = 600
const WANTED = { code: 403, fields: { step_up: 'required' } }

let server: TestServer
let developer: ConsoleClient
let count = 0

beforeAll(async () => {
  server = await TestServer.start()
  await addOperator(server, 'developer', 'developer')
})
afterAll(() => server.end())

async function ownApplication(): Promise<number> {
  developer = await signIn(server, 'developer')
  return (await developer.call('app_create', { name: `App ${++count}` })).app
}

describe('an act that needs a recent password', () => {
  it('is allowed within ten minutes of the sign-in and not after', async () => {
    const [first, second] = [await ownApplication(), await ownApplication()]
    server.clock.pass(TEN_MINUTES - 1)
    await developer.call('app_delete', { app: first })
    server.clock.pass(1)
    expect(await developer.try('app_delete', { app: second })).toMatchObject(WANTED)
    expect(await developer.call('app_get', { app: second })).toMatchObject({ app: second })
  })

  it('is allowed for ten minutes again after the password is entered', async () => {
    const [first, second] = [await ownApplication(), await ownApplication()]
    server.clock.pass(TEN_MINUTES)
    const { elevated_until } = await developer.call('step_up', { password: PASSWORD })
    expect(elevated_until).toBe(server.clock.now() + TEN_MINUTES)
    expect(await developer.call('me', {})).toMatchObject({ elevated_until })
    await developer.call('app_delete', { app: first })
    server.clock.pass(TEN_MINUTES)
    expect(await developer.try('app_delete', { app: second })).toMatchObject(WANTED)
  })

  it('is refused after a wrong password, which counts as at the sign-in', async () => {
    await addOperator(server, 'forgetful', 'developer')
    const client = await signIn(server, 'forgetful')
    const { app } = await client.call('app_create', { name: 'Kept' })
    server.clock.pass(TEN_MINUTES)
    for (let i = 0; i < 5; i++) {
      expect(await client.try('step_up', { password: 'wrong' })).toMatchObject({
        code: 422,
        fields: { password: 'wrong' },
      })
    }
    expect(await client.try('step_up', { password: PASSWORD })).toMatchObject({ code: 429 })
    await expect(signIn(server, 'forgetful')).rejects.toThrow('429')
    expect(await client.try('app_delete', { app })).toMatchObject(WANTED)
    server.clock.pass(60)
    await client.call('step_up', { password: PASSWORD })
    await client.call('app_delete', { app })
  })

  it('is not allowed in another session of the same person', async () => {
    const app = await ownApplication()
    const here = developer
    const elsewhere = await signIn(server, 'developer')
    server.clock.pass(TEN_MINUTES)
    await elsewhere.call('step_up', { password: PASSWORD })
    expect(await here.try('app_delete', { app })).toMatchObject(WANTED)
  })
})

it('all dangerous acts are declared', () => {
  const dangerous = DECLARED_ACTIONS.filter(({ stepUp }) => stepUp === true).map(({ name }) => name)
  const expected: ActionName[] = [
    'app_delete',
    'totp_begin',
    'totp_off',
    'totp_recovery_new',
    'session_revoke',
  ]
  expect(dangerous).toEqual(expect.arrayContaining(expected))
})
