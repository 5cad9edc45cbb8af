import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { encodeText } from '../../../src-server/wire/charset.ts'
import type { Command, Value } from './run.ts'

/** The world around a program of 易语言. */
export interface EplWorld {
  readonly now: () => number
  /** At least 0, and below 1. */
  readonly random: () => number
  /** Sends a form. @returns status 0 without an answer */
  readonly post: (url: string, form: string) => { readonly status: number; readonly body: Buffer }
}

const gbk = new TextDecoder('gbk')
/** Texts of 易语言 are bytes of GBK on a Chinese Windows. */
const bytesOf = (text: string): Buffer => Buffer.from(encodeText(text, 'gbk'))
const textOf = (bytes: Buffer): string => gbk.decode(bytes)
const NOT_FOUND = -1

function text(value: Value | undefined): string {
  if (typeof value !== 'string') throw new Error(`a text is needed, not ${typeof value}`)
  return value
}
function number(value: Value | undefined): number {
  if (typeof value !== 'number') throw new Error(`a number is needed, not ${typeof value}`)
  return value
}
function bytes(value: Value | undefined): Buffer {
  if (!Buffer.isBuffer(value)) throw new Error(`bytes are needed, not ${typeof value}`)
  return value
}

/** 1 and more: the place. */
const place = (found: number): number => (found === NOT_FOUND ? NOT_FOUND : found + 1)

function toText(value: Value | undefined): string {
  if (Buffer.isBuffer(value)) return textOf(value)
  if (value instanceof Date) {
    const [year, month, day] = [value.getUTCFullYear(), value.getUTCMonth() + 1, value.getUTCDate()]
    return `${String(year)}年${String(month)}月${String(day)}日${String(value.getUTCHours())}时${String(value.getUTCMinutes())}分${String(value.getUTCSeconds())}秒`
  }
  return String(value)
}

/** The leading digits, as 到整数 reads a text. */
const toNumber = (value: Value | undefined): number =>
  typeof value === 'number' ? Math.trunc(value) : Number(/^\s*-?\d+/.exec(text(value))?.[0] ?? 0)

/** The commands that the checker allows, but for 返回 and 跳出循环. */
export function commandsIn({ now, random, post }: EplWorld): Readonly<Record<string, Command>> {
  return {
    到文本: ([value]) => toText(value),
    到整数: ([value]) => toNumber(value),
    到长整数: ([value]) => toNumber(value),
    到字节集: ([value]) => {
      if (typeof value === 'number') return Buffer.from([value])
      return Buffer.isBuffer(value) ? value : bytesOf(text(value))
    },
    到小写: ([value]) => text(value).toLowerCase(),
    取文本长度: ([value]) => bytesOf(text(value)).length,
    取文本右边: ([value, count]) => textOf(bytesOf(text(value)).subarray(-number(count))),
    取文本中间: ([value, from, count]) =>
      textOf(bytesOf(text(value)).subarray(number(from) - 1, number(from) - 1 + number(count))),
    寻找文本: ([value, sought]) => place(bytesOf(text(value)).indexOf(bytesOf(text(sought)))),
    分割文本: ([value, separator]) => text(value).split(text(separator)),
    取数组成员数: ([value]) => (value as Value[]).length,
    取字节集长度: ([value]) => bytes(value).length,
    寻找字节集: ([value, sought]) => place(bytes(value).indexOf(bytes(sought))),
    取十六进制文本: ([value]) => number(value).toString(16).toUpperCase(),
    位异或: ([left, right]) => number(left) ^ number(right),
    求次方: ([base, exponent]) => number(base) ** number(exponent),
    置随机数种子: () => '',
    取随机数: ([least, most]) => number(least) + Math.floor(random() * (number(most) - number(least) + 1)),
    取启动时间: () => 1000,
    增减时间: ([time, unit, amount]) =>
      new Date((time as Date).getTime() + number(amount) * (unit === '#日' ? 86_400_000 : 1000)),
    读入文件: ([path]) => (existsSync(text(path)) ? readFileSync(text(path)) : Buffer.alloc(0)),
    写到文件: ([path, content]) => {
      writeFileSync(text(path), bytes(content))
      return true
    },
    删除文件: ([path]) => {
      rmSync(text(path), { force: true })
      return true
    },
    取数据摘要: ([value]) => createHash('md5').update(bytes(value)).digest('hex'),
    编码_Ansi到Utf8: ([value]) => Buffer.from(textOf(bytesOf(text(value)))),
    编码_Utf8到Ansi: ([value]) => textOf(bytesOf(bytes(value).toString('utf8'))),
    字节集_字节集到十六进制: ([value]) => bytes(value).toString('hex').toUpperCase(),
    字节集_十六进制到字节集: ([value]) => Buffer.from(text(value), 'hex'),
    时间_取现行时间戳: () => String(now()),
    网页_访问_对象: ([url, , form], set) => {
      const answer = post(text(url), text(form))
      set(7, answer.status)
      return answer.body
    },
  }
}
