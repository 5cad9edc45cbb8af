import type { MarketSettings } from '../../../../src-server/contract/records/market-settings.ts'
import { MARKET_GROUPS, type MarketGroup } from '../../../../src-server/contract/markets/symbol-groups.ts'
import {
  breakLine,
  brokerLine,
  holidayLine,
  readBreak,
  readBroker,
  readHoliday,
  readLines,
  readSymbol,
  symbolLine,
  type Read,
} from './market-text.ts'

/** The texts of the form: `<group>.breaks`, `<group>.holidays`, `symbols` and `brokers`. */
export type MarketField = `${MarketGroup}.${'breaks' | 'holidays'}` | 'symbols' | 'brokers'
type MarketTexts = Record<MarketField, string>

/** The words of the form's language. */
export interface MarketWords {
  /** Sunday to Saturday. */
  readonly days: readonly string[]
  readonly groups: Readonly<Record<MarketGroup, string>>
}

export function writeMarkets(settings: MarketSettings, { days, groups }: MarketWords): MarketTexts {
  const lines = MARKET_GROUPS.flatMap((group) => {
    const { breaks, holidays } = settings[group]
    return [
      [`${group}.breaks`, breaks.map((one) => breakLine(one, days)).join('\n')],
      [`${group}.holidays`, holidays.map(holidayLine).join('\n')],
    ]
  })
  const symbols = settings.symbols.map((one) => symbolLine(one, groups)).join('\n')
  const brokers = settings.brokers.map(brokerLine).join('\n')
  return { ...(Object.fromEntries(lines) as Record<MarketField, string>), symbols, brokers }
}

/** Reads the texts into a draft. @returns the first wrong line of each field that has one */
export function readMarkets(
  texts: MarketTexts,
  { days, groups }: MarketWords,
  draft: MarketSettings,
): Partial<MarketTexts> {
  const wrong: Partial<MarketTexts> = {}
  const take = <T>(field: MarketField, read: Read<T>, put: (values: T[]) => void): void => {
    if ('wrong' in read) wrong[field] = read.wrong
    else put(read.values)
  }
  for (const group of MARKET_GROUPS) {
    const breaks = readLines(texts[`${group}.breaks`], (line) => readBreak(line, days))
    take(`${group}.breaks`, breaks, (values) => (draft[group].breaks = values))
    const holidays = readLines(texts[`${group}.holidays`], readHoliday)
    take(`${group}.holidays`, holidays, (values) => (draft[group].holidays = values))
  }
  const symbols = readLines(texts.symbols, (line) => readSymbol(line, MARKET_GROUPS, groups))
  take('symbols', symbols, (values) => (draft.symbols = values))
  take('brokers', readLines(texts.brokers, readBroker), (values) => (draft.brokers = values))
  return wrong
}
