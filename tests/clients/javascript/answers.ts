import { expect, it } from 'vitest'
import { REFUSALS } from '../passing-refusals.ts'
import type { KitWorld, Runner } from './kit-world.ts'

/** The reading of answers beyond the usual ones by a kit. */
export function describeAnswers(machine: Runner, world: () => KitWorld): void {
  async function open(change: (code: string) => string = (code) => code) {
    const { server } = world()
    const { app, name } = await world().makeKit({ encrypt: false, mi_type: 0, sign_answers: false })
    const code = await server.code({ app, type: 'permanent' })
    const { appkey } = await server.act('app_get', { app })
    await machine.open(name, { code: change(code), machine: 'PC-1' })
    return { app, name, code, appkey }
  }

  it('takes each passing refusal for no answer, and any other for an end', async () => {
    const { appkey } = await open()
    const { server, door } = world()
    for (const [code, msg, status] of REFUSALS) {
      door.refusal = undefined
      expect(await machine.check()).toMatchObject({ status: 'licensed' })
      door.refusal = { code, msg, time: server.clock.now(), appkey }
      expect(await machine.check(), `${code} ${msg}`).toMatchObject({ status })
    }
  })

  it('stays refused while no answer comes, and names the place', async () => {
    const { name } = await open(() => 'NO-SUCH-CODE')
    const { door } = world()
    expect(await machine.check()).toMatchObject({ status: 'refused', code: 149 })
    door.state = 'down'
    expect(await machine.check()).toMatchObject({ status: 'refused', code: 149 })
    await machine.open(name, { code: 'NO-SUCH-CODE' })
    const { status, message } = await machine.check()
    expect(status).toBe('waiting')
    expect(message).toContain(new URL(door.url).host)
  })

  it('takes an answer to another code for none', async () => {
    const { app } = await open(() => 'NOT-BOUGHT')
    const { server, door } = world()
    const bought = await server.code({ app, type: 'permanent' })
    // The network puts the code of another customer into the call. The answer is the server’s own.
    door.refusal = undefined
    door.change = (body) => body.replace('NOT-BOUGHT', bought)
    await server.act('app_update', { app, sign: false })
    const state = await machine.check()
    door.change = undefined
    expect(state).toMatchObject({ status: 'waiting', allowed: false })
  })

  it('removes what chats put around a code, and calls for no impossible code', async () => {
    await open((code) => `\u200b ${code}\u2060\n`)
    expect(await machine.check()).toMatchObject({ status: 'licensed' })
    const { door } = world()
    const before = door.calls.length
    expect(await machine.activate('A\u0000B')).toMatchObject({ status: 'refused', code: 401 })
    expect(door.calls.slice(before).filter((path) => path.includes('kmlogon'))).toEqual([])
  })
}
