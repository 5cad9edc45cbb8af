import { onScopeDispose } from 'vue'

/** The acts that people can begin from anywhere. Each begins on its own screen. */
export type Intent =
  | 'new_application'
  | 'generate_codes'
  | 'new_account'
  | 'new_device'
  | 'freeze'
  | 'review_requests'
  | 'review_risks'
  | 'new_rule'
  | 'reply_templates'
  | 'alarms'

const waiting = new Set<Intent>()
const takers = new Map<Intent, () => void>()

/** Begins it on the screen that is open, or as soon as its screen opens. */
export function intend(intent: Intent): void {
  const take = takers.get(intent)
  if (take === undefined) waiting.add(intent)
  else take()
}

/** While this screen is open: runs `take` when somebody begins the intent, here or before the screen opened. */
export function useIntent(intent: Intent, take: () => void): void {
  takers.set(intent, take)
  onScopeDispose(() => {
    if (takers.get(intent) === take) takers.delete(intent)
  })
  if (waiting.delete(intent)) take()
}
