import type { CodeType, CodeUnit } from '../../../src-server/contract/code-names.ts'

const TYPES: Readonly<Record<string, CodeType>> = {
  时长卡: 'time',
  永久卡: 'permanent',
  贵宾卡: 'vip',
  'VIP 卡': 'vip',
  VIP卡: 'vip',
  次数卡: 'count',
  点数卡: 'points',
  积分卡: 'points',
}
const UNITS: Readonly<Record<string, CodeUnit>> = {
  秒: 'second',
  小时: 'hour',
  天: 'day',
  周: 'week',
  月: 'month',
  季: 'season',
  半年: 'half-year',
  年: 'year',
}

/** A word of a file as the server has it. An unknown one stays as it is, and the server names it. */
function readWord(text: string, words: Readonly<Record<string, string>>): string {
  return words[text] ?? text.toLowerCase()
}

export const readType = (text: string): string => readWord(text, TYPES)
export const readUnit = (text: string): string => readWord(text, UNITS)
