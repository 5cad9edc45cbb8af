import type { CodeState } from './peer/compare-state.ts'

export interface PeerDifference {
  /** Why our answer differs; docs/decisions/protocol.md has the groups too. */
  readonly decision: string
  /** Our answer, by the case's id. */
  readonly cases: Readonly<Record<string, OurAnswer>>
}

export interface OurAnswer {
  /** Absent where the answer has no text. */
  readonly code?: number
  readonly msg?: unknown
  readonly status?: number
  readonly sealed?: boolean
  readonly check?: { readonly value: string }
}

const UNKNOWN_API: OurAnswer = { code: 400, msg: '没有相关操作' }
const LOGGED_IN: OurAnswer = { code: 200, msg: { kami: 'CARD-TEST-001', vip: '4102243200' } }
const UNKNOWN_CODE: OurAnswer = { code: 149, msg: '卡密不存在' }
const NO_RIGHT: OurAnswer = { code: 201, msg: '解绑失败,无权限' }
const UNBOUND: OurAnswer = { code: 200, msg: '卡密解绑成功' }
const WRONG_DATA: OurAnswer = { code: 401, msg: '错误的数据', sealed: true }
const WRONG_SIGN: OurAnswer = { code: 106, msg: '签名有误' }
const NO_SIGN: OurAnswer = { code: 104, msg: '签名为空' }
/** One answer to several cases. */
const same = (answer: OurAnswer, ...ids: string[]) =>
  Object.fromEntries(ids.map((id): [string, OurAnswer] => [id, answer]))
const echoed = (kami: string): OurAnswer => ({ code: 200, msg: { kami, vip: '4102243200' } })
const over = (value: string): OurAnswer => ({ ...LOGGED_IN, check: { value } })
const INI = { version: '1.0', version_info: '信息', app_update_show: '更新内容', app_update_must: 'n' }
const UPDATE = 'https://example.com/a.apk?x=1&y=2'
const file = (name: string, note: string) => ({
  file_url: `https://example.com/${name}`,
  date: 'a date',
  note,
})

