import type { RouteLocationRaw } from 'vue-router'
import en from '../../i18n/en/help.json'

/** The manuals, in the order of their list. */
export const HELP_DOCS = Object.keys(en.doc) as (keyof typeof en.doc)[]
export type HelpDoc = (typeof HELP_DOCS)[number]

export function isHelpDoc(name: unknown): name is HelpDoc {
  return HELP_DOCS.some((doc) => doc === name)
}

/** The screen of a link between manuals. undefined for other links. @param doc the manual that has the link */
export function targetOf(doc: string, to: string): RouteLocationRaw | undefined {
  const [file = '', anchor = ''] = to.split('#')
  const name = file === '' ? doc : /^(?:\.\.\/)?([\w-]+)\.md$/.exec(file)?.[1]
  if (!isHelpDoc(name)) return undefined
  return {
    name: 'help',
    params: { doc: name },
    query: anchor === '' ? {} : { at: decodeURIComponent(anchor) },
  }
}
