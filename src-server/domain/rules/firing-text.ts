import { SUBJECT_FACTS, type RuleSubject, type RuleUnit } from '../../contract/rule-names.ts'

type Language = 'zh' | 'en'

const SUBJECTS: Readonly<Record<Language, Readonly<Record<RuleSubject, string>>>> = {
  en: {
    drawdown_peak: 'Drawdown from the peak',
    drawdown_day: 'Drawdown since the day began',
    drawdown: 'Drawdown',
    equity: 'Equity',
    floating_loss: 'Floating loss',
    margin_level: 'Margin level',
    positions: 'Open positions',
    silence: 'Silent',
    close_overdue: 'Close not carried out',
    two_terminals: 'Several terminals',
    licence_end: 'Licence ends',
  },
  zh: {
    drawdown_peak: '较峰值回撤',
    drawdown_day: '当日回撤',
    drawdown: '回撤',
    equity: '净值',
    floating_loss: '浮动亏损',
    margin_level: '保证金比例',
    positions: '持仓',
    silence: '失联',
    close_overdue: '平仓未完成',
    two_terminals: '多个终端',
    licence_end: '授权剩余',
  },
}
const UNITS: Readonly<Record<Language, Readonly<Record<RuleUnit, string>>>> = {
  en: { percent: ' %', amount: '', count: '', seconds: ' s', minutes: ' min', days: ' days' },
  zh: { percent: ' %', amount: '', count: '', seconds: ' 秒', minutes: ' 分钟', days: ' 天' },
}
const LEVEL = { en: (at: string) => `, level ${at}`, zh: (at: string) => `，档位 ${at}` } as const

/** Says which level was reached, for example `Drawdown 31.25 %, level 30 %`. */
export function firingText(language: Language, subject: RuleSubject, value: number, at: number): string {
  const reached = valueText(language, subject, value)
  return `${SUBJECTS[language][subject]} ${reached}${LEVEL[language](levelText(language, subject, at))}`
}

export function subjectText(language: Language, subject: RuleSubject): string {
  return SUBJECTS[language][subject]
}

/** A value of the subject with its unit. The text never shows a value that has not reached its level. */
export function valueText(language: Language, subject: RuleSubject, value: number): string {
  const { unit, worse } = SUBJECT_FACTS[subject]
  return `${showValue(value, worse)}${UNITS[language][unit]}`
}

export function levelText(language: Language, subject: RuleSubject, at: number): string {
  return `${at}${UNITS[language][SUBJECT_FACTS[subject].unit]}`
}

/** Two decimals. */
function showValue(value: number, worse: 'over' | 'under'): string {
  const hundredths = value * 100
  return String((worse === 'over' ? Math.floor(hundredths + 1e-6) : Math.ceil(hundredths - 1e-6)) / 100)
}
