import { expect, it } from 'vitest'
import { OWNER_PASSWORD } from '../../support/test-server.ts'
import type { KitWorld, Runner } from './kit-world.ts'

const DAY = 86_400
/** The number in a forged answer. */
const FOR_EVER = 4_102_243_200

/** A kit of an application that signs whole answers takes no other answer. */
export function describeSignatures(machine: Runner, world: () => KitWorld): void {
  async function makeSigned(sign_answers: boolean) {
    const { server, door } = world()
    const { app, name } = await world().makeKit({ encrypt: false, mi_type: 0, sign_answers })
    const code = await server.code({ app, type: 'time', unit: 'day', amount: 1 })
    return { server, door, app, name, code }
  }

  it('takes signed answers, and no forged or unsigned one', async () => {
    const { door, name, code } = await makeSigned(true)
    await machine.open(name, { code })
    const { end } = await machine.check()
    expect(end).toBe(world().server.clock.now() + DAY)
    for (const state of ['forged', 'unsigned'] as const) {
      door.state = state
      expect(await machine.check(), state).toMatchObject({ status: 'grace', allowed: true, end })
    }
    door.state = 'open'
    expect(await machine.check()).toMatchObject({ status: 'licensed', end })
  })

  it('can tell no forged end where the application signs nothing', async () => {
    const { door, name, code } = await makeSigned(false)
    await machine.open(name, { code })
    door.state = 'forged'
    expect(await machine.check()).toMatchObject({ status: 'licensed', end: FOR_EVER })
  })

  it('goes on through a rotation of the key, and a kit of the overlap beyond it', async () => {
    const { server, app, name, code } = await makeSigned(true)
    await server.act('step_up', { password: OWNER_PASSWORD })
    await server.act('app_answer_key_rotate', { app, overlap: 7 * DAY })
    await machine.open(name, { code, machine: 'PC-1' })
    expect(await machine.check()).toMatchObject({ status: 'licensed' })
    const later = await world().unpack(app)
    await server.act('app_answer_key_end_overlap', { app })
    expect(await machine.check()).toMatchObject({ status: 'grace' })
    await machine.open(later, { code, machine: 'PC-1' })
    expect(await machine.check()).toMatchObject({ status: 'licensed' })
  })
}
