import { tokenize, type Token } from './tokenize.ts'

/** An expression of 易语言. */
export type Expression =
  | { readonly kind: 'text' | 'number' | 'constant' | 'date'; readonly value: string }
  | { readonly kind: 'bytes'; readonly items: readonly Expression[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly name: string; readonly at: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly (Expression | undefined)[] }
  | {
      readonly kind: 'operation'
      readonly sign: string
      readonly left: Expression
      readonly right: Expression
    }

export type Statement =
  | { readonly kind: 'assign'; readonly to: Expression; readonly value: Expression; readonly line: number }
  | { readonly kind: 'call'; readonly call: Expression; readonly line: number }
  | {
      readonly kind: 'if'
      readonly condition: Expression
      readonly then: Statement[]
      readonly otherwise: Statement[]
      readonly line: number
    }
  | {
      readonly kind: 'while'
      readonly condition: Expression
      readonly body: Statement[]
      readonly line: number
    }
  | {
      readonly kind: 'for'
      readonly from: Expression
      readonly to: Expression
      readonly step: Expression
      readonly variable: string
      readonly body: Statement[]
      readonly line: number
    }

export interface Variable {
  readonly name: string
  readonly type: string
  /** An array of so many members; undefined for a single value. */
  readonly size: number | undefined
}

export interface Routine {
  readonly name: string
  readonly type: string
  readonly parameters: Variable[]
  readonly locals: Variable[]
  readonly body: Statement[]
  readonly line: number
}

export interface Program {
  readonly libraries: string[]
  readonly variables: Variable[]
  readonly routines: Map<string, Routine>
}

/** Weakest first. */
const SIGNS = [['或'], ['且'], ['＝', '≠', '＞', '＜', '≥', '≤'], ['＋', '－'], ['%'], ['\\'], ['×', '÷']]

class ExpressionReader {
  #at = 0
  readonly #tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  next(sign: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'sign' || token.text !== sign) return false
    this.#at++
    return true
  }

  #demand(sign: string): void {
    if (!this.next(sign)) throw new Error(`a ${sign} is missing`)
  }

  read(level = 0): Expression {
    const signs = SIGNS[level]
    if (signs === undefined) return this.#single()
    let left = this.read(level + 1)
    for (;;) {
      const sign = signs.find((one) => this.next(one))
      if (sign === undefined) return left
      left = { kind: 'operation', sign, left, right: this.read(level + 1) }
    }
  }

  #single(): Expression {
    if (this.next('－'))
      return { kind: 'operation', sign: '－', left: { kind: 'number', value: '0' }, right: this.#single() }
    if (this.next('(')) {
      const inner = this.read()
      this.#demand(')')
      return inner
    }
    if (this.next('{')) return { kind: 'bytes', items: this.#list('}').filter((item) => item !== undefined) }
    const token = this.#tokens[this.#at++]
    if (token === undefined || token.kind === 'sign')
      throw new Error(`a value is missing before ${token?.text ?? 'the end'}`)
    if (token.kind !== 'name') return { kind: token.kind, value: token.text }
    if (this.next('(')) return { kind: 'call', name: token.text, given: this.#list(')') }
    if (!this.next('[')) return { kind: 'name', name: token.text }
    const at = this.read()
    this.#demand(']')
    return { kind: 'index', name: token.text, at }
  }

  /** Values between commas. A place may be empty. */
  #list(close: string): (Expression | undefined)[] {
    const items: (Expression | undefined)[] = []
    if (this.next(close)) return items
    for (;;) {
      const token = this.#tokens[this.#at]
      const isEmpty = token?.kind === 'sign' && (token.text === ',' || token.text === close)
      items.push(isEmpty ? undefined : this.read())
      if (this.next(close)) return items
      this.#demand(',')
    }
  }
}

export function readExpression(text: string): Expression {
  const reader = new ExpressionReader(tokenize(text))
  const whole = reader.read()
  if (!reader.isAtEnd) throw new Error('something follows the expression')
  return whole
}

/** An assignment or a call. */
export function readAct(text: string, line: number): Statement {
  const reader = new ExpressionReader(tokenize(text))
  const to = reader.read(SIGNS.length)
  if (reader.next('＝')) {
    if (to.kind !== 'name' && to.kind !== 'index') throw new Error('an assignment to no variable')
    const value = reader.read()
    if (!reader.isAtEnd) throw new Error('something follows the assignment')
    return { kind: 'assign', to, value, line }
  }
  if (to.kind !== 'call' || !reader.isAtEnd) throw new Error('neither an assignment nor a call')
  return { kind: 'call', call: to, line }
}
