import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicKey, generateKeyPairSync, sign, verify as verifySignature } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { START } from '../support/test-server.ts'
import type { Verify } from './scripts/program.ts'
import { coveredBytes } from '../support/answer-signature.ts'
import { authentic, down, pass, type Behaviour } from './scripts/relay.ts'
import { asHeld, CORES, DESKTOP, KITS, KitWorld, type Vendor } from './scripts/world.ts'

/** The spoilt answers, and the reactions of the kits in C and Lua. */

let world: KitWorld
beforeAll(async () => {
  world = await KitWorld.start()
}, 120_000)
afterEach(() => {
  world.settle()
})
afterAll(() => world.end(), 60_000)

const HOUR = 3600
const DAY = 24 * HOUR

/** Answers with code 200 for ever, changed by a spoiler. */
const spoilt =
  (keys: Vendor['keys'], code: number, msg: unknown): Behaviour =>
  ({ value }) =>
    authentic(keys, value, world.now, code, msg)

describe.each(CORES)('bad answers for the kit in $name', (kit) => {
  /** The forms of the answers differ by mode, and what the kits do with them does not. */
  const modes = kit.name === 'C' ? ([0, 3] as const) : ([3] as const)

  it.each(modes)('count as no answer (mode %d)', async (mode) => {
    const shop = await world.vendor(mode)
    const licence = { kami: shop.kami, vip: '4102243200' }
    const no: Record<string, Behaviour> = {
      'no connection': down,
      'an empty body': () => '',
      'a page of a proxy': () => '<html>Please log in</html>',
      'a status of a proxy': async (call, response) => {
        response.statusCode = 502
        return pass(call, response)
      },
      'a redirect': (_, response) => {
        response.writeHead(302, { location: world.server.running.publicUrl })
        return ''
      },
      'an answer for another call': () => authentic(shop.keys, 'other', START, 200, licence),
      'an answer under another key': ({ value }) =>
        authentic({ ...shop.keys, appkey: 'wrong' }, value, START, 200, licence),
      'an answer in the other mode': ({ value }) =>
        authentic({ ...shop.keys, mode: 3 - mode }, value, START, 200, licence),
      'an answer about another code': spoilt(shop.keys, 200, { ...licence, kami: 'OTHER' }),
      'an answer about no code': spoilt(shop.keys, 200, { vip: licence.vip }),
      'an interface that is closed': spoilt(shop.keys, 170, '接口已关闭'),
      maintenance: spoilt(shop.keys, 171, '接口维护中'),
      'too many requests': spoilt(shop.keys, 429, '请求频率过快'),
      'too many requests, as 201': spoilt(shop.keys, 201, '请求频率过快'),
      'too many requests, as 201 in English': spoilt(shop.keys, 201, 'Too many requests, please wait'),
      'a busy server': spoilt(shop.keys, 500, '数据被其他程序占用,请稍后重试'),
      'a server that stops': spoilt(shop.keys, 503, '服务器维护中'),
      'a time that stays wrong': spoilt(shop.keys, 105, '数据过期'),
      'an end that is no number': spoilt(shop.keys, 200, { ...licence, vip: '9e99' }),
      'an end that is missing': spoilt(shop.keys, 200, { kami: shop.kami }),
      'an end of 400 digits': spoilt(shop.keys, 200, { ...licence, vip: '9'.repeat(400) }),
      'half an answer': async (call, response) => {
        const { body } = await call.forward()
        response.writeHead(200, { 'content-length': String(body.length) })
        response.write(body.subarray(0, body.length / 2))
        response.destroy()
        return undefined
      },
      'more bytes than any answer has': () => Buffer.alloc(300_000, '7b'),
      'nested without end': () => '{"a":'.repeat(5000),
      'a head without end': (_, response) => {
        response.socket?.end(`HTTP/1.1 200 OK\r\n${'X-A: '.repeat(9000)}`)
        return undefined
      },
      'a length of another planet': (_, response) => {
        response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}')
        return undefined
      },
      'a chunk of another planet': (_, response) => {
        response.socket?.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}')
        return undefined
      },
      'no HTTP at all': (_, response) => {
        response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')
        return undefined
      },
    }
    const program = await world.kit(kit, shop)
    await program.say('tick')
    for (const [name, behaviour] of Object.entries(no)) {
      world.relay.behaviour = behaviour
      expect(await program.say('now'), name).toMatchObject({ state: 'grace', mayRun: true })
    }
    world.relay.behaviour = pass
    expect(await program.say('now')).toMatchObject({ state: 'licensed' })
  })

  it.each(modes)('show a refusal letter by letter (mode %d)', async (mode) => {
    const shop = await world.vendor(mode)
    const program = await world.kit(kit, shop)
    for (const text of [
      '"\\/\n\r\t',
      '%s%n%d%%',
      "'; os.execute('x') --",
      '卡密已到期 😀',
      '\u2028x',
      '{"code":200}',
    ]) {
      world.relay.behaviour = spoilt(shop.keys, 201, text)
      expect(await program.say('now')).toMatchObject({
        state: 'refused',
        code: 201,
        message: asHeld(kit, text),
      })
    }
    const long = '封禁😀'.repeat(600)
    world.relay.behaviour = spoilt(shop.keys, 201, long)
    const { message } = await program.say('now')
    expect(asHeld(kit, long).startsWith(message)).toBe(true)
    expect(Buffer.byteLength(message)).toBeGreaterThan(1000)
  })

  it('are none where only the envelope differs', async () => {
    const shop = await world.vendor(3)
    const program = await world.kit(kit, shop)
    for (const envelope of ['data', 'both', 'msg'] as const) {
      await world.server.act('app_update', { app: shop.app, envelope })
      expect(await program.say('now')).toMatchObject({ state: 'licensed', end: world.now + 30 * DAY })
    }
  })
})

