import type { ConsoleServices } from '../ajax/console/index.ts'
import type { Clock, Log, Random } from '../contract/ports.ts'
import { NoticePost } from '../services/notices/notice-post.ts'
import { SecurityNotices } from '../services/notices/security-notices.ts'
import { OperatorCredentials } from '../services/session/operator-credentials.ts'
import { OwnerRecovery } from '../services/session/owner-recovery.ts'
import { OwnPassword } from '../services/session/own-password.ts'
import { OwnProfile } from '../services/people/own-profile.ts'
import { Passwords, type PasswordCost } from '../services/session/passwords.ts'
import { SecondFactor } from '../services/session/second-factor.ts'
import { SessionDesk } from '../services/session/session-desk.ts'
import { Sessions } from '../services/session/sessions.ts'
import { SignInHistory } from '../services/session/sign-in-history.ts'
import { StepUps } from '../services/session/step-ups.ts'
import type { Store } from '../store/store.ts'
import type { Chore } from './schedule.ts'

export interface SignInServices {
  readonly passwords: Passwords
  readonly credentials: OperatorCredentials
  readonly sessions: Sessions
  readonly noticePost: NoticePost
  readonly notices: SecurityNotices
  readonly console: Pick<
    ConsoleServices,
    'sessions' | 'stepUps' | 'secondFactor' | 'ownPassword' | 'ownProfile' | 'sessionDesk' | 'signInHistory'
  >
  readonly chores: readonly Chore[]
}

const HOUR_MS = 3_600_000

/** Who gets in to the console, and what people are told of it. */
export function composeSignIn(parts: {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly utcOffset: (at: number) => number
  readonly passwordCost?: PasswordCost | undefined
}): SignInServices {
  const { store, clock, random, log, utcOffset } = parts
  const passwords = new Passwords(parts.passwordCost)
  const noticePost = new NoticePost()
  const notices = new SecurityNotices({ post: noticePost, utcOffset })
  const credentials = new OperatorCredentials({ store, passwords, notices, clock, log })
  const history = new SignInHistory({ store, clock })
  const recovery = new OwnerRecovery({ store, passwords, credentials, notices, clock, random })
  const sessions = new Sessions({
    store,
    passwords,
    credentials,
    history,
    recovery,
    notices,
    clock,
    random,
  })
  return {
    passwords,
    credentials,
    sessions,
    noticePost,
    notices,
    console: {
      sessions,
      stepUps: new StepUps({ store, credentials, clock }),
      secondFactor: new SecondFactor({ store, notices, clock, random }),
      ownPassword: new OwnPassword({ store, passwords, credentials, notices, clock }),
      ownProfile: new OwnProfile({ store, clock }),
      sessionDesk: new SessionDesk({ store, clock }),
      signInHistory: history,
    },
    chores: [
      { name: 'sessions', everyMs: HOUR_MS, run: () => sessions.forgetExpired() },
      { name: 'sign-ins', everyMs: HOUR_MS, run: () => history.forgetOld() },
      { name: 'sign-in failures', everyMs: HOUR_MS, run: () => credentials.forgetOld() },
    ],
  }
}
