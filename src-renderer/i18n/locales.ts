import { CONSOLE_LANGUAGES } from '../../src-server/contract/preference-names.ts'

/** English is the source. The names are the languages' own. */
export const LOCALES = CONSOLE_LANGUAGES
export type Locale = (typeof LOCALES)[number]
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', 'zh-CN': '简体中文' }
