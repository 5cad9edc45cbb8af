import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeInvisible, findInvisible, INVISIBLE_NAMES, readInvisible } from './invisible.ts'

const named = Object.keys(INVISIBLE_NAMES)
const character = (code: string) => String.fromCodePoint(Number.parseInt(code, 16))
/** Characters of MT5 names, and other visible letters. */
const visible = fc
  .array(fc.constantFrom(...Array.from('abzAZ019-._ é界Ж中')), { maxLength: 30 })
  .map((letters) => letters.join(''))
const seen = visible.map((text) => `x${text}x`)

describe('findInvisible', () => {
  it('names a zero-width space and its place', () => {
    const found = findInvisible('600002@ICMarketsSC-Live07\u200b')
    expect(found && describeInvisible(found)).toBe('a zero-width space (U+200B) after Live07')
  })

  it.each([
    ['a plain blank inside', '1@A B'],
    ['blanks and line breaks at the ends', ' \t1@A \r\n'],
    ['a no-break space at the end, which is trimmed', '1@A\u00a0'],
    ['letters of any script', '1@Ж中é'],
    ['an empty text', ''],
  ])('finds nothing in %s', (_, text) => {
    expect(findInvisible(text)).toBeUndefined()
  })

  it.each(named)('finds U+%s at any place inside, and describes it', (code) => {
    fc.assert(
      fc.property(seen, seen, (before, after) => {
        const found = findInvisible(`${before}${character(code)}${after}`)
        expect(found?.code).toBe(code)
        expect(before.endsWith(found?.after ?? '?')).toBe(true)
        expect(found && readInvisible(describeInvisible(found))).toEqual(found)
      }),
    )
  })

  it('finds the first of several', () => {
    expect(findInvisible('1\u200d@\u200bA')).toMatchObject({ code: '200D', after: '1' })
    expect(findInvisible('\u200b1@A')).toEqual({ code: '200B', after: '' })
    expect(readInvisible(describeInvisible({ code: '200B', after: '' }))).toEqual({ code: '200B', after: '' })
  })

  it('finds nothing in visible text', () => {
    fc.assert(
      fc.property(visible, (text) => {
        expect(findInvisible(text)).toBeUndefined()
      }),
    )
  })

  it('finds every format character, control character and white space except the plain blank, named or not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x10_ffff }), (point) => {
        const one = String.fromCodePoint(point)
        if (!/[\p{Cc}\p{Cf}\p{White_Space}]/u.test(one) || one === ' ') return
        const found = findInvisible(`1@A${one}B`)
        expect(found).toMatchObject({ after: 'A' })
        expect(describeInvisible(found!)).toMatch(/^an? .+ \(U\+[0-9A-F]{4,6}\) after A$/)
      }),
      { examples: named.map((code) => [Number.parseInt(code, 16)] as [number]) },
    )
  })

  it('describes it in both languages, with a name or without', () => {
    const space = { code: '200B', after: 'Live07' }
    expect(describeInvisible(space, 'zh')).toBe('“Live07”后面有零宽空格(U+200B)')
    expect(describeInvisible({ ...space, after: '' }, 'zh')).toBe('开头有零宽空格(U+200B)')
    expect(describeInvisible({ code: 'E0041', after: 'A' })).toBe('an invisible character (U+E0041) after A')
    expect(describeInvisible({ code: 'E0041', after: 'A' }, 'zh')).toBe('“A”后面有不可见字符(U+E0041)')
  })

  it('reads back no other sentence', () => {
    expect(readInvisible('<trading account>@<server>')).toBeUndefined()
  })
})