describe.each(DESKTOP)('unusual forms of HTTP for the kit in $name', (kit) => {
  it('are no hindrance', async () => {
    const shop = await world.vendor(3)
    const forms: Record<string, Behaviour> = {
      'in chunks': async ({ forward }, response) => {
        const { body } = await forward()
        for (let at = 0; at < body.length; at += 7) response.write(body.subarray(at, at + 7))
        return ''
      },
      'after 100 Continue': async ({ forward }, response) => {
        const { body } = await forward()
        response.socket?.end(
          `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-LENGTH:  ${String(body.length)}\r\n\r\n${body.toString()}`,
        )
        return undefined
      },
      'without a length': async ({ forward }, response) => {
        const { body } = await forward()
        response.socket?.end(`HTTP/1.0 200 OK\r\n\r\n${body.toString()}`)
        return undefined
      },
      'on a connection that stays open': async ({ forward }, response) => {
        const { body } = await forward()
        response.socket?.write(
          `HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: ${String(body.length)}\r\n\r\n${body.toString()}`,
        )
        return undefined
      },
    }
    const program = await world.kit(kit, shop, { how: 'curl' })
    for (const [name, behaviour] of Object.entries(forms)) {
      world.relay.behaviour = behaviour
      expect(await program.say('now'), name).toMatchObject({ state: 'licensed', code: 200 })
    }
  })
})

it('the kit in C reads spoilt answers within its memory', async () => {
  const program = await world.kit(KITS[0], await world.vendor(0))
  expect(await program.say('fuzz', 50_000)).toMatchObject({ state: 'waiting' })
})

describe.each(DESKTOP.slice(1))('the ways to send of the kit in $name', (kit) => {
  it.each(['curl', 'socket', 'gg'])('include what the host has: %s', async (how) => {
    const program = await world.kit(kit, await world.vendor(3), { how })
    world.relay.behaviour = down
    expect(await program.say('tick')).toMatchObject({ state: 'waiting' })
    world.relay.behaviour = pass
    expect(await program.say('now')).toMatchObject({ state: 'licensed' })
  })

  it('have no shell that reads the address', async () => {
    const shop = await world.vendor(0)
    const proof = join(world.folder, 'proof')
    for (const text of [
      `'; touch ${proof} #`,
      `"; touch ${proof} #`,
      `$(touch ${proof})`,
      '`touch ' + proof + '`',
    ]) {
      const settings = { ...shop.settings, address: `http://127.0.0.1:1/${text}` }
      const program = await world.kit(kit, { ...shop, settings }, { how: 'curl' })
      expect(await program.say('tick')).toMatchObject({ state: 'waiting' })
    }
    expect(existsSync(proof)).toBe(false)
  })
})

