/** A number as a spreadsheet shows one of more than eleven digits, such as 1.23457E+15. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d+$/i
/** A cell that is too narrow, a cell with an error, a text that somebody cut off. */
const CUT_OFF = /^#+$|^#(?:N\/A|REF!|VALUE!|NAME\?|NUM!|NULL!|DIV\/0!)$|(?:…|\.\.\.)$/i

/** Whether a spreadsheet has replaced a code by a shortened form, from which nobody can get the code back. */
export function isShortened(code: string): boolean {
  return SCIENTIFIC.test(code) || CUT_OFF.test(code)
}
