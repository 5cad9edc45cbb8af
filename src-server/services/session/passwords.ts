import { hash, verify } from '@node-rs/argon2'
import { CONSOLE } from '../../contract/error-codes.ts'
import { Refused } from '../refused.ts'
import { passwordProblem } from '../../contract/password-rules.ts'
import { comparable } from './old-digests.ts'

/** The cost of a hash: KiB of memory, passes over it, lanes. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** The least cost that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing takes a whole core for tens of milliseconds: sign-ins must not starve the calls of EAs. */
const AT_ONCE = 2
const MOST_WAITING = 50
/** So many hashes of people at this machine, and of people who are signed in, may wait besides. */
const MOST_FIRST = 20
/**
 * With more waiting hashes than this, calls of api.php are refused, since anybody can send them. The rest is for the
 * console.
 */
const CROWDED = 20

/** `first`: before all that wait. Strangers can't fill the places of those. */
export type PasswordTurn = 'first' | 'last'

/** Hashes passwords with argon2id, a few at a time. Hashes are PHC strings. */
export class Passwords {
  readonly #cost: PasswordCost
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #first: (() => void)[] = []
  #decoy: Promise<string> | undefined

  constructor(cost: PasswordCost = COST) {
    this.#cost = cost
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, this.#cost))
  }

  /**
   * Takes as long for an unknown name and for a missing password, and is false then.
   * @param stored undefined for an unknown name, empty where no password is set yet
   */
  async verify(stored: string | undefined, password: string, turn: PasswordTurn = 'last'): Promise<boolean> {
    this.#decoy ??= this.hash('nobody has this password')
    const has = stored !== undefined && stored !== ''
    const against = comparable(has ? stored : await this.#decoy, password)
    const right = await this.#inTurn(() => verify(against.stored, against.text).catch(() => false), turn)
    return has && right
  }

  /** As `hash`, for calls without a session. @returns undefined while too many hashes wait */
  async hashInTurn(password: string): Promise<string | undefined> {
    return this.isCrowded ? undefined : this.hash(password)
  }

  /** As `verify`, for calls without a session. @returns undefined while too many hashes wait */
  async verifyInTurn(stored: string | undefined, password: string): Promise<boolean | undefined> {
    return this.isCrowded ? undefined : this.verify(stored, password)
  }

  /** Whether calls without a session are refused. */
  get isCrowded(): boolean {
    return this.#waiting.length >= CROWDED
  }

  async #inTurn<T>(work: () => Promise<T>, turn: PasswordTurn = 'last'): Promise<T> {
    if (this.#running >= AT_ONCE) {
      const [line, most] = turn === 'first' ? [this.#first, MOST_FIRST] : [this.#waiting, MOST_WAITING]
      if (line.length >= most) throw new Refused(CONSOLE.tooMany, 'Too many sign-ins at once, try again')
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      const next = this.#first.shift() ?? this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}

/**
 * Refuses a new password that is too short, equals the name, or is among the most common ones.
 * @param field the form's name of the member
 * @throws Refused 422, its reason one of PasswordProblem
 */
export function requireGoodPassword(password: string, name: string, field = 'password'): void {
  const problem = passwordProblem(password, name)
  if (problem !== undefined)
    throw new Refused(CONSOLE.invalid, 'This password is too easy to guess', { [field]: problem })
}
