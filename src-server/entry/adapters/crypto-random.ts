import { randomBytes, randomInt } from 'node:crypto'
import type { Random } from '../../contract/ports.ts'

export const cryptoRandom: Random = {
  bytes: (length) => randomBytes(length),
  below: (limit) => randomInt(limit),
}