export const PEER_DIFFERENCES: readonly PeerDifference[] = [
  {
    decision:
      'an unknown api or other is JSON 400, not an HTML page or HTTP 500; an empty other is the default',
    cases: {
      ...same(UNKNOWN_API, 'A02', 'A03', 'A05', 'A06', 'A07', 'A08', 'A32'),
      A01: { code: 100, msg: '请绑定应用ID' },
      A04: { code: 101, msg: '应用不存在' },
      A33: LOGGED_IN,
    },
  },
  { decision: 'userreg is an endpoint here, and signed', cases: { T19: NO_SIGN } },
  {
    decision: 'bodies are read by their content, whatever their type and method; app too',
    cases: {
      T07c: LOGGED_IN,
      T07d: LOGGED_IN,
      T07e: LOGGED_IN,
      T07f: { ...LOGGED_IN, sealed: true },
      A47: LOGGED_IN,
    },
  },
  { decision: 'a NUL ends a body', cases: { A50: LOGGED_IN, A51: WRONG_SIGN } },
  { decision: 'multipart is no form: no known client sends it', cases: { A44: NO_SIGN } },
  {
    decision: 'GET and POST only; OPTIONS is the browsers’ question',
    cases: {
      A40: { code: 141, msg: '提交方式有误' },
      A41: { code: 141 },
      A48: { code: 141 },
      T15a: { status: 204 },
    },
  },
  {
    decision: 'milliseconds are read as what they are',
    cases: { T06b: { code: 105, msg: '数据过期', sealed: true } },
  },
  {
    decision: 'value goes into check byte for byte; one that is 0 is none, in the URL and the body',
    cases: {
      B62: over(''),
      B63: over('a b c'),
      B64: over('1,5'),
      B65: over('a&b'),
      B66: over('a"b'),
      B67: over("a'b"),
      B68: over('xscripty'),
      B70: over('<b>x'),
      B74: over('a*b'),
      B75: over('a^b~'),
      B77: over('é'),
    },
  },
  {
    decision: 'the signature is looked for inside data first, then outside; there is no switch for it',
    cases: { C41: LOGGED_IN, C42: WRONG_SIGN },
  },
  { decision: 'undecodable data is 401', cases: { C44: WRONG_DATA, C46: WRONG_DATA, C57: WRONG_DATA } },
  {
    decision: 'base64 is repaired where a + was lost, and read url-safe',
    cases: { C52: LOGGED_IN, C54: LOGGED_IN },
  },
  {
    decision: 'api_total counts what ours let by before and the original did not (bodies, base64)',
    cases: {
      T08b: { code: 200, msg: { ...INI, app_update_url: UPDATE, api_total: 12 } },
      C58: { code: 200, msg: { ...INI, app_update_url: UPDATE, api_total: 6 } },
    },
  },
  {
    decision: 'mi_type 4 takes requests, mi_type 10 is the third party’s protocol, and a key is always there',
    cases: {
      T11b: WRONG_DATA,
      C75: WRONG_DATA,
      C72: { code: 200, sealed: true },
      C73: { code: 107, sealed: true },
      C49: { code: 200, sealed: true, msg: { ...INI, app_update_url: UPDATE, api_total: 0 } },
      C49b: { ...NO_SIGN, sealed: true },
    },
  },
  {
    decision: 'disabled comes before everything else that is wrong with a code',
    cases: { D13: { code: 151, msg: '卡密已被禁用' } },
  },
  {
    decision: 'the caller’s address is the socket’s: a header or a cookie names none',
    cases: { D16: LOGGED_IN, D17: LOGGED_IN, D21: LOGGED_IN, D24: LOGGED_IN },
  },
  {
    decision: 'VIP codes work: permanent, or by their duration',
    cases: {
      D28: { code: 200, msg: { kami: 'VIPCARD-1', vip: '4102243200' } },
      D29: { code: 200, msg: { kami: 'VIPCARD-1', vip: '4102243200' } },
    },
  },
  {
    decision: 'member and all-apps cards, time codes without a unit or of no length are no codes here',
    cases: {
      D30: UNKNOWN_CODE,
      D31: UNKNOWN_CODE,
      D40: UNKNOWN_CODE,
      D42: UNKNOWN_CODE,
      E38: UNKNOWN_CODE,
      E39: UNKNOWN_CODE,
    },
  },
  { decision: 'points codes answer 167', cases: { D41: { code: 167, msg: '不支持积分卡登录' } } },
  {
    decision: 'codes and machine codes are taken as they are: nothing is stripped, cut, or compared loosely',
    cases: {
      D47: echoed('a"b'),
      D48: echoed('a\\b'),
      D49: echoed("a'b"),
      D51: echoed('a b\tc'),
      D56: echoed('select x'),
      D57: echoed('x*y^z'),
      D58: echoed('a../b'),
      D61: LOGGED_IN,
      D62: { code: 150, msg: '卡密已使用' },
      D63: { code: 150 },
      D64: { code: 150 },
      D70: { code: 150 },
    },
  },
  {
    decision: 'less left than an unbind takes is refused',
    cases: {
      E20: { code: 201, msg: '解绑失败,卡密时长不足' },
      E21: { code: 200, msg: { kami: 'Dshort', vip: '{{setup+600}}' } },
    },
  },
  {
    decision: 'only the bound machine may unbind: there is no switch for any other',
    cases: same(NO_RIGHT, 'T13b', 'E29', 'E30', 'E31', 'E32', 'E33', 'E34'),
  },
  {
    decision: '0 unbinds is no limit, as the original’s own screen says',
    cases: { E40: UNBOUND, E41: UNBOUND, E42: UNBOUND, E43: UNBOUND },
  },
  {
    decision: 'a text that isn’t there is an empty one',
    cases: {
      F05: {
        code: 200,
        msg: {
          version: '1.0',
          version_info: '',
          app_update_show: '',
          app_update_url: '',
          app_update_must: 'y',
          api_total: 0,
        },
      },
      N01: {
        code: 200,
        msg: {
          version: '1.0',
          version_info: '',
          app_update_show: '',
          app_update_url: '',
          app_update_must: 'n',
          api_total: 0,
        },
      },
      F10: { code: 200, msg: [file('2.apk?a=1&b=2', ''), file('1.apk', '一号')] },
      F16: { code: 200, msg: [file('2.apk?a=1&b=2', '')] },
      F17: { code: 200, msg: [file('2.apk?a=1&b=2', '')] },
    },
  },
  {
    decision:
      'shared links are resolved when saved, never in a call; one that can’t be goes out as it was saved',
    cases: {
      F08: { code: 200, msg: { ...INI, app_update_url: 'https://www.lanzoui.com/iAbCdEf/', api_total: 0 } },
    },
  },
  {
    decision: 'what looks like SQL or script is data like any other: no page of a filter',
    cases: { G02: NO_SIGN, G03: NO_SIGN, G04: NO_SIGN, G05: { code: 200 } },
  },
  {
    decision: 'cookies are no parameters (the original: by its php.ini)',
    cases: { H01: LOGGED_IN, H02: WRONG_SIGN, H04: LOGGED_IN },
  },
]

