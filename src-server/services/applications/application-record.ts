import type { ApplicationRecord } from '../../contract/records/application.ts'
import { onWire } from '../../contract/spelling.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { hasAnswerKey, isRotating } from '../../domain/application/answer-key.ts'
import type { Application } from '../../domain/application/application.ts'

/** Whether the actor may read and replace keys and secrets. */
export function holdsKeys(actor: Pick<Actor, 'permissions'>): boolean {
  return actor.permissions.includes('applications.keys')
}

/** An application as the actor may see it. `calls`: with those not yet stored; `now`: Unix seconds. */
export function applicationRecord(
  application: Application,
  actor: Pick<Actor, 'permissions'>,
  calls: number,
  now: number,
): ApplicationRecord {
  const { id, ownerId: _, apiTotal: __, revision: _______, ...rest } = application
  const {
    previousAppkey: ___,
    previousAppkeyUntil,
    previousRc4Key: ____,
    previousRc4KeyUntil,
    answerKey,
    answerPrivateKey: _____,
    previousAnswerKey,
    previousAnswerPrivateKey: ______,
    previousAnswerKeyUntil,
    ...settings
  } = rest
  const record = {
    ...onWire<Omit<ApplicationRecord, Own>>(settings),
    app: id,
    api_total: calls,
    previous_appkey_until: untilOf(previousAppkeyUntil, now),
    previous_rc4_key_until: untilOf(previousRc4KeyUntil, now),
    answer_key: hasAnswerKey(application) || application.locked ? answerKey : '',
    previous_answer_key: isRotating(application, now) ? previousAnswerKey : '',
    previous_answer_key_until: isRotating(application, now) ? previousAnswerKeyUntil : 0,
  }
  return holdsKeys(actor) ? record : withoutKeys(record)
}

/** Members that are no settings. */
type Own =
  | 'app'
  | 'api_total'
  | 'previous_appkey_until'
  | 'previous_rc4_key_until'
  | 'answer_key'
  | 'previous_answer_key'
  | 'previous_answer_key_until'

function untilOf(until: number, now: number): number {
  return until > now ? until : 0
}

function withoutKeys(record: ApplicationRecord): ApplicationRecord {
  const mt5 = { ...record.mt5, messenger_app_secret: '', bind_secret: '' }
  return { ...record, appkey: '', rc4_key: '', rsa_private_key: '', mt5 }
}
