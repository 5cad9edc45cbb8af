import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mt5Reply, standardReply, type Mt5Reply, type StandardReply } from './envelope.ts'

// The checks are from the vector file wire.json.
const CHECK = '84b22435b0c7eb38286c27308b295644'
const CHECK_OF_ABC = '923a1d10fb89058b5f8f09cc8ae7f1d2'
const call = { time: 1_700_000_000, appkey: 'AppKeyTest000001', value: '' }

describe('standardReply', () => {
  const login: StandardReply = {
    ...call,
    code: 200,
    payload: { kami: 'CARD-TEST-001', vip: '4102243200' },
    success: true,
    envelope: 'msg',
  }
  const fields = '{"kami":"CARD-TEST-001","vip":"4102243200"}'
  const tail = `"time":1700000000,"check":"${CHECK}"}`

  test.each<[StandardReply['envelope'], string]>([
    ['msg', `{"code":200,"msg":${fields},${tail}`],
    ['data', `{"code":200,"msg":"success","data":${fields},${tail}`],
    ['both', `{"code":200,"msg":${fields},"data":${fields},${tail}`],
  ])('a success under %s', (envelope, json) => {
    expect(standardReply({ ...login, envelope })).toBe(json)
  })

  test.each<[StandardReply['envelope'], string]>([
    ['msg', `{"code":200,"msg":"卡密解绑成功",${tail}`],
    ['data', `{"code":200,"msg":"success","data":"卡密解绑成功",${tail}`],
    ['both', `{"code":200,"msg":"卡密解绑成功","data":"卡密解绑成功",${tail}`],
  ])('a text as success under %s', (envelope, json) => {
    expect(standardReply({ ...login, payload: '卡密解绑成功', envelope })).toBe(json)
  })

  test.each(['msg', 'data', 'both'] as const)('a refusal has its text in msg under %s', (envelope) => {
    const refusal: StandardReply = { ...call, code: 149, payload: '卡密不存在', success: false, envelope }
    expect(standardReply(refusal)).toBe(`{"code":149,"msg":"卡密不存在",${tail}`)
  })

  test('check covers the value', () => {
    expect(standardReply({ ...login, value: 'abc' })).toContain(`"check":"${CHECK_OF_ABC}"}`)
  })

  test('slashes and scripts stay unchanged, <br> becomes a line feed', () => {
    const payload = { app_gg: 'http://a/b<br>卡<br>\\<br>"', list: ['<br>'] }
    const json = standardReply({ ...login, payload, envelope: 'both' })
    const written = '{"app_gg":"http://a/b\\n卡\\n\\\\\\n\\"","list":["\\n"]}'
    expect(json).toBe(`{"code":200,"msg":${written},"data":${written},${tail}`)
    expect(JSON.parse(json)).toMatchObject({ msg: { app_gg: 'http://a/b\n卡\n\\\n"' } })
  })

  test('is JSON that holds the given payload', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.dictionary(text, text), text, (payload, value) => {
        const read: unknown = JSON.parse(standardReply({ ...login, payload, value }))
        expect(Object.keys(read as object)).toEqual(['code', 'msg', 'time', 'check'])
        expect(read).toMatchObject({ msg: payload })
      }),
    )
  })
})

describe('mt5Reply', () => {
  const reply: Mt5Reply = { ...call, code: 200, msg: 'success', fields: {} }
  const head = `{"code":200,"time":1700000000,"check":"${CHECK}","msg":`

  test('code, time, check, msg, then the fields in order', () => {
    const fields = {
      account_key: '123456@XMGlobal-MT5 2',
      pause_open: 0,
      close_all: 1,
      vip: 4102243200,
      dd: 1.5,
    }
    expect(mt5Reply({ ...reply, fields })).toBe(
      `${head}"success","account_key":"123456@XMGlobal-MT5 2","pause_open":0,"close_all":1,"vip":4102243200,"dd":1.5}`,
    )
    expect(mt5Reply(reply)).toBe(`${head}"success"}`)
    expect(mt5Reply({ ...reply, value: 'abc' })).toContain(`"check":"${CHECK_OF_ABC}"`)
  })

  test('no text holds a quote, a backslash or a control character', () => {
    const fields = { label: 'a "b" \\c\td\r\ne\u0000\u007f\u0085f', buy_url: 'https://a/b?c=1&d=卡😀' }
    expect(mt5Reply({ ...reply, msg: '"\\\n', fields })).toBe(
      `${head}"'/ ","label":"a 'b' /c d  e   f","buy_url":"https://a/b?c=1&d=卡😀"}`,
    )
  })

  test('a number that is NaN or infinite keeps the reply valid JSON', () => {
    expect(mt5Reply({ ...reply, fields: { vip: NaN, dd: Infinity } })).toBe(
      `${head}"success","vip":null,"dd":null}`,
    )
  })

  test('is JSON without an escape, whatever the texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', '\n', 'x', '<br>') }),
    )
    fc.assert(
      fc.property(text, text, fc.integer(), (msg, label, vip) => {
        const json = mt5Reply({ ...reply, msg, fields: { label, vip } })
        expect(json).not.toContain('\\')
        // Four keys and check, msg, label and vip: ten pairs of quotes and no more.
        expect(json.split('"')).toHaveLength(19)
        expect(JSON.parse(json)).toMatchObject({ code: 200, vip })
      }),
    )
  })
})
