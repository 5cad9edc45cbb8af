import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readKitsFrom } from '../../src-server/entry/adapters/kit-folder.ts'
import { fillKit } from '../../src-server/kits/fill-kit.ts'
import { KIT_LANGUAGES } from '../../src-server/kits/languages.ts'
import { checkProgram } from './epl/check.ts'
import { readProgram } from './epl/read-program.ts'

/** No machine here has 易语言: a reader and a checker of its text stand in for its editor. */

let text: string
beforeAll(async () => {
  const source = await readKitsFrom(resolve(import.meta.dirname, '../..'))('epl')
  const hostile = '”“\'"\\ ＋ 返回 (真)\r\n.子程序 x 卡密'
  const values = {
    app: 10_001,
    appkey: hostile,
    rc4Key: hostile,
    version: hostile,
    address: hostile,
    mode: 3,
  }
  const filled = fillKit(source, KIT_LANGUAGES.epl, {
    ...values,
    graceHours: 24,
    answerKey: '',
    answerKeyNext: '',
  })
  text = filled['pulsekey.txt'] ?? ''
})

const faultsOf = (of: string) => {
  try {
    return checkProgram(readProgram(of))
  } catch (error) {
    return [(error as Error).message]
  }
}

describe('the text of the kit', () => {
  it('has declared variables, known commands and closed blocks, with hostile values too', () => {
    expect(faultsOf(text)).toEqual([])
  })

  it('names the support library that it needs', () => {
    expect(readProgram(text).libraries).toEqual(['dp1'])
  })

  it.each([
    ['.局部变量 码, 整数型\n', '', 'is not declared'],
    ['许可_设置 ()', '许可_设定 ()', 'is no command'],
    ['置随机数种子 ()', '置随机数种子 (1, 2)', 'takes 0 to 1 values'],
    ['.如果真结束', '', '如果真结束 is missing'],
    ['.判断循环尾 ()', '.变量循环尾 ()', 'does not belong here'],
    ['返回 (假)', '返回 (假', 'a , is missing'],
    ['返回 (真)', '返回 (“真)', 'unknown from here'],
    ['许可_偏差 ＝ 0', '许可_偏差 = 0', 'unknown from here'],
    ['#换行符', '#换行', 'is no constant'],
    ['.局部变量 状态, 文本型', '.局部变量 状态, 文本', 'no type'],
    ['返回 (结果)\n', '', 'returns nothing'],
  ])('would not pass with %j as %j', (right, wrong, fault) => {
    expect(text).toContain(right)
    expect(faultsOf(text.replace(right, wrong)).join('\n')).toContain(fault)
  })
})
