import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../prepare.ts'
import type { AnsweredCall, World } from '../world.ts'

/** Node's own Ed25519, as a server signs. */
class Signer {
  readonly #pair = generateKeyPairSync('ed25519')
  readonly key = this.#pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)

  entry({ api, value, body }: AnsweredCall, t: string): string {
    const head = Buffer.from(`pulsekey1\n${t}\n${value}\n${api}\n`)
    const id = createHash('sha256').update(this.key).digest('hex').slice(0, 8)
    return `${id}=${sign(null, Buffer.concat([head, body]), this.#pair.privateKey).toString('base64')}`
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
      world().sign = undefined
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
      world().sign = undefined
    })

    once('agrees with another implementation for six keys', async () => {
      for (let i = 0; i < 6; i++) {
        const signer = new Signer()
        signs([signer])
        const life = await world().live({ marks: { answer_key: signer.key.toString('hex') } })
        await life.until(({ open }) => open === 1, `a licence by the key ${signer.key.toString('hex')}`)
        await life.crash()
      }
      world().sign = undefined
    })
  })
}
