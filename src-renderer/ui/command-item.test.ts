import { describe, expect, it } from 'vitest'
import { matching } from './command-item.ts'

const commands = [
  { label: 'Generate codes' },
  { label: 'Codes' },
  { label: 'Audit log' },
  { label: 'Switch to 中文', words: 'language 语言' },
]
const found = (text: string) => matching(commands, text).map(({ label }) => label)

describe('matching', () => {
  it('finds words anywhere in any case, with the commands that start with them first', () => {
    expect(found('code')).toEqual(['Codes', 'Generate codes'])
    expect(found('CODES gen')).toEqual(['Generate codes'])
    expect(found('语言')).toEqual(['Switch to 中文'])
    expect(found('nosuch')).toEqual([])
  })

  it('returns all commands for no text', () => {
    expect(found(' ')).toHaveLength(commands.length)
  })
})
