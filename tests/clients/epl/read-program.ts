import {
  readAct,
  readExpression,
  type Expression,
  type Program,
  type Routine,
  type Statement,
  type Variable,
} from './parse.ts'
import { withoutComment } from './tokenize.ts'

/** A block that is open: its statements, and the line that closes it. */
interface Block {
  statements: Statement[]
  readonly end: string
  readonly otherwise?: Statement[]
}

const TYPES = new Set(['文本型', '整数型', '长整数型', '逻辑型', '字节型', '字节集'])

/** Reads a text as 易语言 pastes it. @throws Error with the line of the first thing that is wrong */
export function readProgram(text: string): Program {
  const reader = new ProgramReader()
  for (const [index, line] of text.split('\n').entries()) {
    try {
      reader.line(withoutComment(line).trim(), index + 1)
    } catch (error) {
      throw new Error(`line ${String(index + 1)}: ${(error as Error).message}: ${line.trim()}`, {
        cause: error,
      })
    }
  }
  return reader.end()
}

class ProgramReader {
  readonly #program: Program = { libraries: [], variables: [], routines: new Map() }
  #routine: Routine | undefined
  #open: Block[] = []

  line(text: string, line: number): void {
    if (text === '') return
    if (!text.startsWith('.')) {
      this.#add(readAct(text, line))
      return
    }
    const [, word = '', rest = ''] = /^\.([\p{L}]+)\s*(.*)$/u.exec(text) ?? []
    if (
      !this.#declares(
        word,
        rest.split(',').map((field) => field.trim()),
        line,
      )
    )
      this.#controls(word, rest, line)
  }

  end(): Program {
    this.#close()
    return this.#program
  }

  #close(): void {
    if (this.#open.length > 1) throw new Error(`a ${this.#open.at(-1)?.end ?? ''} is missing`)
  }

  #declares(word: string, fields: readonly string[], line: number): boolean {
    switch (word) {
      case '版本':
      case '程序集':
        return true
      case '支持库':
        this.#program.libraries.push(fields[0] ?? '')
        return true
      case '程序集变量':
        this.#program.variables.push(variable(fields))
        return true
      case '子程序':
        this.#begin(fields, line)
        return true
      case '参数':
        this.#current().parameters.push(variable(fields))
        return true
      case '局部变量':
        if (this.#current().body.length > 0) throw new Error('a declaration behind statements')
        this.#current().locals.push(variable(fields))
        return true
      default:
        return false
    }
  }

  #begin([name = '', type = '']: readonly string[], line: number): void {
    this.#close()
    if (this.#program.routines.has(name)) throw new Error('a second routine of this name')
    if (type !== '' && !TYPES.has(type)) throw new Error(`no type: ${type}`)
    this.#routine = { name, type, parameters: [], locals: [], body: [], line }
    this.#open = [{ statements: this.#routine.body, end: '子程序' }]
    this.#program.routines.set(name, this.#routine)
  }

  #controls(word: string, rest: string, line: number): void {
    const block = this.#open.at(-1)
    if (word === '否则' && block?.otherwise !== undefined && block.statements !== block.otherwise) {
      block.statements = block.otherwise
    } else if (word === block?.end) {
      this.#open.pop()
    } else {
      this.#opens(word, rest, line)
    }
  }

  #opens(word: string, rest: string, line: number): void {
    if (word === '如果' || word === '如果真') {
      const statement = {
        kind: 'if' as const,
        condition: readExpression(rest),
        then: [],
        otherwise: [],
        line,
      }
      this.#add(statement)
      this.#open.push({
        statements: statement.then,
        end: `${word}结束`,
        ...(word === '如果' && { otherwise: statement.otherwise }),
      })
    } else if (word === '判断循环首') {
      const statement = { kind: 'while' as const, condition: readExpression(rest), body: [], line }
      this.#add(statement)
      this.#open.push({ statements: statement.body, end: '判断循环尾' })
    } else if (word === '变量循环首') {
      const statement = readLoop(rest, line)
      this.#add(statement)
      this.#open.push({ statements: statement.body, end: '变量循环尾' })
    } else {
      throw new Error(`.${word} does not belong here`)
    }
  }

  #add(statement: Statement): void {
    this.#current()
    this.#open.at(-1)?.statements.push(statement)
  }

  #current(): Routine {
    if (this.#routine === undefined) throw new Error('outside of a routine')
    return this.#routine
  }
}

/** 变量循环首 (from, to, step, variable) */
function readLoop(rest: string, line: number) {
  const call = readExpression(`变量循环首 ${rest}`)
  const [from, to, step, counter] = call.kind === 'call' ? call.given : []
  if (from === undefined || to === undefined || step === undefined || counter?.kind !== 'name')
    throw new Error('a loop needs from, to, step and a variable')
  const body: Statement[] = []
  return { kind: 'for' as const, from, to, step, variable: counter.name, body, line }
}

/** Name, type, kind (参考, 静态), size in quotes. */
function variable([name = '', type = '', , size = '']: readonly string[]): Variable {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) throw new Error(`no name: ${name}`)
  if (!TYPES.has(type)) throw new Error(`no type: ${type}`)
  const [, members] = /^"(\d+)"$/.exec(size) ?? []
  return { name, type, size: members === undefined ? undefined : Number(members) }
}

/** Every expression below a statement or expression, itself included. */
export function* expressionsOf(node: Expression): Generator<Expression> {
  yield node
  if (node.kind === 'operation') {
    yield* expressionsOf(node.left)
    yield* expressionsOf(node.right)
  } else if (node.kind === 'index') yield* expressionsOf(node.at)
  else if (node.kind === 'bytes') for (const item of node.items) yield* expressionsOf(item)
  else if (node.kind === 'call')
    for (const given of node.given) if (given !== undefined) yield* expressionsOf(given)
}
