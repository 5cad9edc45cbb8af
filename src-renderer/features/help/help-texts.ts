import type { Locale } from '../../i18n/locales.ts'
import type { HelpDoc } from './help-target.ts'

type Load = () => Promise<string>

/** The manuals of the repository are parts of the program, so that they need no network. Each one loads when it is read. */
const ENGLISH = import.meta.glob<string>(
  '../../../docs/{operators,first-hour,channels,coming-from,desktop,in-front,integrators,kits,self-service,shop,vps,webhooks}.md',
  { query: '?raw', import: 'default' },
)
const CHINESE = import.meta.glob<string>(
  '../../../docs/zh-CN/{operators,first-hour,channels,coming-from,desktop,in-front,integrators,kits,self-service,shop,vps,webhooks}.md',
  { query: '?raw', import: 'default' },
)
const FILES: Readonly<Record<Locale, Readonly<Record<string, Load>>>> = { en: ENGLISH, 'zh-CN': CHINESE }

/** A manual in a language, as its Markdown. */
export async function readManual(doc: HelpDoc, locale: Locale): Promise<string> {
  const load = Object.entries(FILES[locale]).find(([path]) => path.endsWith(`/${doc}.md`))?.[1]
  if (load === undefined) throw new Error(`there is no manual ${doc}`)
  return load()
}