describe.each(CORES)('hostile values for the kit in $name', (kit) => {
  it.each([
    [0, `a&b=c+d%41"\\'%s%n;$(x)\`卡密😀`],
    [3, `a=b+d%41"\\'%s%n;$(x)\`卡密😀`],
  ] as const)('reach the server unchanged (mode %d)', async (mode, typed) => {
    const text = asHeld(kit, typed)
    const shop = await world.vendor(mode)
    const kami = `${text}-${kit.name}`
    await world.server.act('code_import', { app: shop.app, rows: [{ kami, type: 'permanent' }] })
    const program = await world.kit(kit, { ...shop, kami }, { machine: `m ${text}` })
    const said = await program.say('tick')
    expect(said).toMatchObject({ state: 'licensed', end: 4_102_243_200 })
    expect(said.text).toContain('永久')
    const { rows } = await world.server.act('code_list', { filter: { app: shop.app, kami } })
    expect(rows).toMatchObject([{ kami, markcode: `m ${text}` }])
  })

  it('are refused without a question where RC4-2 cannot carry them', async () => {
    const shop = await world.vendor(3)
    world.relay.takeCalls()
    for (const [kami, machine] of [
      ['a&b', 'PC-1'],
      ['a', 'PC&1'],
      ['', 'PC-1'],
      ['a', ''],
      ['x'.repeat(3000), 'PC-1'],
      ['a', 'x'.repeat(3000)],
    ] as const) {
      const program = await world.kit(kit, { ...shop, kami }, { machine })
      expect(await program.say('tick')).toMatchObject({ state: 'refused', mayRun: false, code: 0 })
      expect(await program.say('unbind')).toMatchObject({ answered: 0 })
    }
    expect(world.relay.takeCalls()).toEqual([])
  })

  it('as the address leave it waiting', async () => {
    const shop = await world.vendor(0)
    for (const address of [
      '',
      'x',
      'ftp://a',
      'http://',
      'http://[::1',
      'http://a:99999999',
      `http://${'a'.repeat(3000)}`,
      'http://a b/"\'$(x)',
    ]) {
      const program = await world.kit(kit, { ...shop, settings: { ...shop.settings, address } })
      expect(await program.say('tick')).toMatchObject({ state: 'waiting', mayRun: false })
    }
  })
})

describe.each(DESKTOP)('the signature of a whole answer, in the kit in $name', (kit) => {
  const [own, next, other] = [0, 1, 2].map(() => generateKeyPairSync('ed25519'))
  const raw = (pair: typeof own) => pair!.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)

  function signedBy(pairs: readonly (typeof own)[], change: { t?: number; api?: string } = {}): Behaviour {
    return async ({ forward, api, value }, response) => {
      const { body } = await forward()
      const t = change.t ?? world.now
      const message = coveredBytes(t, { value, api: change.api ?? api }, body)
      const entries = pairs.map(
        (pair) => `abcdef01=${sign(null, message, pair!.privateKey).toString('base64')}`,
      )
      response.setHeader('X-Pulsekey-Signature', `t=${String(t)} ${entries.join(' ')}`)
      return body
    }
  }

  it('decides whether there is an answer', async () => {
    const shop = await world.vendor(3, {
      answerKey: raw(own).toString('hex'),
      answerKeyNext: raw(next).toString('hex'),
    })
    const verify: Verify = (key, message, signature) => {
      const pair = [own, next].find((one) => raw(one).equals(key))
      return pair !== undefined && verifySignature(null, message, pair.publicKey, signature)
    }
    const program = await world.kit(kit, shop, { verify })
    for (const [behaviour, state] of [
      [pass, 'waiting'],
      [signedBy([other]), 'waiting'],
      [signedBy([own], { api: 'notice' }), 'waiting'],
      [signedBy([own], { t: START + 9 }), 'waiting'],
      [signedBy([own]), 'licensed'],
      [pass, 'grace'],
      [signedBy([next]), 'licensed'],
      [signedBy([other, next]), 'licensed'],
    ] as const) {
      world.relay.behaviour = behaviour
      expect(await program.say('now')).toMatchObject({ state })
    }
  })

  it.each([0, 3] as const)('of the server is good (mode %d)', async (mode) => {
    const shop = await world.vendor(mode)
    await world.server.act('app_update', { app: shop.app, sign_answers: true })
    const { answer_key: answerKey } = await world.server.act('app_get', { app: shop.app })
    const verify: Verify = (key, message, signature) => {
      const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
      const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
      return verifySignature(null, message, publicKey, signature)
    }
    const signed = { ...shop, settings: { ...shop.settings, answerKey } }
    const program = await world.kit(kit, signed, { verify })
    expect(await program.say('tick')).toMatchObject({ state: 'licensed' })
    await world.server.act('app_update', { app: shop.app, sign_answers: false })
    expect(await program.say('now')).toMatchObject({ state: 'grace' })
  })
})
