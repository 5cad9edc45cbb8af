import { KIT_TYPES, type KitType } from '../contract/application-names.ts'

/** `automaticsample` also takes the language's own name (docs/protocol.md 9). */
const CHINESE_EPL = '易语言'

/** The kit of a type as callers of `automaticsample` name it. */
export function findKit(type: string): KitType | undefined {
  return KIT_TYPES.find((one) => one === (type === CHINESE_EPL ? 'epl' : type))
}
