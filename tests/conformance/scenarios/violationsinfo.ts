import { get, OPEN, post, sealed, signed } from '../support/requests.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

/** No mail server is set: integration tests cover accepted mails. */
const NO_MAILBOX = { code: 165, msg: '当前账号未绑定邮箱' }
const RC4: Settings = { encrypt: true, mi_type: 3 }

export const violationsinfo: readonly Scenario[] = [
  ...[get, post].flatMap((ask) => [
    {
      name: `without a mail server, ${ask.name}`,
      app: OPEN,
      steps: [ask('violationsinfo', 'msg=%E8%B0%83%E8%AF%95%0D%0ABcc:x', NO_MAILBOX)],
    },
    ...['', 'msg=', 'msg=%20+%09'].map((pairs) => ({
      name: `no text: ${pairs || 'nothing sent'}, ${ask.name}`,
      app: OPEN,
      steps: [ask('violationsinfo', pairs, { code: 201, msg: '失败' })],
    })),
  ]),
  { name: 'a signed call is accepted', steps: [post('violationsinfo', signed('msg=m&t={{t}}'), NO_MAILBOX)] },
  {
    name: 'refusals are encrypted',
    app: RC4,
    steps: [
      post('violationsinfo', sealed('rc4', signed('msg=m&t={{t}}')), NO_MAILBOX),
      post('violationsinfo', sealed('rc4', signed('msg=&t={{t}}')), { code: 201 }),
    ],
  },
]
