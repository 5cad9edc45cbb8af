import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Code } from '../../src-server/domain/code/code.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode } from './sample-codes.ts'
import { addApplication, addOperator, NOW, write } from './sample-records.ts'
import { query } from './walk-list.ts'

const EVERYTHING: Scope = { kind: 'everything' }

const NOTES = [
  'plain words',
  'PLAIN Words',
  '中文备注',
  '授权码 A中b',
  '日本語テキスト',
  'ÄÖÜ ß İ ΟΔΟΣ',
  'äöü ΟΔΟΣΑ',
  '100% sure_thing\\path',
  `O'Neil "quoted" {a,b} \\N NULL`,
  '🦊🦊 fox',
  'a\u0001b',
  'line\nbreak\ttab',
  'ab',
  '',
  'x'.repeat(255),
]
const SEARCHES = [
  ...['plain', 'PLAIN', 'n w', 'in', 'x', 'zzz', 'words plain'],
  ...['中', '中文', '文备', '备注', '中备', '中文备', '授权码', 'A中', 'a中B', '中b', '本', 'テキ', 'キスト'],
  ...['Ä', 'ä', 'äöü', 'ÄÖÜ', 'ß', 'İ', 'ΟΔΟΣ', 'ΣΑ', 'Σ', 'ς', 'οδος'],
  ...[
    '100%',
    '%',
    '0% s',
    '_',
    'e_t',
    '\\',
    '\\path',
    'h\\p',
    "'",
    "O'N",
    '"quoted"',
    '{a,b}',
    '\\N',
    'NULL',
    'null',
  ],
  ...[
    '🦊',
    '🦊🦊',
    '🦊 f',
    '\ud83e',
    'a\u0001b',
    '\u0001',
    'ine\nb',
    '\t',
    'k\tt',
    'ab',
    'a\0',
    'x'.repeat(200),
  ],
]

/** As SQLite's LIKE: only letters of ASCII match in either case. */
const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

