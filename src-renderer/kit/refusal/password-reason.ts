import { useI18n } from 'vue-i18n'
import type { PasswordProblem } from '../../../src-server/contract/password-rules.ts'

const KNOWN: Readonly<Record<PasswordProblem | 'wrong' | 'same', true>> = {
  short: true,
  name: true,
  common: true,
  wrong: true,
  same: true,
}

/** The server's reason against a password, in the reader's language; other reasons stay unchanged. */
export function usePasswordReason(): (reason: string | undefined) => string | undefined {
  const { t } = useI18n()
  return (reason) =>
    reason !== undefined && Object.hasOwn(KNOWN, reason) ? t(`session.password_problem.${reason}`) : reason
}
