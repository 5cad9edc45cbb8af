import { useI18n } from 'vue-i18n'

const PROBLEMS: readonly string[] = ['short', 'name', 'common']

/** Why a new password is refused, in the reader's language. */
export function usePasswordProblem(): (reason: string | undefined) => string | undefined {
  const { t } = useI18n()
  return (reason) =>
    reason !== undefined && PROBLEMS.includes(reason) ? t(`people.password.${reason}`) : reason
}
