import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportLink } from '../../src-server/domain/performance/report-link.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addDevice, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'

const MISSING = 999_999

describe.each(ENGINES)('notes, events and report links of trading accounts on %s', (engine) => {
  let open: OpenStore
  /** Each test has an account of its own. */
  let device: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  const newAccount = async () => {
    device = await write(open.store, async (unit) => {
      const owner = await addOperator(unit, `dev${made++}`)
      return (await addDevice(unit, await addApplication(unit, owner, `app${made}`), '1@S')).id
    })
  }

  describe('notes', () => {
    const note = (at: number, text = 'x') => ({
      deviceId: device,
      at,
      text,
      byId: 7,
      by: HARD_TEXT,
      writtenAt: FOREVER,
    })

    it('come back newest first, and of two at one time the later one first', async () => {
      await newAccount()
      const times = [NOW, NOW + 5, NOW, 0]
      const ids = await write(open.store, async (unit) => {
        const added: number[] = []
        for (const at of times) added.push((await unit.deviceNotes.insert(note(at, HARD_TEXT))).id)
        return added
      })
      const notes = await open.store.read((unit) => unit.deviceNotes.ofDevice(device))
      expect(notes).toEqual([1, 2, 0, 3].map((i) => ({ ...note(times[i]!, HARD_TEXT), id: ids[i] })))
    })

    it('are found, changed and deleted once', async () => {
      await newAccount()
      const stored = await write(open.store, (unit) => unit.deviceNotes.insert(note(NOW)))
      const change = { at: NOW + 1, text: '中文', writtenAt: NOW + 2 }
      const changed = await write(open.store, (unit) => unit.deviceNotes.update(stored.id, change))
      expect(changed).toEqual({ ...stored, ...change })
      expect(await open.store.read((unit) => unit.deviceNotes.find(stored.id))).toEqual(changed)
      const deleted = await write(open.store, async (unit) => [
        await unit.deviceNotes.delete(stored.id),
        await unit.deviceNotes.delete(stored.id),
        await unit.deviceNotes.update(stored.id, change),
        await unit.deviceNotes.find(stored.id),
      ])
      expect(deleted).toEqual([true, false, undefined, undefined])
    })
  })

  it('events come newest first within a span that includes its ends', async () => {
    await newAccount()
    const event = (at: number, by: string, value: number | null = null) =>
      ({ deviceId: device, at, what: 'renewed', by, value }) as const
    const events = [
      event(10, 'a', FOREVER),
      event(20, 'b'),
      event(20, 'c'),
      event(30, HARD_TEXT),
      event(31, 'e'),
    ]
    await write(open.store, async (unit) => {
      await unit.deviceEvents.add(events.slice(0, 1))
      await unit.deviceEvents.add(events.slice(1))
      await unit.deviceEvents.add([])
    })
    const seen = (from: number, to: number, limit: number) =>
      open.store.read((unit) => unit.deviceEvents.ofDevice(device, { from, to, limit }))
    expect(await seen(10, 30, 10)).toEqual([events[3], events[2], events[1], events[0]])
    expect(await seen(10, 30, 2)).toEqual([events[3], events[2]])
    expect(await seen(32, 40, 10)).toEqual([])
    await write(open.store, (unit) => unit.deviceEvents.forgetBefore(20))
    expect((await seen(0, FOREVER, 10)).map(({ by }) => by)).toEqual(['e', HARD_TEXT, 'c', 'b'])
  })

  describe('report links', () => {
    const link = (digest: string, over: Partial<ReportLink> = {}) => ({
      deviceId: device,
      tokenDigest: digest,
      heading: 'masked' as const,
      fromAt: NOW,
      toAt: null,
      content: null,
      createdBy: 'me',
      createdAt: NOW,
      expiresAt: NOW + 10,
      ...over,
    })

    it('come back with their content, newest first', async () => {
      await newAccount()
      const content = { text: HARD_TEXT, rows: [{ a: null }, 1.5] } as never
      const [live, fixed] = await write(open.store, async (unit) => [
        await unit.reportLinks.insert(link('d1')),
        await unit.reportLinks.insert(link('d2', { toAt: FOREVER, content })),
      ])
      const fresh = { views: 0, lastViewedAt: null, revokedAt: null }
      expect(live).toEqual({ ...link('d1'), ...fresh, id: live.id })
      expect(fixed).toEqual({ ...link('d2', { toAt: FOREVER, content }), ...fresh, id: fixed.id })
      const seen = await open.store.read(async (unit) => ({
        all: await unit.reportLinks.ofDevice(device, 5),
        one: await unit.reportLinks.ofDevice(device, 1),
        byDigest: await unit.reportLinks.findByDigest('d2'),
        byId: await unit.reportLinks.find(live.id),
        missing: [await unit.reportLinks.findByDigest('D2'), await unit.reportLinks.find(MISSING)],
      }))
      expect(seen).toEqual({
        all: [fixed, live],
        one: [fixed],
        byDigest: fixed,
        byId: live,
        missing: [undefined, undefined],
      })
    })

    it('count their views, and are revoked once while they are open', async () => {
      await newAccount()
      const { id } = await write(open.store, (unit) => unit.reportLinks.insert(link('e1')))
      const ended = await write(open.store, (unit) => unit.reportLinks.insert(link('e2', { expiresAt: NOW })))
      await write(open.store, async (unit) => {
        await unit.reportLinks.countView(id, NOW + 1)
        await unit.reportLinks.countView(id, NOW + 2)
        await unit.reportLinks.countView(MISSING, NOW)
      })
      const countOpen = (now: number) => open.store.read((unit) => unit.reportLinks.countOpen(device, now))
      expect(await countOpen(NOW)).toBe(1)
      expect(await countOpen(NOW - 1)).toBe(2)
      const revoked = await write(open.store, async (unit) => [
        await unit.reportLinks.revoke(ended.id, NOW),
        await unit.reportLinks.revoke(id, NOW + 3),
        await unit.reportLinks.revoke(id, NOW + 4),
        await unit.reportLinks.revoke(MISSING, NOW),
      ])
      expect(revoked).toEqual([false, true, false, false])
      expect(await open.store.read((unit) => unit.reportLinks.find(id))).toMatchObject({
        views: 2,
        lastViewedAt: NOW + 2,
        revokedAt: NOW + 3,
      })
      expect(await countOpen(NOW)).toBe(0)
    })

    it('are deleted when they ended before a time', async () => {
      await newAccount()
      await write(open.store, async (unit) => {
        for (const expiresAt of [1, 2, 3]) await unit.reportLinks.insert(link(`f${expiresAt}`, { expiresAt }))
        await unit.reportLinks.deleteEndedBefore(2)
      })
      const left = await open.store.read((unit) => unit.reportLinks.ofDevice(device, 5))
      expect(left.map(({ expiresAt }) => expiresAt)).toEqual([3, 2])
    })

    it('a token belongs to one link', async () => {
      await newAccount()
      await write(open.store, (unit) => unit.reportLinks.insert(link('g1')))
      await expect(write(open.store, (unit) => unit.reportLinks.insert(link('g1')))).rejects.toThrow()
    })
  })
})
