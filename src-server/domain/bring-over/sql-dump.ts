import { DumpError, SqlLexer, type SqlToken } from './sql-lexer.ts'

/** A row of a table in a dump. */
export interface DumpRow {
  readonly table: string
  readonly line: number
  /** The place of each column in the values. All rows of a statement share it. */
  readonly columns: ReadonlyMap<string, number>
  /** null for NULL. Numbers are as written. */
  readonly values: readonly (string | null)[]
}

type Step = (token: SqlToken) => void
/** @param columns undefined where the dump does not name them */
type Wanted = (table: string, columns: readonly string[] | undefined) => boolean

/** Words that begin a key or a constraint of CREATE TABLE, not a column. */
const NO_COLUMN = /^(?:PRIMARY|KEY|UNIQUE|INDEX|FULLTEXT|SPATIAL|CONSTRAINT|FOREIGN|CHECK|PERIOD)$/i
/** Words between INSERT or CREATE TABLE and the name of the table. */
const BEFORE_TABLE = /^(?:INTO|IGNORE|LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IF|NOT|EXISTS)$/i
/** `_binary`, `_utf8mb4` and the like before a text. */
const INTRODUCER = /^_[a-z0-9]+$/i

/**
 * Reads the rows of a MySQL dump as its text arrives: of mysqldump, phpMyAdmin and Navicat. It reads CREATE TABLE, INSERT
 * and REPLACE, and passes over everything else.
 */
