/** Members that are secrets or lead to secrets. The log records their change, but never their value. */
const SECRET =
  /^(password|passwordHash|appkey|rc4Key|previousAppkey|previousRc4Key|answerPrivateKey|previousAnswerPrivateKey|rsaPrivateKey|messengerAppSecret|bindSecret|totpSecret|token|tokenDigest|secret|pass|pass_phrase|dns_secret|eab_key|update_url)$/

const HIDDEN = '(hidden)'
/** Counts the writes of a row. It says nothing about the row. */
const COUNTER = 'revision'

/** A value for the log: secrets at any depth are hidden, long texts are cut, counters of writes are left out. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (key === COUNTER) return []
      const isHidden = SECRET.test(key) && member !== '' && member !== null
      return [[key, isHidden ? HIDDEN : withoutSecrets(member)]]
    }),
  )
}

const LONGEST = 2000

type Members = Readonly<Record<string, unknown>>

/** The members that differ, before and after. Compares the members of a group (an object) one by one. */
export function changesBetween(before: object, after: object): { before: Members; after: Members } {
  const was: Record<string, unknown> = {}
  const is: Record<string, unknown> = {}
  const old = { ...before } as Members
  for (const [key, value] of Object.entries(after) as [string, unknown][]) {
    const previous = old[key]
    if (key === COUNTER || JSON.stringify(previous) === JSON.stringify(value)) continue
    if (isGroup(previous) && isGroup(value)) {
      const inner = changesBetween(previous, value)
      was[key] = inner.before
      is[key] = inner.after
    } else {
      was[key] = previous
      is[key] = value
    }
  }
  return { before: was, after: is }
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
