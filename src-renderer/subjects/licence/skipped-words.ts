import { useI18n } from 'vue-i18n'

const KNOWN: ReadonlySet<string> = new Set(['permanent', 'ends later', 'unknown'])

/** Why a row was left out of a bulk act, in the reader's language. */
export function useSkippedWords(): (reason: string) => string {
  const { t } = useI18n()
  return (reason) => (KNOWN.has(reason) ? t(`licence.skipped.${reason}`) : reason)
}
