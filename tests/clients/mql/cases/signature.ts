import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signatureEntry } from '../../../support/answer-signature.ts'
import type { Dialect } from '../prepare.ts'
import type { AnsweredCall, World } from '../world.ts'

/** Node's own Ed25519, as a server signs. */
class Signer {
  readonly #pair = generateKeyPairSync('ed25519')
  readonly key = this.#pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)

  entry({ api, value, body }: AnsweredCall, t: string): string {
    return signatureEntry(this.#pair, t, { api, value }, body)
  }
}

export function testSignature(world: () => World, dialect: Dialect): void {
  const once = it.runIf(dialect === 'mql5')
  /** The server's time in each answer, or another one. */
  const signs = (
    signers: readonly Signer[],
    change: (call: AnsweredCall) => AnsweredCall = (call) => call,
  ) => {
    world().sign = (call) => {
      const t = /"time":(\d+)/.exec(call.body.toString())?.[1] ?? ''
      return [`t=${t}`, ...signers.map((signer) => signer.entry(change(call), t))].join(' ')
    }
  }

  describe('the signature of answers', () => {
    it('is verified where the application has a key, also while a key replaces another', async () => {
      const [old, next, strange] = [new Signer(), new Signer(), new Signer()]
      const marks = { answer_key: old.key.toString('hex'), answer_key_next: next.key.toString('hex') }
      const life = await world().live({ marks })
      expect((await life.pass(5)).chart).toContain('no good signature')
      signs([strange])
      expect((await life.pass(20)).open).toBe(0)
      signs([strange, next])
      await life.until(({ open }) => open === 1, 'a licence')
      signs([old])
      expect((await life.pass(10)).chart).not.toContain('signature')
    })

    once.each([0, 3] as const)("is the server's own, for every call (mode %i)", async (mode) => {
      const app = { version: '2.0', ...(mode === 3 && { encrypt: true, mi_type: mode }) }
      const life = await world().live({ verifies: true, app, marks: { mode }, licensed: false })
      expect(life.marks.answer_key).toHaveLength(64)
      const kami = await world().code({ app: life.app, type: 'permanent' })
      await life.terminal.set({ code: kami })
      await life.run('init')
      const state = await life.until(({ open }) => open === 1, 'a licence')
      expect(state.calls).toEqual(['mt5logon', 'kmlogon', 'mt5logon', 'ini', 'mt5pulse'])
      expect(state.chart).toContain('new version: 2.0')
      expect(state.chart).not.toContain('signature')
      // A server that knows all keys but the private one.
      await world().act('app_update', { app: life.app, sign_answers: false })
      expect((await life.pass(15)).chart).toContain('no good signature')
    })

    it('of an answer about another account is no licence', async () => {
      const other = await world().live({ verifies: true })
      const life = await world().live({ verifies: true, licensed: false })
      await world().act('device_create', { app: life.app, account_key: other.account, vip: 4_102_243_200 })
      world().asks = (body) =>
        body.replace(/account_key=[^&]*/, `account_key=${encodeURIComponent(other.account)}`)
      const state = await life.pass(30)
      world().asks = undefined
      expect([state.open, state.chart]).toEqual([0, expect.stringContaining('another account')])
    })

    once('and all other keys can be replaced while programs with the old ones go on', async () => {
      const app = { encrypt: true, mi_type: 3 as const, version: '2.0' }
      const old = await world().live({ verifies: true, app, marks: { mode: 3 } })
      await old.until(({ open }) => open === 1, 'a licence')
      for (const key of ['appkey', 'rc4_key'] as const)
        await world().act('app_key_rotate', { app: old.app, key, overlap: 3600 })
      const record = await world().act('app_answer_key_rotate', { app: old.app, overlap: 3600 })
      const { appkey, rc4_key, answer_key } = record
      expect(answer_key).not.toBe(old.marks.answer_key)
      const renewed = await old.second({ appkey, rc4key: rc4_key, answer_key })
      for (const life of [old, renewed]) {
        await life.run('deinit')
        await life.run('init')
        const state = await life.until(({ open }) => open === 1, 'a licence')
        expect(state.chart).toContain('new version')
        expect(state.chart).not.toMatch(/signature|not from|grace/)
        await life.pass(5)
      }
    })

    once('is over api, value, time and body', async () => {
      const signer = new Signer()
      const life = await world().live({ marks: { answer_key: signer.key.toString('hex'), grace_hours: 0 } })
      const forged: ((call: AnsweredCall) => AnsweredCall)[] = [
        (call) => ({ ...call, api: 'mt5login' }),
        (call) => ({ ...call, value: '0' }),
        (call) => ({ ...call, body: Buffer.concat([call.body, Buffer.from(' ')]) }),
        (call) => ({ ...call, body: Buffer.from(call.body.toString().replace('"vip":1', '"vip":2')) }),
      ]
      for (const change of forged) {
        signs([signer], change)
        expect((await life.pass(60, 60)).open).toBe(0)
      }
      world().sign = (call) => `t=1 ${signer.entry(call, '1')}`
      expect((await life.pass(60, 60)).open).toBe(0)
      for (const header of [
        '',
        't=',
        't=1 x',
        't=1 =',
        `t=1 ${'A='.repeat(50)}`,
        `t=1 1=${'/'.repeat(86)}==`,
      ]) {
        world().sign = () => header
        expect((await life.pass(60, 60)).open).toBe(0)
      }
      signs([signer])
      await life.until(({ open }) => open === 1, 'a licence')
    })

    once('agrees with another implementation for six keys', async () => {
      for (let i = 0; i < 6; i++) {
        const signer = new Signer()
        signs([signer])
        const life = await world().live({ marks: { answer_key: signer.key.toString('hex') } })
        await life.until(({ open }) => open === 1, `a licence by the key ${signer.key.toString('hex')}`)
        await life.crash()
      }
    })
  })
}
