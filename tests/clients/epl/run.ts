import type { Expression, Program, Routine, Statement, Variable } from './parse.ts'

export type Value = string | number | boolean | Buffer | Date | Value[]
/** A command of 易语言. `set` writes the variable that stands in a place of the call. */
export type Command = (
  given: readonly (Value | undefined)[],
  set: (place: number, value: Value) => void,
) => Value

type Scope = Map<string, { readonly type: string; value: Value }>
/** The end of a statement: it goes on, it leaves the loop, or it returns a value. */
type Ended = undefined | 'leave' | { readonly value: Value }

const NOTHING = ''

/** Runs a program of the subset that the checker allows. A value of a wrong type is an error, as in the language's editor. */
export class Machine {
  readonly #program: Program
  readonly #commands: Readonly<Record<string, Command>>
  readonly #shared: Scope

  constructor(program: Program, commands: Readonly<Record<string, Command>>) {
    this.#program = program
    this.#commands = commands
    this.#shared = scopeOf(program.variables)
  }

  /** The values of all shared variables. */
  keep(): ReadonlyMap<string, Value> {
    return new Map([...this.#shared].map(([name, { value }]) => [name, value]))
  }

  restore(values: ReadonlyMap<string, Value>): void {
    for (const [name, value] of values) this.#cell(name, this.#shared).value = value
  }

  read(name: string): Value {
    return this.#cell(name, this.#shared).value
  }

  call(name: string, given: readonly (Value | undefined)[]): Value {
    const routine = this.#program.routines.get(name)
    if (routine === undefined) throw new Error(`no routine ${name}`)
    const scope = scopeOf([...routine.parameters, ...routine.locals])
    for (const [index, { name: parameter, type }] of routine.parameters.entries()) {
      scope.set(parameter, { type, value: fit(given[index] ?? NOTHING, type) })
    }
    const ended = this.#run(routine.body, scope, routine)
    return typeof ended === 'object' ? ended.value : NOTHING
  }

  #cell(name: string, scope: Scope) {
    const cell = scope.get(name) ?? this.#shared.get(name)
    if (cell === undefined) throw new Error(`no variable ${name}`)
    return cell
  }

  #run(statements: readonly Statement[], scope: Scope, routine: Routine): Ended {
    for (const one of statements) {
      const ended = this.#step(one, scope, routine)
      if (ended !== undefined) return ended
    }
    return undefined
  }