describe.each(ENGINES)('searches on %s', (engine) => {
  let open: OpenStore
  let owner: number
  let app: number
  let made = 0
  beforeAll(async () => {
    open = await openStore(engine)
  })
  beforeEach(() =>
    act(async (unit) => {
      owner = await addOperator(unit, `dev${made++}`)
      app = await addApplication(unit, owner, 'app')
    }),
  )
  afterAll(() => open.close())

  const act = <T>(work: (unit: WriteUnit) => Promise<T>) => write(open.store, work)
  const put = (kami: string, over: Partial<Code> = {}) => act((unit) => addCode(unit, app, kami, over))
  /** SQLite puts rows into its index later. */
  const index = async () => {
    await act((unit) => unit.searchIndex.catchUp(100_000))
    expect(await open.store.read((unit) => unit.searchIndex.isBehind())).toBe(false)
  }
  const found = async (search: string, scope: Scope = { kind: 'ownedBy', operatorId: owner }) => {
    const { rows, total } = await open.store.read((unit) =>
      unit.codes.list(scope, {}, query({ sort: 'id', desc: false, search }), NOW),
    )
    expect(total).toBe(rows.length)
    return rows.map(({ kami }) => kami)
  }

  it('find what contains the text, in any language, before and after the index knows it', async () => {
    const kamis = NOTES.map((_, at) => `k${at}`)
    for (const [at, note] of NOTES.entries()) await put(`k${at}`, { note })
    const check = async () => {
      for (const search of SEARCHES) {
        const wanted = kamis.filter((kami, at) =>
          [kami, NOTES[at] ?? ''].some((text) => fold(text).includes(fold(search))),
        )
        // A half of a character is in no text.
        expect([search, await found(search)]).toEqual([search, search === '\ud83e' ? [] : wanted])
      }
    }
    await check()
    await index()
    await check()
    expect(await found('')).toEqual(kamis)
  })

  it('look at each searched member, and follow their changes', async () => {
    await put('other')
    const code = await put('KAMI-0', {
      note: 'the note',
      markcode: 'machine/1',
      accountKey: '77@Server',
      tags: ['First', '第二'],
      fields: { '1': 'value one', '2': 'zwei' },
    })
    const texts = ['kami-', 'the n', 'INE/1', '77@s', 'first', '第', 'e one', 'zwei']
    await index()
    for (const text of texts) expect([text, await found(text)]).toEqual([text, ['KAMI-0']])
    expect(await found('note machine')).toEqual([])
    const emptied = { ...code, note: 'later', markcode: '', accountKey: '', tags: [], fields: {} }
    await act((unit) => unit.codes.edit([{ ...emptied, revision: 0 }]))
    for (const done of [false, true]) {
      if (done) await index()
      for (const text of texts.slice(1)) expect([text, await found(text)]).toEqual([text, []])
      expect(await found('LATER')).toEqual(['KAMI-0'])
    }
    await act((unit) => unit.codes.remove([{ id: code.id, revision: 1 }]))
    await index()
    expect(await found('later')).toEqual([])
  })

  it('look at the trading accounts of a code with several seats', async () => {
    const code = await put('several', { seats: 3 })
    await put('single', { accountKey: '11@Broker' })
    const state = { ip: '', ip6: '', useTime: 1, endTime: null, gaveSeconds: null, recordEndBefore: null }
    const sit = (accountKey: string) =>
      act((unit) =>
        unit.codeSeats.put([
          { ...state, codeId: code.id, appId: app, spent: false, takenSeconds: null, accountKey },
        ]),
      )
    await sit('22@Broker')
    await index()
    await sit('33@Broker')
    for (const done of [false, true]) {
      if (done) await index()
      expect(await found('22@b')).toEqual(['several'])
      expect(await found('33@BR')).toEqual(['several'])
      expect(await found('@Broker')).toEqual(['several', 'single'])
    }
    await act((unit) => unit.codes.followAccounts([{ appId: app, from: '22@Broker', to: '44@Else' }]))
    await index()
    expect([await found('22@b'), await found('44@e')]).toEqual([[], ['several']])
    await act((unit) => unit.codes.releaseOfAccounts([{ appId: app, accountKey: '44@Else' }]))
    await index()
    expect([await found('44@e'), await found('33@b')]).toEqual([[], ['several']])
    const now = await open.store.read((unit) => unit.codes.get(EVERYTHING, code.id))
    const single = { ...code, seats: 1, accountKey: '55@One' }
    expect(await act((unit) => unit.codes.edit([{ ...single, revision: now?.revision ?? 0 }]))).toEqual([
      code.id,
    ])
    await index()
    expect([await found('55@o'), await found('33@b')]).toEqual([['several'], []])
  })

  it('stay within the scope', async () => {
    const agent = await act((unit) => addOperator(unit, `agent${made}`, 'agent'))
    const second = await act((unit) => addApplication(unit, owner, 'second'))
    const word = `scope${made}`
    const mine = await put(`${word}-a`, { agentId: agent })
    await act((unit) => addCode(unit, second, `${word}-b`))
    const foreign = await act(async (unit) => {
      const id = await addApplication(unit, await addOperator(unit, `foreign${made}`), 'foreign')
      await addCode(unit, id, `${word}-c`)
      return id
    })
    const agents: Scope = { kind: 'attributedTo', operatorId: agent }
    const own: Scope = { kind: 'ownedBy', operatorId: owner }
    const check = async (ofAgent: string[]) => {
      expect(await found(word, EVERYTHING)).toEqual(['a', 'b', 'c'].map((end) => `${word}-${end}`))
      expect(await found(word)).toEqual([`${word}-a`, `${word}-b`])
      expect(await found(word, agents)).toEqual(ofAgent)
      expect(await found(word, { kind: 'within', apps: [second, foreign], of: own })).toEqual([`${word}-b`])
      expect(await found(word, { kind: 'within', apps: [], of: EVERYTHING })).toEqual([])
      expect(await found(word, { kind: 'ownedBy', operatorId: agent })).toEqual([])
    }
    await check([`${word}-a`])
    await index()
    await check([`${word}-a`])
    await act((unit) => unit.codes.edit([{ ...mine, revision: 0, agentId: null }]))
    await check([])
    await index()
    await check([])
  })

  it('stay within the scope of a developer of very many applications', { timeout: 60_000 }, async () => {
    await act(async (unit) => {
      for (let at = 0; at < 201; at++) await addApplication(unit, owner, `a${at}`)
      await addCode(unit, await addApplication(unit, await addOperator(unit, `x${made}`), 'x'), 'needle-b')
    })
    await put('needle-a')
    await index()
    expect(await found('needle')).toEqual(['needle-a'])
  })
})
