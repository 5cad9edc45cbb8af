import { onScopeDispose } from 'vue'

/** What can be begun from anywhere, on the screen it belongs to. */
export type Intent =
  | 'new_application'
  | 'generate_codes'
  | 'new_account'
  | 'new_device'
  | 'freeze'
  | 'review_requests'
  | 'review_risks'
  | 'reply_templates'

const waiting = new Set<Intent>()
const takers = new Map<Intent, () => void>()

/** Begins it on the screen that is shown, or as soon as its screen is. */
export function intend(intent: Intent): void {
  const take = takers.get(intent)
  if (take === undefined) waiting.add(intent)
  else take()
}

/** Takes up what was begun elsewhere, while this screen is shown. */
export function useIntent(intent: Intent, take: () => void): void {
  takers.set(intent, take)
  onScopeDispose(() => {
    if (takers.get(intent) === take) takers.delete(intent)
  })
  if (waiting.delete(intent)) take()
}
