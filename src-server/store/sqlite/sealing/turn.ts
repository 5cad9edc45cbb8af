import type { Random } from '../../../contract/ports.ts'
import { makeAppkey, makeRc4Key } from '../../../domain/application/create.ts'
import { placeOf } from '../../sealing/places.ts'
import type { Seal } from '../../sealing/seal.ts'

/** Turns secrets from one seal to another, and counts them. */
export class Turn {
  readonly #from: Seal | undefined
  readonly #to: Seal
  readonly #replaceBy: Random | undefined
  resealed = 0
  lost = 0

  /**
   * @param from undefined for plain texts
   * @param replaceBy makes new keys in place of secrets that can't be opened. Without it they stay as they are
   */
  constructor(from: Seal | undefined, to: Seal, replaceBy?: Random) {
    this.#from = from
    this.#to = to
    this.#replaceBy = replaceBy
  }

  readonly turn = (text: string, place: string): string => {
    const plain = this.#from === undefined ? text : this.#from.open(text, place)
    if (plain !== undefined) {
      this.resealed++
      return this.#to.close(plain, place)
    }
    this.lost++
    return this.#replaceBy === undefined ? text : this.#to.close(replacement(place, this.#replaceBy), place)
  }
}

/** An application can't be without its two keys. Other secrets can be empty. */
function replacement(place: string, random: Random): string {
  const app = Number(/:(\d+)$/.exec(place)?.[1])
  if (place === placeOf('applications', 'appkey', app)) return makeAppkey(random)
  if (place === placeOf('applications', 'rc4_key', app)) return makeRc4Key(random, app)
  return ''
}
