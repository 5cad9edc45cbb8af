import { missing, pages, type Attempts, type Target } from './attempt.ts'

export const applicationsAttempts = (target: Target) => {
  const { app } = target
  return {
    app_create: [],
    app_list: [...pages([{ state: 'y' }]), { input: { search: 'Target' }, expected: { none: true } }],
    app_get: missing({ app }),
    app_update: missing({ app, name: 'Taken', appkey: 'x' }),
    app_delete: missing({ app }),
    app_copy: missing({ app, name: 'Copy' }),
    app_key_rotate: missing({ app, key: 'appkey', overlap: 0 }),
    app_key_end_overlap: missing({ app, key: 'appkey' }),
    app_answer_key_rotate: missing({ app, overlap: 0 }),
    app_answer_key_end_overlap: missing({ app }),
    app_answer_key_take_back: missing({ app }),
    app_example: missing({ app, api: 'kmlogon' }),
    app_protection: missing({ app }),
    app_capability_list: missing({ app }),
    app_capability_set: [{ input: { app, api: 'getrc4', granted: true }, expected: { harmless: true } }],
    app_api_set: missing({ app, api: 'getrc4', on: true }),
    capability_list: [{ input: {}, expected: { harmless: true } }],
    capability_set: [{ input: { api: 'ini', state: 'closed' }, expected: { harmless: true } }],
    kit_list: missing({ app }),
    kit_get: missing({ app, type: 'mql5' }),
    kit_link_list: missing({ app }),
    kit_link_create: missing({ app, type: 'mql5', seconds: 3600, uses: 1 }),
    kit_link_revoke: missing({ id: target.kitLink }),
    file_list: [
      ...pages([{ app }, { enabled: true }]),
      { input: { search: 'target.zip' }, expected: { none: true } },
    ],
    file_create: missing({ app, url: 'https://example.com/x.zip' }),
    file_update: missing({ id: target.file, url: 'https://example.com/x.zip' }),
    file_delete: [{ input: { ids: [target.file] }, expected: { skipped: true } }],
    inspector_list: missing({ app }),
    inspector_explain: missing({ app, request: `api=ini&app=${app}` }),
  } satisfies Partial<Attempts>
}
