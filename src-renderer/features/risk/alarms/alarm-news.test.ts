import { describe, expect, it } from 'vitest'
import { newsOf, type AlarmGroup, type TellingBook } from './alarm-news.ts'

const group = (key: string, at: number, count = 1): AlarmGroup => ({ key, at, count })

/** Looks one after the other. @returns the keys that each look tells, and those that it only updates */
function looks(...each: readonly (readonly AlarmGroup[])[]) {
  let book: TellingBook | undefined
  return each.map((groups) => {
    const news = newsOf(book, groups)
    book = news.book
    return { fresh: news.fresh.map(({ key }) => key), grown: news.grown.map(({ key }) => key) }
  })
}
const tells = (...each: readonly (readonly AlarmGroup[])[]) => looks(...each).map(({ fresh }) => fresh)

describe('newsOf', () => {
  it('tells nothing of the groups that are there when the person comes', () => {
    expect(tells([group('a', 100, 50)], [group('a', 100, 50)])).toEqual([[], []])
  })

  it('tells a group that comes later, once', () => {
    expect(tells([], [group('a', 100)], [group('a', 100)], [group('a', 100), group('b', 101)])).toEqual([
      [],
      ['a'],
      [],
      ['b'],
    ])
  })

  it('tells a burst of any size once, and updates what it told', () => {
    const burst = Array.from({ length: 50 }, (_, second) => [group('a', 100 + second, 1 + second * 20)])
    const all = looks([], ...burst)
    expect(all.flatMap(({ fresh }) => fresh)).toEqual(['a'])
    expect(all.flatMap(({ grown }) => grown)).toHaveLength(49)
  })

  it('tells a burst that goes on again after 5 minutes, then 15, then each hour', () => {
    const seconds = Array.from({ length: 3 * 3600 }, (_, second) => second)
    let book: TellingBook | undefined = newsOf(undefined, []).book
    const told = seconds.filter((second) => {
      const news = newsOf(book, [group('a', second, second + 1)])
      book = news.book
      return news.fresh.length > 0
    })
    expect(told).toEqual([0, 300, 1200, 4800, 8400])
  })

  it('tells nothing of an account that moves around its threshold', () => {
    expect(tells([], [group('a', 100)], [], [group('a', 100)], [], [group('a', 100)])).toEqual([
      [],
      ['a'],
      [],
      [],
      [],
      [],
    ])
  })

  it('tells a group that was acknowledged and happens again, even within the burst', () => {
    expect(tells([], [group('a', 100)], [], [group('a', 110)])).toEqual([[], ['a'], [], ['a']])
  })

  it('tells a new account in a group that nobody acknowledged for days', () => {
    expect(tells([group('a', 100, 3)], [group('a', 100 + 2 * 86_400, 4)])).toEqual([[], ['a']])
  })

  it('says nothing when accounts leave a group', () => {
    expect(looks([], [group('a', 100, 5)], [group('a', 100, 3)])).toEqual([
      { fresh: [], grown: [] },
      { fresh: ['a'], grown: [] },
      { fresh: [], grown: [] },
    ])
  })

  it('forgets what it told a day ago', () => {
    let book = newsOf(newsOf(undefined, []).book, [group('a', 100)]).book
    book = newsOf(book, [group('b', 100 + 86_401)]).book
    expect([...book.keys()]).toEqual(['b'])
  })
})
