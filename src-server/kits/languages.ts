import type { KitType } from '../contract/application-names.ts'
import {
  quoteC,
  quoteEpl,
  quoteJava,
  quoteJavaScript,
  quoteLua,
  quoteMql,
  quotePhp,
  quotePython,
} from './quote.ts'

export interface KitLanguage {
  /** A text as a literal of the language. */
  readonly quote: (text: string) => string
  /** The kit calls only the mt5 endpoints, which are plain whatever the application's mi_type. */
  readonly alwaysPlain?: true
}

/** The folder `src-server/kits/<type>/` of each has the kit's sources. */
export const KIT_LANGUAGES: Readonly<Record<KitType, KitLanguage>> = {
  mql5: { quote: quoteMql, alwaysPlain: true },
  mql4: { quote: quoteMql, alwaysPlain: true },
  python: { quote: quotePython },
  lua: { quote: quoteLua },
  c: { quote: quoteC },
  epl: { quote: quoteEpl },
  andlua1: { quote: quoteLua },
  andlua2: { quote: quoteLua },
  javascript: { quote: quoteJavaScript },
  php: { quote: quotePhp },
  java: { quote: quoteJava },
}
