import { describe, expect, it } from 'vitest'
import { readRecoveryKey, RECOVERY_KEY_BYTES, writeRecoveryKey } from './recovery-key.ts'

const KEY = Uint8Array.from({ length: RECOVERY_KEY_BYTES }, (_, i) => (i * 37 + 11) % 256)
const text = writeRecoveryKey(KEY)

describe('a recovery key', () => {
  it('is eight groups of five characters', () => {
    expect(text).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){7}[0-9A-HJKMNP-TV-Z]{5}$/)
  })

  it.each([
    ['as written', text],
    ['in small letters', text.toLowerCase()],
    ['with spaces instead of hyphens', ` ${text.replaceAll('-', '  ')}\n`],
    ['with O for 0 and l for 1', text.replaceAll('0', 'O').replaceAll('1', 'l')],
  ])('is read %s', (_, typed) => {
    expect(readRecoveryKey(typed)).toEqual({ bytes: KEY })
  })

  it('names the group of every single wrong character', () => {
    const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '-') continue
      for (const letter of letters) {
        if (letter === text[at]) continue
        const typed = text.slice(0, at) + letter + text.slice(at + 1)
        expect(readRecoveryKey(typed)).toEqual({ group: Math.floor(at / 6) + 1 })
      }
    }
  })

  it('finds exchanged groups', () => {
    const groups = text.split('-')
    const typed = [groups[1], groups[0], ...groups.slice(2)].join('-')
    expect(readRecoveryKey(typed)).toEqual({ group: 1 })
  })

  it.each(['', 'abc', `${text}A`, text.slice(1)])('finds missing or additional characters: %s', (typed) => {
    expect(readRecoveryKey(typed)).toEqual({ group: 0 })
  })

  it('finds a character that no key has', () => {
    expect(readRecoveryKey(`${text.slice(0, -1)}U`)).toEqual({ group: 8 })
  })
})
