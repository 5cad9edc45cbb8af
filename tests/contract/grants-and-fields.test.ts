import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Certification } from '../../src-server/domain/platform/certification.ts'
import { defaultGrant, type Grant } from '../../src-server/domain/application/capability.ts'
import type {
  CertificationFilter,
  CertificationSort,
} from '../../src-server/store/repositories/certifications.ts'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'
import { inOrder, query, walkList } from './walk-list.ts'

const MISSING = 999_999

describe.each(ENGINES)('grants, custom fields and certifications on %s', (engine) => {
  let open: OpenStore
  let owner: number
  let app: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  const place = () =>
    write(open.store, async (unit) => {
      owner = await addOperator(unit, `dev${made++}`)
      app = await addApplication(unit, owner, 'app')
    })

  describe('capabilities', () => {
    it('the state of an API is replaced', async () => {
      await write(open.store, async (unit) => {
        await unit.capabilities.setState('kmlogon', { state: 'closed', priceText: HARD_TEXT })
        await unit.capabilities.setState('ini', { state: 'open', priceText: '' })
        await unit.capabilities.setState('kmlogon', { state: 'maintenance', priceText: '5' })
      })
      expect(await open.store.read((unit) => unit.capabilities.states())).toEqual(
        new Map([
          ['kmlogon', { state: 'maintenance', priceText: '5' }],
          ['ini', { state: 'open', priceText: '' }],
        ]),
      )
    })

    it('a grant keeps the members that nobody names', async () => {
      await place()
      const base = { ...defaultGrant('kmlogon'), expiresAt: FOREVER, priceText: 'base' }
      const find = (api = 'kmlogon') => open.store.read((unit) => unit.capabilities.findGrant(app, api))
      const change = (members: Partial<Grant>) =>
        write(open.store, (unit) => unit.capabilities.changeGrant(app, 'kmlogon', members, base))
      expect(await find()).toBeUndefined()
      await change({ granted: false, sign: true })
      const first = { ...base, granted: false, sign: true, priceText: '' }
      expect(await find()).toEqual(first)
      await change({ switchedOn: false, expiresAt: null })
      const second = { ...first, switchedOn: false, expiresAt: null }
      expect(await find()).toEqual(second)
      await change({ priceText: HARD_TEXT })
      expect(await find()).toEqual({ ...second, priceText: HARD_TEXT })
      await change({})
      await change({ priceText: '' })
      expect(await find()).toEqual(second)
      expect(await find('KMLOGON')).toBeUndefined()
    })

    it('a price alone makes a grant of the other members', async () => {
      await place()
      const base = defaultGrant('ini')
      await write(open.store, (unit) => unit.capabilities.changeGrant(app, 'ini', { priceText: '9' }, base))
      expect(await open.store.read((unit) => unit.capabilities.findGrant(app, 'ini'))).toEqual({
        ...base,
        priceText: '9',
      })
    })

    it('prices of an application are forgotten, and those of others stay', async () => {
      await place()
      const others = await write(open.store, async (unit) => {
        const other = await addApplication(unit, owner, 'other')
        for (const id of [app, other])
          for (const api of ['ini', 'kmlogon'])
            await unit.capabilities.changeGrant(id, api, { priceText: `${api}!` }, defaultGrant(api))
        await unit.meta.set('priceless', 'x')
        await unit.capabilities.forgetPrices(app)
        return other
      })
      const seen = await open.store.read(async (unit) => ({
        named: await unit.capabilities.grants([app, others]),
        none: await unit.capabilities.grants([]),
        all: (await unit.capabilities.grants()).length,
        meta: await unit.meta.find('priceless'),
      }))
      const prices = seen.named.map(({ appId, api, priceText }) => `${appId} ${api} ${priceText}`).sort()
      expect(prices).toEqual(
        [`${app} ini `, `${app} kmlogon `, `${others} ini ini!`, `${others} kmlogon kmlogon!`].sort(),
      )
      expect(seen.none).toEqual([])
      expect(seen.all).toBeGreaterThanOrEqual(4)
      expect(seen.meta).toBe('x')
    })
  })

  describe('custom fields', () => {
    const field = (name: string, ownerId = owner) => ({
      ownerId,
      name,
      place: 'both' as const,
      kind: 'choice' as const,
      choices: ['b', 'A', '中文', "it's"],
      createdAt: FOREVER,
    })

    it('come back in the order of creation, and change', async () => {
      await place()
      const [b, a] = await write(open.store, async (unit) => [
        await unit.customFields.insert(field('b')),
        await unit.customFields.insert(field(HARD_TEXT)),
      ])
      expect(b).toEqual({ ...field('b'), id: b.id })
      const ofOwner = () => open.store.read((unit) => unit.customFields.ofOwner(owner))
      expect(await ofOwner()).toEqual([b, a])
      const results = await write(open.store, async (unit) => [
        await unit.customFields.update(b.id, { choices: [], kind: 'text' }),
        await unit.customFields.update(MISSING, { name: 'x' }),
        await unit.customFields.find(MISSING),
      ])
      expect(results).toEqual([{ ...b, choices: [], kind: 'text' }, undefined, undefined])
      await write(open.store, (unit) => unit.customFields.delete(b.id))
      expect(await ofOwner()).toEqual([a])
    })

    it('a name belongs to one field of an owner', async () => {
      await place()
      await write(open.store, (unit) => unit.customFields.insert(field('one')))
      await expect(write(open.store, (unit) => unit.customFields.insert(field('one')))).rejects.toThrow()
    })

    it('are seen by the owner and by agents who work for the owner', async () => {
      await place()
      const [agent, own, foreign] = await write(open.store, async (unit) => {
        const agentId = await addOperator(unit, `agent${made}`, 'agent')
        const other = await addOperator(unit, `other${made}`)
        await unit.ledger.open(owner, agentId, NOW)
        return [
          agentId,
          await unit.customFields.insert(field('own')),
          await unit.customFields.insert(field('foreign', other)),
        ]
      })
      const seen = await open.store.read(async (unit) => {
        const scope = { kind: 'ownedBy', operatorId: owner } as const
        return {
          own: await unit.customFields.inScope(scope),
          agent: await unit.customFields.inScope({ kind: 'attributedTo', operatorId: agent }),
          stranger: await unit.customFields.inScope({ kind: 'attributedTo', operatorId: owner }),
          within: await unit.customFields.inScope({ kind: 'within', of: scope, apps: [app] }),
          without: await unit.customFields.inScope({ kind: 'within', of: scope, apps: [MISSING] }),
          all: await unit.customFields.inScope({ kind: 'everything' }),
        }
      })
      const { all, ...limited } = seen
      expect(limited).toEqual({ own: [own], agent: [own], stranger: [], within: [own], without: [] })
      expect(all).toEqual(expect.arrayContaining([own, foreign]))
    })
  })

  describe('certifications', () => {
    const sample = (product: string, url: string, over: Partial<Certification> = {}) => ({
      product,
      url,
      holder: '',
      note: '',
      expiresAt: null,
      disabled: false,
      createdAt: NOW,
      ...over,
    })
    const add = (...given: Parameters<typeof sample>) =>
      write(open.store, (unit) => unit.certifications.insert(sample(...given)))
    const list = (filter: CertificationFilter = {}) => {
      return (asked: ListQuery<CertificationSort>) =>
        open.store.read((unit) => unit.certifications.list(filter, NOW, asked))
    }

    it('a pair of product and host is certified once', async () => {
      const first = await add('p1', 'a.test', { holder: HARD_TEXT, expiresAt: FOREVER, disabled: true })
      const second = await add('p1', 'b.test')
      expect(first).toEqual({
        ...sample('p1', 'a.test', { holder: HARD_TEXT, expiresAt: FOREVER, disabled: true }),
        id: first?.id,
      })
      expect(await add('p1', 'a.test')).toBeUndefined()
      const results = await write(open.store, async (unit) => [
        await unit.certifications.findFor('p1', 'a.test'),
        await unit.certifications.findFor('P1', 'a.test'),
        await unit.certifications.find(MISSING),
        await unit.certifications.update(second!.id, { url: 'a.test' }),
        await unit.certifications.update(second!.id, {}),
        await unit.certifications.update(second!.id, { note: HARD_TEXT, url: 'b.test' }),
        await unit.certifications.update(MISSING, { note: 'x' }),
        await unit.certifications.delete(first!.id),
        await unit.certifications.delete(first!.id),
      ])
      expect(results).toEqual([
        first,
        undefined,
        undefined,
        'taken',
        second,
        { ...second, note: HARD_TEXT },
        undefined,
        first,
        undefined,
      ])
    })

    it('are listed by state, text and order', async () => {
      const product = 'list'
      const all = [
        await add(product, 'c.test', { expiresAt: NOW, holder: '张三 100%' }),
        await add(product, 'A.test', { expiresAt: NOW + 1, note: 'x_y' }),
        await add(product, 'b.test'),
        await add(product, 'd.test', { disabled: true, expiresAt: NOW }),
      ].filter((one) => one !== undefined)
      const hosts = async (filter: CertificationFilter, search?: string) => {
        const { rows, total } = await list({ product, ...filter })(query({ sort: 'id', desc: false, search }))
        expect(total).toBe(rows.length)
        return rows.map(({ url }) => url)
      }
      expect(await hosts({ state: 'expired' })).toEqual(['c.test'])
      expect(await hosts({ state: 'valid' })).toEqual(['A.test', 'b.test'])
      expect(await hosts({ state: 'disabled' })).toEqual(['d.test'])
      expect(await hosts({}, 'a.TEST')).toEqual(['A.test'])
      expect(await hosts({}, '三')).toEqual(['c.test'])
      expect(await hosts({}, '%')).toEqual(['c.test'])
      expect(await hosts({}, '_')).toEqual(['A.test'])
      expect(await hosts({}, 'x\0')).toEqual([])
      const orders = {
        url: (one: Certification) => one.url,
        expires_at: (one: Certification) => one.expiresAt,
      }
      for (const [sort, valueOf] of Object.entries(orders))
        for (const desc of [false, true])
          for (const limit of [1, 3]) {
            const walked = await walkList(
              list({ product }),
              { sort: sort as keyof typeof orders, desc },
              limit,
            )
            expect(walked.map(({ id }) => id)).toEqual(inOrder(all, valueOf, desc).map(({ id }) => id))
          }
    })
  })
})
