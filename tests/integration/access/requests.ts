import { harmless, missing, pages, skipped, type Attempts, type Target } from './attempt.ts'

export const requestsAttempts = ({ app, agent, request, template }: Target) => {
  return {
    auth_request_list: pages([{ app }, { agent }, { state: 'pending' }, { kind: 'rebind' }], 'Target'),
    auth_request_get: missing({ id: request }),
    auth_request_handle: [
      ...missing({ id: request, decision: 'approve' }),
      ...missing({ id: request, decision: 'reject', note: 'taken' }),
    ],
    auth_request_bulk: skipped(
      { ids: [request] },
      { filter: { app } },
      { filter: {}, search: 'Target' },
      { ids: [request], dry_run: true },
    ),
    auth_request_reverse: missing({ id: request }),
    auth_request_counts: harmless({}),
    reply_template_list: harmless({}),
    reply_template_save: missing({ id: template, title: 'Taken', text: 'Taken' }),
    reply_template_delete: missing({ id: template }),
  } satisfies Partial<Attempts>
}
