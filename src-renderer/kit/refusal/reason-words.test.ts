import { createI18n } from 'vue-i18n'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeInvisible, findInvisible } from '../../../src-server/contract/invisible.ts'
import { ADDRESS_PROBLEMS } from '../../../src-server/contract/public-address.ts'
import { importedAccount } from '../../../src-server/contract/records/account.ts'
import { importedCode } from '../../../src-server/contract/records/code.ts'
import common from '../../i18n/zh-CN/common.json'
import { reasonWords } from './reason-words.ts'

const { t } = createI18n({ legacy: false, locale: 'zh-CN', messages: { 'zh-CN': { common } } }).global
const words = reasonWords(
  (key, named) => t(key, named),
  () => 'zh',
)

/** A reason of zod, as the server sends it. */
function reasonFor(schema: z.ZodType, value: unknown): string {
  return schema.safeParse(value).error!.issues[0]!.message
}

it.each(Object.values(ADDRESS_PROBLEMS))(
  "a public address that is wrong: %j is in the reader's language",
  (reason) => {
    expect(words.ofField(reason)).toMatch(/[\u4e00-\u9fff]/)
  },
)

describe('the reason of a refused value', () => {
  it.each([
    [z.enum(['time', 'vip']), 'forever', 'time, vip'],
    [z.string().min(4), 'abc', '4'],
    [z.string().max(32), 'x'.repeat(33), '32'],
    [z.int().min(1), 0, '1'],
    [z.number().max(100), 101, '100'],
    [z.string(), undefined, ''],
    [z.int(), 1.5, ''],
    [z.int(), 'ten', ''],
    [z.number(), 'ten', ''],
    [importedAccount.shape.user, 'no', '5'],
    [importedAccount.shape.password, 'no', '6'],
    [importedCode.shape.kami, 'a\u0007b', ''],
  ])("of %o about %o is in the reader's language, with what it names", (schema, value, named) => {
    const said = words.ofField(reasonFor(schema, value))
    expect(said).toMatch(/[\u4e00-\u9fff]/)
    expect(said).not.toMatch(/expected|received/)
    expect(said).toContain(named)
  })

  it('names an invisible character and its position', () => {
    const reason = describeInvisible(findInvisible('1@Live07\u200b')!)
    const said = '含有看不见的字符：“Live07”后面有零宽空格(U+200B)。请重新输入。'
    expect(words.ofField(reason)).toBe(said)
    expect(words.ofLine(`account_key: ${reason}`, () => '交易账户')).toContain(said)
  })

  it('without a translation stays unchanged', () => {
    expect(words.ofField('taken')).toBe('taken')
    expect(words.ofLine('no such thing', () => undefined)).toBe('no such thing')
  })
})

describe('the reason of a refused line of a file', () => {
  const labelOf = (member: string) => (member === 'type' ? '类型' : undefined)

  it("names the column in the reader's words", () => {
    const reason = reasonFor(z.object({ type: z.enum(['time']) }), { type: 'x' })
    expect(words.ofLine(`type: ${reason}`, labelOf)).toContain('类型')
  })

  it.each(['exists', 'plan', 'kami: twice in this file', 'agent: unknown', 'plan: no room', 'vip: required'])(
    '%s is translated',
    (reason) => {
      expect(words.ofLine(reason, labelOf)).toMatch(/^[\u4e00-\u9fff]+$/)
    },
  )
})
