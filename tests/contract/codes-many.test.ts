import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Code } from '../../src-server/domain/code/code.ts'
import type { CodeRepository } from '../../src-server/store/repositories/codes.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode, sampleCode } from './sample-codes.ts'
import { addApplication, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'

describe.each(ENGINES)('many codes together on %s', (engine) => {
  let open: OpenStore
  let app: number
  let other: number

  beforeAll(async () => {
    open = await openStore(engine)
    await write(open.store, async (unit) => {
      const owner = await addOperator(unit, 'dev')
      app = await addApplication(unit, owner, 'app')
      other = await addApplication(unit, owner, 'other')
    })
  })
  afterAll(() => open.close())

  const read = <T>(work: (codes: CodeRepository) => Promise<T>) => open.store.read((unit) => work(unit.codes))
  const act = <T>(work: (codes: CodeRepository) => Promise<T>) =>
    write(open.store, (unit) => work(unit.codes))
  const put = (kami: string, over: Partial<Code> = {}) =>
    write(open.store, (unit) => addCode(unit, app, kami, over))
  const again = ({ id }: Pick<Code, 'id'>) => read((codes) => codes.get({ kind: 'everything' }, id))

  it('takes many codes at once, in their order, each text once', async () => {
    await put('many 2')
    const texts = ['many 3', 'many 2', 'many 1', 'many 3']
    const made = await act((codes) => codes.insertMany(sampleCode(app, '', { note: HARD_TEXT }), texts))
    expect(made).toEqual([expect.any(Number), undefined, expect.any(Number), undefined])
    expect(made[2]).toBeGreaterThan(made[0]!)
    const taken = await act((codes) =>
      codes.importMany([
        sampleCode(app, 'many 1'),
        sampleCode(other, 'many 1', { left: 7 }),
        sampleCode(app, HARD_TEXT.repeat(2), { tags: ['b', 'a'] }),
      ]),
    )
    expect(taken).toEqual([undefined, expect.any(Number), expect.any(Number)])
    expect(await again({ id: taken[1]! })).toMatchObject({ appId: other, kami: 'many 1', left: 7 })
    expect(await again({ id: taken[2]! })).toMatchObject({ kami: HARD_TEXT.repeat(2), tags: ['b', 'a'] })
    const found = await read((codes) => codes.findMany(app, ['many 3', 'many 2', 'many 1', 'none']))
    expect(found.map(({ kami, note }) => [kami, note]).sort()).toEqual([
      ['many 1', HARD_TEXT],
      ['many 2', ''],
      ['many 3', HARD_TEXT],
    ])
  })

  it('edits and deletes those of many that are at their revision', async () => {
    const [one, two, three] = [await put('of many 1'), await put('of many 2'), await put('of many 3')]
    const edits = [
      { ...one, note: 'one', recycledAt: NOW },
      { ...two, note: 'two', revision: 4 },
      { ...three, note: 'three', endTime: FOREVER },
    ]
    expect((await act((codes) => codes.edit(edits))).sort((a, b) => a - b)).toEqual([one.id, three.id])
    expect([await again(one), await again(two), await again(three)]).toEqual([
      { ...one, note: 'one', recycledAt: NOW, revision: 1 },
      two,
      { ...three, note: 'three', endTime: FOREVER, revision: 1 },
    ])
    const all = [
      { id: one.id, revision: 1 },
      { id: two.id, revision: 0 },
      { id: three.id, revision: 0 },
    ]
    expect(await act((codes) => codes.purge(all))).toEqual([one.id])
    expect(await act((codes) => codes.remove(all))).toEqual([two.id])
    expect(await again(three)).toBeDefined()
  })
})
