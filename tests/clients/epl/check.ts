import type { Expression, Program, Routine, Statement } from './parse.ts'
import { expressionsOf } from './read-program.ts'

/**
 * The commands that the kit may call, with the least and the most values that each takes: of 系统核心支持库, of
 * 数据操作支持库一 (dp1) and of 精易模块.
 */
export const COMMANDS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  // 系统核心支持库
  返回: [0, 1],
  跳出循环: [0, 0],
  到文本: [1, 1],
  到整数: [1, 1],
  到长整数: [1, 1],
  到字节集: [1, 1],
  到小写: [1, 1],
  取文本长度: [1, 1],
  取文本右边: [2, 2],
  取文本中间: [3, 3],
  寻找文本: [4, 4],
  分割文本: [3, 3],
  取数组成员数: [1, 1],
  取字节集长度: [1, 1],
  寻找字节集: [3, 3],
  取十六进制文本: [1, 1],
  位异或: [2, 2],
  求次方: [2, 2],
  置随机数种子: [0, 1],
  取随机数: [2, 2],
  取启动时间: [0, 0],
  增减时间: [3, 3],
  读入文件: [1, 1],
  写到文件: [2, 2],
  删除文件: [1, 1],
  // 数据操作支持库一
  取数据摘要: [1, 1],
  // 精易模块
  网页_访问_对象: [3, 8],
  编码_Ansi到Utf8: [1, 1],
  编码_Utf8到Ansi: [1, 1],
  字节集_字节集到十六进制: [1, 1],
  字节集_十六进制到字节集: [1, 1],
  时间_取现行时间戳: [1, 1],
}
const CONSTANTS = new Set(['#引号', '#换行符', '#秒', '#日'])
const NAMES_OF_VALUES = new Set(['真', '假'])

/** @returns what is wrong in the text, each with its line */
export function checkProgram(program: Program): string[] {
  return [...program.routines.values()].flatMap((routine) => checkRoutine(program, routine))
}

function checkRoutine(program: Program, routine: Routine): string[] {
  const found: string[] = []
  const own = [...routine.parameters, ...routine.locals].map(({ name }) => name)
  const shared = program.variables.map(({ name }) => name)
  const known = new Set([...own, ...shared, ...NAMES_OF_VALUES])
  const used = new Set<string>()
  const say = (line: number, what: string) => found.push(`line ${String(line)}: ${what}`)
  for (const name of own) if (shared.includes(name)) say(routine.line, `${name} is declared twice`)
  if (new Set(own).size < own.length) say(routine.line, 'a variable is declared twice')

  const expression = (whole: Expression, line: number) => {
    for (const node of expressionsOf(whole)) {
      if (node.kind === 'name' || node.kind === 'index') {
        used.add(node.name)
        if (!known.has(node.name)) say(line, `${node.name} is not declared`)
      } else if (node.kind === 'constant' && !CONSTANTS.has(node.value)) {
        say(line, `${node.value} is no constant`)
      } else if (node.kind === 'call') {
        const count = program.routines.get(node.name)?.parameters.length
        const [least, most] = count === undefined ? (COMMANDS[node.name] ?? [-1, -1]) : [count, count]
        if (least === -1) say(line, `${node.name} is no command`)
        else if (node.given.length < least || node.given.length > most)
          say(line, `${node.name} takes ${String(least)} to ${String(most)} values`)
      }
    }
  }
  const statements = (list: readonly Statement[]): void => {
    for (const one of list) {
      for (const each of expressionsIn(one)) expression(each, one.line)
      if (one.kind === 'for') {
        used.add(one.variable)
        if (!known.has(one.variable)) say(one.line, `${one.variable} is not declared`)
      }
      for (const inner of blocksIn(one)) statements(inner)
    }
  }
  statements(routine.body)
  for (const { name } of routine.locals) if (!used.has(name)) say(routine.line, `${name} is not used`)
  if (routine.type !== '' && !returns(routine.body.at(-1)))
    say(routine.line, `${routine.name} returns nothing`)
  return found
}

function expressionsIn(one: Statement): readonly Expression[] {
  switch (one.kind) {
    case 'assign':
      return [one.to, one.value]
    case 'call':
      return [one.call]
    case 'if':
    case 'while':
      return [one.condition]
    case 'for':
      return [one.from, one.to, one.step]
  }
}

function blocksIn(one: Statement): readonly (readonly Statement[])[] {
  if (one.kind === 'if') return [one.then, one.otherwise]
  return one.kind === 'while' || one.kind === 'for' ? [one.body] : []
}

const returns = (last: Statement | undefined): boolean =>
  last?.kind === 'call' && last.call.kind === 'call' && last.call.name === '返回'
