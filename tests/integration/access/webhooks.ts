import { missing, type Attempts, type Target } from './attempt.ts'

const content = { name: 'taken', url: 'https://hook.invalid/', events: ['code_created'] }

export const webhookAttempts = ({ webhook, webhookEvent, app }: Target) =>
  ({
    webhook_list: [{ input: {}, expected: { none: true } }],
    webhook_save: [...missing({ webhook, ...content }), ...missing({ ...content, app })],
    webhook_rotate: missing({ webhook }),
    webhook_delete: missing({ webhook }),
    webhook_test: missing({ webhook }),
    webhook_log: missing({ webhook }),
    webhook_resend: missing({ event: webhookEvent }),
    webhook_resume: missing({ webhook }),
  }) satisfies Partial<Attempts>
