import { get, OPEN, post, sealed, signed } from '../support/requests.ts'
import type { Scenario, Settings } from '../support/scenario.ts'

const NOTHING = { raw: { empty: true } }
const RC4: Settings = { encrypt: true, mi_type: 3 }

export const violationsinfo: readonly Scenario[] = [
  ...[get, post].flatMap((ask) => [
    {
      name: `taken, ${ask.name}: nothing is said`,
      app: OPEN,
      steps: [ask('violationsinfo', 'msg=%E8%B0%83%E8%AF%95%0D%0ABcc:x', NOTHING)],
    },
    ...['', 'msg=', 'msg=%20+%09'].map((pairs) => ({
      name: `no text: ${pairs || 'nothing sent'}, ${ask.name}`,
      app: OPEN,
      steps: [ask('violationsinfo', pairs, { code: 201, msg: '失败' })],
    })),
  ]),
  { name: 'signed', steps: [post('violationsinfo', signed('msg=m&t={{t}}'), NOTHING)] },
  {
    name: 'sealed: the refusal is, a success is empty all the same',
    app: RC4,
    steps: [
      post('violationsinfo', sealed('rc4', signed('msg=m&t={{t}}')), NOTHING),
      post('violationsinfo', sealed('rc4', signed('msg=&t={{t}}')), { code: 201 }),
    ],
  },
  {
    name: 'seven in a row look the same, though only five mails go out',
    app: OPEN,
    steps: Array.from({ length: 7 }, (_, at) => post('violationsinfo', `msg=m${at}`, NOTHING)),
  },
]