/** Cases that can't be replayed here, with the reason. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  C70: 'there is no mi_type 5: the original has it for one modifier of programs only',
  C71: 'there is no mi_type 5',
  D66: 'needs an IPv6 client; addresses are kept whole (domain/code/login.test.ts)',
  D67: 'needs an IPv6 client',
}

/** The caller's own address, whatever a header says. */
const OWN_ADDRESS: CodeState = { ip: '127.0.0.1' }
/** A refused login binds nothing. */
const NOT_BOUND: CodeState = { markcode: '', ip: '' }
/** An unbind keeps the first use. */
const FIRST_USE: CodeState = { used: -1000 }
/** A refused unbind changes nothing. */
const STILL_BOUND: CodeState = { markcode: 'DEV-01', ip: '127.0.0.1', unbinds: 0, unbound: null, used: -1000 }
/** 0 unbinds is no limit. */
const FREED: CodeState = { markcode: '', ip: '', unbinds: 1, unbound: 0 }
const WHOLE_MACHINE: CodeState = { markcode: 'M'.repeat(65) }

/** Our different state after a case, in the original's words. Times are seconds from the fixture. */
export const STATE_DIFFERENCES: Readonly<Record<string, CodeState>> = {
  D15: OWN_ADDRESS,
  D16: OWN_ADDRESS,
  D17: OWN_ADDRESS,
  D18: OWN_ADDRESS,
  D19: OWN_ADDRESS,
  D20: OWN_ADDRESS,
  D21: OWN_ADDRESS,
  D26: NOT_BOUND,
  // A VIP code without a duration never ends.
  D28: { ends: null },
  D29: { ends: null },
  D37: NOT_BOUND,
  D39: { amount: 999_999_999 },
  D41: NOT_BOUND,
  D60: WHOLE_MACHINE,
  D61: WHOLE_MACHINE,
  // A server's name keeps its blanks.
  D72: { markcode: '123456@XMGlobal-MT5 2' },
  E14: FIRST_USE,
  E15: FIRST_USE,
  E20: { ...STILL_BOUND, ends: 600 },
  E21: { ...STILL_BOUND, ends: 600 },
  E33: STILL_BOUND,
  E34: { unbinds: 0, unbound: null },
  E40: FREED,
  E41: { ...FREED, ends: 96_400 },
  E42: { ...FREED, amount: 2 },
  E43: FREED,
  E47: FIRST_USE,
  E49: FIRST_USE,
}
