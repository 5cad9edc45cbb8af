import type { CodeType, CodeUnit } from '../../../../src-server/contract/code-names.ts'

/** The worth of a code by a word or an amount with a unit: 月卡, 30天, 10次, 1 month. */
export interface Worth {
  readonly type?: CodeType
  readonly unit?: CodeUnit
  readonly amount?: number
}

const TYPES: Readonly<Record<CodeType, string>> = {
  time: 'time timed duration 时长 时间 期限 计时',
  permanent: 'permanent lifetime forever perpetual unlimited 永久 终身 终生 无限 永久有效',
  vip: 'vip 贵宾',
  count: 'count counts uses use times 次数 次 计次',
  points: 'points point credits credit 点数 点 积分',
}
const UNITS: Readonly<Record<CodeUnit, string>> = {
  second: 'second seconds sec secs s 秒 秒钟',
  hour: 'hour hours hr hrs h hourly 小时 时 钟头',
  day: 'day days d daily 天 日',
  week: 'week weeks wk wks w weekly 周 星期 礼拜',
  month: 'month months mo mos mth monthly 月 个月',
  season: 'season seasons quarter quarters quarterly 季 季度 个季度',
  'half-year': 'half-year half-years halfyear half half-yearly semiannual 半年 个半年',
  year: 'year years yr yrs y yearly annual annually 年 年度',
}
const NUMERALS: Readonly<Record<string, number>> = {
  ...{ 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 },
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, six: 6, twelve: 12 },
}

const typeOf = lookUp(TYPES)
const unitOf = lookUp(UNITS)
/** Words that a card's name has at its end. */
const CARD = /(?:卡密|卡|码|card|cards|code|codes|key|keys|licen[cs]e|plan)$/
const WITH_AMOUNT = /^(\d+|[一二两三四五六七八九十]|(?:an?|one|two|three|six|twelve)(?=[\s-]))[\s-]*(.+)$/
/** The product has no unit of minutes. */
const MINUTE = new Set('minute minutes min mins 分钟 分'.split(' '))
/** Days that a person may mean where a file says 月卡 and 30. */
const DAYS_OF: Readonly<Partial<Record<CodeUnit, readonly number[]>>> = {
  week: [7],
  month: [28, 30, 31],
  season: [90, 91, 92],
  'half-year': [180, 182, 183],
  year: [360, 365, 366],
}

function lookUp<K extends string>(words: Readonly<Record<K, string>>): (word: string) => K | undefined {
  const known = new Map<string, K>()
  for (const key in words) for (const word of words[key].split(' ')) known.set(word, key)
  return (word) => known.get(word)
}

/** @returns undefined for a text that says no type and no duration */
export function readWorth(given: string): Worth | undefined {
  const text = given
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/half year/, 'half-year')
  const word = text.replace(CARD, '').trim()
  return readWord(word) ?? readWord(text) ?? readAmount(word)
}

function readWord(word: string): Worth | undefined {
  const unit = unitOf(word)
  if (unit !== undefined) return { type: 'time', unit }
  const type = typeOf(word)
  return type === undefined ? undefined : { type }
}

function readAmount(text: string): Worth | undefined {
  const [, number = '', word = ''] = WITH_AMOUNT.exec(text) ?? []
  if (number === '') return undefined
  const amount = NUMERALS[number] ?? Number(number)
  if (MINUTE.has(word)) return { type: 'time', unit: 'second', amount: amount * 60 }
  const unit = unitOf(word)
  if (unit !== undefined) return { type: 'time', unit, amount }
  const type = typeOf(word)
  return type === 'count' || type === 'points' ? { type, amount } : undefined
}

/** Whether a number beside a card's name may be the card's days instead of its number of units: 月卡 and 30. */
export function isUnclear(unit: CodeUnit, amount: number): boolean {
  return DAYS_OF[unit]?.includes(amount) === true
}