export class SqlDump {
  readonly #lexer = new SqlLexer()
  readonly #columns = new Map<string, readonly string[]>()
  readonly #counts = new Map<string, number>()
  readonly #wanted: Wanted
  #isInside = false
  #step: Step = (token) => {
    this.#begin(token)
  }
  #rows: DumpRow[] = []
  #isSkippingDelimiter = false

  /** @param wanted the tables whose rows are read. Rows of others are counted. */
  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  /** The rows of each table up to here. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** @returns the rows that are complete by now @throws DumpError */
  push(text: string): DumpRow[] {
    this.#lexer.push(text)
    return this.#read()
  }

  /** @throws DumpError where the text ends inside a statement */
  end(): DumpRow[] {
    this.#lexer.end()
    const rows = this.#read()
    if (this.#isInside && this.#counts.size > 0)
      throw new DumpError(this.#lexer.line, 'the file ends inside a statement: it is cut off')
    return rows
  }

  #read(): DumpRow[] {
    for (;;) {
      if (this.#isSkippingDelimiter) {
        if (!this.#lexer.skipToDelimiter()) break
        this.#isSkippingDelimiter = false
      }
      const token = this.#lexer.next()
      if (token === undefined) break
      this.#step(token)
    }
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #fail(reason: string): never {
    throw new DumpError(this.#lexer.line, reason)
  }

  #begin(token: SqlToken): void {
    if (isMark(token, ';')) return
    this.#isInside = true
    if (isWord(token, /^(?:INSERT|REPLACE)$/i)) this.#step = this.#named((table) => this.#listOrValues(table))
    else if (isWord(token, /^CREATE$/i)) this.#step = this.#create()
    else if (isWord(token, /^DELIMITER$/i)) {
      // Triggers and routines: their bodies are full of statements that insert nothing.
      this.#isSkippingDelimiter = true
      this.#finish()
    } else this.#skip()
  }

  #finish(): void {
    this.#isInside = false
    this.#step = (token) => {
      this.#begin(token)
    }
  }

  #skip(): void {
    this.#step = (token) => {
      if (isMark(token, ';')) this.#finish()
    }
  }

  #create(): Step {
    return (token) => {
      if (isMark(token, ';')) this.#finish()
      else if (isWord(token, /^TABLE$/i)) this.#step = this.#named((table) => this.#columnsOf(table))
      else if (!isWord(token, /^TEMPORARY$/i)) this.#skip()
    }
  }

  /** A table's name, perhaps after that of its database. */
  #named(then: (table: string) => Step): Step {
    let name: string | undefined
    let isQualified = false
    return (token) => {
      if (isMark(token, ';')) this.#finish()
      else if (name === undefined && isWord(token, BEFORE_TABLE)) return
      else if (isMark(token, '.')) isQualified = true
      else if ((token.kind === 'name' || token.kind === 'word') && (name === undefined || isQualified)) {
        name = token.kind === 'word' ? token.text.slice(token.text.lastIndexOf('.') + 1) : token.text
        isQualified = false
      } else {
        this.#step = then(name ?? '')
        this.#step(token)
      }
    }
  }

  /** The columns in the brackets of CREATE TABLE. */
  #columnsOf(table: string): Step {
    const columns: string[] = []
    let depth = 0
    let isFirst = false
    return (token) => {
      if (isMark(token, '(') && ++depth === 1) isFirst = true
      else if (isMark(token, ')') && --depth === 0) {
        this.#columns.set(table, columns)
        this.#skip()
      } else if (depth === 0 && isMark(token, ';')) this.#finish()
      else if (depth === 1 && isMark(token, ',')) isFirst = true
      else if (depth === 1 && isFirst) {
        isFirst = false
        if (token.kind === 'name' || (token.kind === 'word' && !NO_COLUMN.test(token.text)))
          columns.push(token.text)
      }
    }
  }

  /** After the table's name: perhaps its columns, then VALUES. */
  #listOrValues(table: string): Step {
    let columns = this.#columns.get(table)
    let list: string[] | undefined
    return (token) => {
      if (isMark(token, '(')) list = []
      else if (isMark(token, ')')) columns = list ?? columns
      else if (isWord(token, /^VALUES?$/i)) {
        const names = columns?.map((column) => column.toLowerCase())
        if (!this.#wanted(table, names)) {
          this.#step = this.#count(table)
          return
        }
        if (names === undefined)
          this.#fail(
            `the columns of ${table} are not named: neither by CREATE TABLE nor by INSERT. Export the structure too`,
          )
        this.#step = this.#values(table, names)
      } else if (token.kind === 'name' || (token.kind === 'word' && list !== undefined))
        list?.push(token.text)
      else if (!isMark(token, ',')) this.#skip()
    }
  }

  /** Counts the rows of a table that nobody reads, whatever is in them. */
  #count(table: string): Step {
    let depth = 0
    return (token) => {
      if (isMark(token, '(')) depth++
      else if (isMark(token, ')') && --depth === 0)
        this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1)
      else if (depth <= 0 && token.kind === 'word') this.#skip()
      else if (depth <= 0 && isMark(token, ';')) this.#finish()
    }
  }

  #values(table: string, names: readonly string[]): Step {
    const columns = new Map(names.map((name, at) => [name, at]))
    let values: (string | null)[] | undefined
    let line = 0
    /** Whether a value may come now: not two without a comma. */
    let isOpen = false
    const add = (value: string | null) => {
      if (!isOpen) this.#fail(`a comma is missing between two values of ${table}`)
      values?.push(value)
      isOpen = false
    }
    const inRow: Step = (token) => {
      if (isMark(token, ',')) {
        if (isOpen) this.#fail(`a value of ${table} is missing`)
        isOpen = true
      } else if (isMark(token, ')')) {
        this.#put(table, columns, values ?? [], line)
        values = undefined
      } else if (token.kind === 'word') {
        if (/^(?:NULL|DEFAULT)$/i.test(token.text)) add(null)
        else if (/^TRUE$/i.test(token.text)) add('1')
        else if (/^FALSE$/i.test(token.text)) add('0')
        else if (!INTRODUCER.test(token.text))
          this.#fail(`${token.text.slice(0, 40)} is no value of ${table}`)
      } else if (token.kind === 'mark') this.#fail(`${token.text} is no value of ${table}`)
      else add(token.text)
    }
    return (token) => {
      if (values !== undefined) inRow(token)
      else if (isMark(token, '(')) {
        values = []
        isOpen = true
        line = this.#lexer.line
      } else if (isMark(token, ';')) this.#finish()
      // ON DUPLICATE KEY UPDATE: the rows are read already.
      else if (token.kind === 'word') this.#skip()
      else if (!isMark(token, ',')) this.#fail(`after a row of ${table} a comma or the end is missing`)
    }
  }

  #put(
    table: string,
    columns: ReadonlyMap<string, number>,
    values: readonly (string | null)[],
    line: number,
  ): void {
    if (values.length !== columns.size)
      throw new DumpError(line, `a row of ${table} has ${values.length} values for ${columns.size} columns`)
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1)
    this.#rows.push({ table, line, columns, values })
  }
}

function isMark(token: SqlToken, text: string): boolean {
  return token.kind === 'mark' && token.text === text
}

function isWord(token: SqlToken, pattern: RegExp): boolean {
  return token.kind === 'word' && pattern.test(token.text)
}
