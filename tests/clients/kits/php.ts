import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { answerKey, FOREVER, LICENSED, type KitWorld } from './kit-world.ts'
import type { Program } from './program.ts'

/** Where each page view is a new process: they share one file, and seldom ask. */
export function describePhp(world: () => KitWorld): void {
  const begin = async (settings = {}) => {
    const licence = await world().application()
    const kami = await world().code({ app: licence.app, type: 'permanent' })
    const opening = {
      kami,
      machine: 'SITE',
      folder: world().home(),
      settings: { ...licence.settings, ...settings },
    }
    world().front.reset()
    await world().program.clock(world().server.clock.now())
    await world().program.open(opening)
    return opening
  }
  const logins = () => world().front.calls.filter((api) => api === 'kmlogon').length
  /** Another process, which ends after `use`. */
  async function inAnother(use: (other: Program) => Promise<void>, ...flags: string[]): Promise<void> {
    const other = world().another(...flags)
    try {
      await other.clock(world().server.clock.now())
      await use(other)
    } finally {
      other.end()
    }
  }

  it('asks once in its period, whoever views a page', async () => {
    const opening = await begin()
    expect(await world().program.state()).toMatchObject({ ...LICENSED, end: FOREVER })
    await inAnother(async (other) => {
      await other.open(opening)
      expect(await other.state()).toMatchObject({ ...LICENSED, end: FOREVER })
    })
    await world().pass(479)
    await world().program.state()
    expect(logins()).toBe(1)
    await world().pass(242)
    await world().program.state()
    expect(logins()).toBe(2)
  })

  it('asks at once when the clock was set back', async () => {
    await begin()
    await world().program.state()
    await world().program.clock(world().server.clock.now() - 1)
    expect(await world().program.state()).toMatchObject(LICENSED)
    expect(logins()).toBe(2)
  })

  it('lets no page view wait while another one asks', async () => {
    const opening = await begin()
    await world().program.state()
    await world().pass(721)
    const release = world().front.hold()
    const asks = world().program.state()
    await until(() => world().front.calls.length === 3, 'the call of the first page view')
    await inAnother(async (other) => {
      await other.open(opening)
      expect(await other.state()).toMatchObject(LICENSED)
    })
    release()
    expect(await asks).toMatchObject(LICENSED)
    expect(logins()).toBe(2)
  })

  it('makes one call of two first page views at once', async () => {
    const opening = await begin()
    const release = world().front.hold()
    const asks = world().program.state()
    await until(() => world().front.calls.length === 1, 'the call of the first page view')
    await inAnother(async (other) => {
      await other.open(opening)
      const waits = other.state()
      release()
      expect([await asks, await waits]).toMatchObject([LICENSED, LICENSED])
    })
    expect(logins()).toBe(1)
  })

  it('asks seldom while no answer comes', async () => {
    await begin()
    world().front.isUp = false
    await world().program.state()
    await world().pass(3)
    await world().program.state()
    expect(world().front.calls).toHaveLength(1)
    await world().pass(4)
    await world().program.state()
    expect(world().front.calls).toHaveLength(2)
  })

  it('reads the announcement once in ten minutes, and keeps the licence beside it', async () => {
    await begin()
    await world().program.state()
    const notices = () => world().front.calls.filter((api) => api === 'notice').length
    await world().program.notice()
    await world().program.notice()
    expect(notices()).toBe(1)
    await world().pass(600)
    await world().program.notice()
    expect(notices()).toBe(2)
    world().front.isUp = false
    expect(await world().program.check()).toMatchObject({ name: 'grace', end: FOREVER })
  })

  it('does not take a freed code back at the next page view', async () => {
    await begin()
    await world().program.state()
    expect(await world().program.unbind()).toMatchObject({ code: 200 })
    await world().pass(5000)
    expect(await world().program.state()).toMatchObject({ name: 'refused', code: 0 })
    expect(logins()).toBe(1)
  })

  it('refuses and says why, where PHP cannot verify signed answers', async () => {
    const opening = await begin({ answer_key: answerKey().hex })
    await inAnother(
      async (other) => {
        await other.open(opening)
        const state = await other.state()
        expect(state).toMatchObject({ name: 'refused', code: 0 })
        expect(state.text).toContain('sodium')
        expect(await other.notice()).toBe('')
      },
      '-d',
      'disable_functions=curl_init,sodium_crypto_sign_verify_detached',
    )
  })

  it('says why it cannot call, where PHP may open no address', async () => {
    const opening = await begin()
    await inAnother(
      async (other) => {
        await other.open(opening)
        const state = await other.state()
        expect(state).toMatchObject({ name: 'waiting', code: 0 })
        expect(state.text).toContain('allow_url_fopen')
      },
      ...['-d', 'allow_url_fopen=0', '-d', 'disable_functions=curl_init'],
    )
  })

  it('logs in where PHP joins the parts of a form by another sign', async () => {
    const opening = await begin()
    await inAnother(
      async (other) => {
        await other.open(opening)
        expect(await other.check()).toMatchObject(LICENSED)
      },
      ...['-d', 'arg_separator.output=&amp;', '-d', 'disable_functions=curl_init'],
    )
  })

  /** Programs of this machine have the curl extension where Debian's php-curl is installed. */
  const hasCurl = spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout.includes('curl')
  describe.skipIf(!hasCurl)('by the curl extension', () => {
    it('logs in, verifies signatures, and goes on after an error page and without a connection', async () => {
      const opening = await begin()
      await inAnother(
        async (other) => {
          await other.open(opening)
          expect(await other.check()).toMatchObject({ ...LICENSED, end: FOREVER })
          world().front.change = (answer) => (answer.status = 502)
          const failed = await other.check()
          expect(failed).toMatchObject({ name: 'grace' })
          expect(failed.text).toContain('HTTP 502')
          world().front.isUp = false
          expect(await other.check()).toMatchObject({ name: 'grace', code: 0 })
        },
        '-d',
        'disable_functions=',
      )
    })
  })
}
