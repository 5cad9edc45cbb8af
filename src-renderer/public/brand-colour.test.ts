import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentOf, contrast } from './brand-colour.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#777777', 1],
    // WCAG's own example of the darkest grey that fails on white.
    ['#777777', '#ffffff', 4.48],
  ])('%s on %s', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBeCloseTo(ratio, 2)
  })
})

describe('accentOf', () => {
  it.each([
    ['light', '#f2f3f6'],
    ['dark', '#171c25'],
  ] as const)('is readable in the %s theme whatever the owner chose', (theme, ground) => {
    fc.assert(
      fc.property(hex, (colour) => {
        const { accent, hover, ink, soft } = accentOf(colour, theme)
        for (const other of [ground, soft, ink]) expect(contrast(accent, other)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(hover, ink)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('keeps a readable colour', () => {
    expect(accentOf('#4d44c6', 'light').accent).toBe('#4d44c6')
    expect(accentOf('#928bf6', 'dark').accent).toBe('#928bf6')
  })
})
