import { describe, expect, it } from 'vitest'
import { LoadGate } from './load-gate.ts'

const makeGate = () =>
  new LoadGate(
    () => 0.434,
    () => 7,
  )

describe('LoadGate', () => {
  it('says how much is loaded while it is closed', () => {
    const gate = makeGate()
    expect(gate.percent).toBe(43)
    expect(gate.refuseConsole()).toMatchObject({ code: 503, fields: { loaded: '43' }, time: 7 })
    expect(gate.refusePublic()).toMatchObject({ status: 200, json: { code: 503 }, retryAfter: 2 })
  })

  it('lets through what waits when it opens', async () => {
    const gate = makeGate()
    const waiting = gate.opensSoon()
    gate.open()
    expect(await waiting).toBe(true)
    expect(await gate.opensSoon()).toBe(true)
    expect(gate.percent).toBeUndefined()
  })

  it('lets nothing through after a failure', async () => {
    const gate = makeGate()
    const waiting = gate.opensSoon()
    gate.fail(new Error('a damaged page'))
    expect(await waiting).toBe(false)
    await expect(gate.opened).rejects.toThrow('a damaged page')
  })
})