  #step(one: Statement, scope: Scope, routine: Routine): Ended {
    switch (one.kind) {
      case 'assign':
        this.#assign(one.to, this.#value(one.value, scope), scope)
        return undefined
      case 'call':
        return this.#act(one.call, scope, routine)
      case 'if':
        return this.#run(this.#isTrue(one.condition, scope) ? one.then : one.otherwise, scope, routine)
      case 'while':
        return this.#loop(
          () => this.#isTrue(one.condition, scope),
          () => undefined,
          one.body,
          scope,
          routine,
        )
      case 'for': {
        const counter = this.#cell(one.variable, scope)
        const [last, step] = [this.#number(one.to, scope), this.#number(one.step, scope)]
        counter.value = this.#number(one.from, scope)
        const next = () => (counter.value = (counter.value as number) + step)
        return this.#loop(() => (counter.value as number) <= last, next, one.body, scope, routine)
      }
    }
  }

  #loop(
    goesOn: () => boolean,
    next: () => unknown,
    body: readonly Statement[],
    scope: Scope,
    routine: Routine,
  ): Ended {
    for (; goesOn(); next()) {
      const ended = this.#run(body, scope, routine)
      if (ended === 'leave') return undefined
      if (ended !== undefined) return ended
    }
    return undefined
  }

  #act(call: Expression, scope: Scope, routine: Routine): Ended {
    if (call.kind !== 'call') throw new Error('no call')
    if (call.name === '跳出循环') return 'leave'
    if (call.name !== '返回') {
      this.#value(call, scope)
      return undefined
    }
    const value = call.given[0] === undefined ? NOTHING : this.#value(call.given[0], scope)
    return { value: routine.type === '' ? value : fit(value, routine.type) }
  }

  #assign(to: Expression, value: Value, scope: Scope): void {
    if (to.kind !== 'name' && to.kind !== 'index') throw new Error('no variable')
    const cell = this.#cell(to.name, scope)
    if (to.kind === 'name') {
      cell.value = Array.isArray(cell.value) ? value : fit(value, cell.type)
      return
    }
    const at = this.#number(to.at, scope) - 1
    const list = cell.value
    if (Buffer.isBuffer(list)) list[checked(list, at)] = Number(fit(value, '字节型'))
    else if (Array.isArray(list)) list[checked(list, at)] = fit(value, cell.type)
    else throw new Error(`${to.name} has no members`)
  }

  #number(expression: Expression, scope: Scope): number {
    const value = this.#value(expression, scope)
    if (typeof value !== 'number') throw new Error('a number is needed')
    return value
  }

  #isTrue(expression: Expression, scope: Scope): boolean {
    const value = this.#value(expression, scope)
    if (typeof value !== 'boolean') throw new Error('a condition needs 真 or 假')
    return value
  }

  #value(node: Expression, scope: Scope): Value {
    switch (node.kind) {
      case 'text':
        return node.value
      case 'number':
        return Number(node.value)
      case 'constant':
        return CONSTANTS[node.value] ?? node.value
      case 'date':
        return new Date(node.value.replace(/(\d+)年(\d+)月(\d+)日/, '$1-$2-$3 UTC'))
      case 'bytes':
        return Buffer.from(node.items.map((item) => this.#number(item, scope)))
      case 'name':
        return node.name === '真' || node.name === '假'
          ? node.name === '真'
          : this.#cell(node.name, scope).value
      case 'index':
        return this.#member(node, scope)
      case 'operation':
        return operate(node.sign, this.#value(node.left, scope), this.#value(node.right, scope))
      case 'call':
        return this.#called(node, scope)
    }
  }

  #member(node: Extract<Expression, { kind: 'index' }>, scope: Scope): Value {
    const list = this.#cell(node.name, scope).value
    const at = this.#number(node.at, scope) - 1
    if (!Array.isArray(list) && !Buffer.isBuffer(list)) throw new Error(`${node.name} has no members`)
    return list[checked(list, at)]!
  }

  #called(node: Extract<Expression, { kind: 'call' }>, scope: Scope): Value {
    const given = node.given.map((one) => (one === undefined ? undefined : this.#value(one, scope)))
    const command = this.#commands[node.name]
    if (command === undefined) return this.call(node.name, given)
    return command(given, (place, value) => {
      const to = node.given[place]
      if (to !== undefined) this.#assign(to, value, scope)
    })
  }
}

const CONSTANTS: Readonly<Record<string, string>> = { '#引号': '"', '#换行符': '\r\n' }

function scopeOf(variables: readonly Variable[]): Scope {
  return new Map(
    variables.map(({ name, type, size }) => [
      name,
      { type, value: size === undefined ? emptyOf(type) : Array.from({ length: size }, () => emptyOf(type)) },
    ]),
  )
}

function emptyOf(type: string): Value {
  if (type === '文本型') return ''
  if (type === '逻辑型') return false
  return type === '字节集' ? Buffer.alloc(0) : 0
}

/** A value as a variable of a type holds it. */
function fit(value: Value, type: string): Value {
  if (type === '文本型' && typeof value === 'string') return value
  if (type === '逻辑型' && typeof value === 'boolean') return value
  if (type === '字节集' && Buffer.isBuffer(value)) return Buffer.from(value)
  if (typeof value !== 'number') throw new Error(`${typeof value} is no ${type}`)
  if (type === '长整数型') return Math.trunc(value)
  if (type === '字节型') return value & 255
  if (type !== '整数型') throw new Error(`a number is no ${type}`)
  if (Math.abs(value) >= 2 ** 31) throw new Error(`${String(value)} is too large for 整数型`)
  return Math.trunc(value)
}

/** @throws where a program would end with an error: 易语言 counts from 1 and checks each index */
function checked(list: Value[] | Buffer, at: number): number {
  if (at < 0 || at >= list.length) throw new Error(`no member ${String(at + 1)} of ${String(list.length)}`)
  return at
}

function operate(sign: string, left: Value, right: Value): Value {
  if (typeof left !== typeof right) throw new Error(`${sign} between ${typeof left} and ${typeof right}`)
  switch (sign) {
    case '＋':
      return Buffer.isBuffer(left)
        ? Buffer.concat([left, right as Buffer])
        : (left as number) + (right as number)
    case '＝':
      return left === right
    case '≠':
      return left !== right
    case '且':
      return (left as boolean) && right
    case '或':
      return left || right
    default:
      return calculate(sign, left as number, right as number)
  }
}

function calculate(sign: string, left: number, right: number): Value {
  switch (sign) {
    case '－':
      return left - right
    case '×':
      return left * right
    case '÷':
      return left / right
    case '\\':
      return Math.trunc(left / right)
    case '%':
      return left % right
    case '＞':
      return left > right
    case '＜':
      return left < right
    case '≥':
      return left >= right
    default:
      return left <= right
  }
}
