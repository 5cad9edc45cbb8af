/**
 * Characters that look like other ones, as pairs: each first one looks like the second one. Upper-case letters come
 * before the letters are made lower-case, because Η looks like H and η like n. From Unicode's table of confusables,
 * what a person can type as the name of a broker's server.
 */
const UPPER = pairs('ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX')
const LOWER = pairs(
  // Cyrillic.
  'аa вb сc ԁd еe ёe ғf ԍg һh нh іi їi јj кk ӏi мm пn оo өo рp ԛq гr ѕs тt цu ѵv ԝw шw хx уy үy' +
    // Greek.
    ' αa βb εe γy ηn ιi κk νv οo ρp σo τt υu χx ωw μu' +
    // Armenian, Latin.
    ' օo ոn սu հh ցg զq ıi ɑa ɡg ɩi łl øo đd ħh ŧt',
)
/** One look for the characters that are alike in many fonts. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1l|]/g, 'i'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/**
 * What remains of a name that a person tells apart by looking: the same text for names that differ in case, in blanks
 * and signs, in width, in accents, in invisible characters, or in letters of another script that look the same.
 */
export function lookOf(name: string): string {
  const plain = name.normalize('NFKD')
  const folded = replace(replace(plain, UPPER).toLowerCase(), LOWER).replaceAll(/[^\p{L}\p{N}|]/gu, '')
  return ALIKE.reduce((text, [pattern, as]) => text.replaceAll(pattern, as), folded)
}

function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(' ').map((pair) => {
      const [from = '', to = ''] = Array.from(pair)
      return [from, to]
    }),
  )
}

function replace(text: string, table: ReadonlyMap<string, string>): string {
  return Array.from(text, (character) => table.get(character) ?? character).join('')
}
