import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decode, guessEncoding, type Encoding } from './encoding.ts'

const WORDS = ['卡密', '类型', 'kami', 'type', '備註']
const SAMPLES: readonly (readonly [Encoding, string, string])[] = [
  ['gb18030', 'zh-CN', '卡密,类型,备注\r\nCARD-1,月卡,张三的卡\r\n'],
  ['gb18030', 'en', '客户,到期\nA@1,永久\n'],
  ['gb18030', 'en', '天卡'],
  ['big5', 'zh-CN', '序號,類型,備註\r\nCARD-1,月卡,客戶甲的授權\r\n'],
  ['shift_jis', 'en', 'コード,種類,メモ\r\nCARD-1,月,これはテストです\r\n'],
  ['euc-kr', 'en', '코드,종류,메모\r\nCARD-1,월,고객의 카드입니다\r\n'],
  ['windows-1251', 'en', 'код;тип;примечание\r\nCARD-1;месяц;клиент из Москвы\r\n'],
  ['koi8-r', 'en', 'код;тип;примечание\r\nCARD-1;месяц;клиент из Москвы\r\n'],
  ['windows-1252', 'en', 'code;type;note\r\nCARD-1;month;Müller, für José, déjà vu\r\n'],
  ['windows-1250', 'en', 'kod;typ;uwagi\r\nCARD-1;miesiąc;Łukasz żółć, Zażółć gęślą jaźń\r\n'],
  ['utf-8', 'en', '卡密,类型\r\nCARD-1,月卡\r\n'],
  ['utf-8', 'zh-CN', 'code,type\nA,day\n'],
]

describe('the encoding of a file', () => {
  it.each(SAMPLES)('is guessed as %s for a reader of %s', (encoding, language, text) => {
    const bytes = iconv.encode(text, encoding)
    expect(guessEncoding(bytes, WORDS, language)).toBe(encoding)
    expect(decode(bytes, encoding)).toBe(text)
  })

  it.each([
    ['utf-8', 'utf8'],
    ['utf-16le', 'utf16-le'],
    ['utf-16be', 'utf16-be'],
  ] as const)('is %s by its mark, which is no text', (encoding, name) => {
    const bytes = iconv.encode('卡密\nA', name, { addBOM: true })
    expect(guessEncoding(bytes, WORDS, 'en')).toBe(encoding)
    expect(decode(bytes, encoding)).toBe('卡密\nA')
  })

  it.each([
    ['utf-16le', 'utf16-le', 'kami,type\r\nA,day\r\n'],
    ['utf-16be', 'utf16-be', 'kami,type\r\nA,day\r\n'],
    ['utf-16le', 'utf16-le', '卡密,类型\r\n卡一,月卡\r\n'],
    ['utf-16be', 'utf16-be', '卡密,类型\r\n卡一,月卡\r\n'],
  ] as const)('is %s without a mark', (encoding, name, text) => {
    expect(guessEncoding(iconv.encode(text, name), WORDS, 'en')).toBe(encoding)
  })

  it('is UTF-8 where the guess cuts a character in two', () => {
    const bytes = Buffer.from(`a${'卡'.repeat(40_000)}`)
    expect(guessEncoding(bytes, WORDS, 'zh-CN')).toBe('utf-8')
  })

  it('is GBK for any list of usual Chinese words', () => {
    const usual =
      '客户姓名到期时间备注禁用代理卡密类型永久月年天周张王李赵一二三正常未使用激活授权账号密码续费'
    const word = fc.string({ unit: fc.constantFrom(...Array.from(usual)), minLength: 2, maxLength: 6 })
    const line = fc.tuple(fc.string({ unit: fc.constantFrom(...Array.from('AB19-')), maxLength: 8 }), word)
    fc.assert(
      fc.property(fc.array(line, { minLength: 3, maxLength: 20 }), (lines) => {
        const text = lines.map((cells) => cells.join(',')).join('\n')
        expect(guessEncoding(iconv.encode(text, 'gbk'), WORDS, 'zh-CN')).toBe('gb18030')
      }),
    )
  })

  it('is some encoding for any bytes, and every encoding reads them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const encoding = guessEncoding(bytes, WORDS, 'en')
        expect(typeof decode(bytes, encoding)).toBe('string')
      }),
    )
  })
})
