import { SecurityNotices } from '../notices/security-notices.ts'
import type { ServiceContext } from '../service-context.ts'
import { ApiTokens } from './api-tokens.ts'
import { OperatorCredentials } from './operator-credentials.ts'
import { OwnPassword } from './own-password.ts'
import { OwnerRecovery } from './owner-recovery.ts'
import { Passwords, type PasswordCost } from './passwords.ts'
import { SecondFactor } from './second-factor.ts'
import { SessionOverview } from './session-overview.ts'
import { Sessions } from './sessions.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { SignInHistory } from './sign-in-history.ts'
import { StepUps } from './step-ups.ts'

type Deps = Pick<ServiceContext, 'store' | 'copy' | 'noticePost' | 'clock' | 'random' | 'log'> & {
  readonly passwordCost?: PasswordCost | undefined
}

export type SessionServices = ReturnType<typeof createSessionServices>

/** How operators sign in to the console, and the mails that they get about it. */
export function createSessionServices(deps: Deps) {
  const { store, noticePost, clock, random } = deps
  const { counters } = deps.copy
  const passwords = new Passwords(deps.passwordCost)
  const notices = new SecurityNotices({ post: noticePost })
  const credentials = new OperatorCredentials({
    ...deps,
    passwords,
    notices,
    limits: new SignInLimits(counters),
  })
  const history = new SignInHistory({ store, clock })
  const recovery = new OwnerRecovery({
    ...{ store, isShared: deps.copy.isShared, passwords, credentials, notices, clock, random },
  })
  return {
    passwords,
    recovery,
    securityNotices: notices,
    credentials,
    apiTokens: new ApiTokens({ store, counters, clock, random }),
    sessions: new Sessions({ ...deps, passwords, credentials, history, recovery, notices }),
    stepUps: new StepUps({ store, credentials, clock }),
    secondFactor: new SecondFactor({ store, notices, clock, random }),
    ownPassword: new OwnPassword({ store, passwords, credentials, notices, clock }),
    sessionOverview: new SessionOverview({ store, clock }),
    signInHistory: history,
  }
}
