interface Compiled {
  readonly text: string
  readonly name: string | undefined
  /** The members of the one parameter, in the order of `$1`, `$2` and so on. Undefined for values in their order. */
  readonly members: readonly string[] | undefined
}

/** Texts in quotes, in which nothing is a parameter; then both kinds of parameters. */
const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|@(\w+)|\?/g
/**
 * The maximum number of named statements. A connection keeps each one, and lists produce a text for each combination of
 * filters: later texts have no name and are planned each time.
 */
const MOST_NAMED = 1000

const compiled = new Map<string, Compiled>()
const names = new Map<string, string>()

/** Turns parameters by name or by place into `$1`, `$2` and so on. */
export function compile(source: string): Compiled {
  const known = compiled.get(source)
  if (known !== undefined) return known
  const members: string[] = []
  let places = 0
  const text = source.replace(PARTS, (part: string, member: string | undefined) => {
    if (part === '?') return `$${++places}`
    if (member === undefined) return part
    const at = members.indexOf(member)
    return `$${at < 0 ? members.push(member) : at + 1}`
  })
  const result = { text, name: nameOf(text), members: members.length > 0 ? members : undefined }
  compiled.set(source, result)
  return result
}

/** The name under which connections keep a statement. Undefined where there are too many already. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMED) return known
  const name = `pk${names.size}`
  names.set(text, name)
  return name
}
