import { get, post } from '../support/requests.ts'
import type { Scenario } from '../support/scenario.ts'

const SAMPLE = {
  登录验证: '示例',
  卡密ID: '1',
  创建时间: '2024-01-01 00:00:00',
  到期时间: '2024-01-02 00:00:00',
  卡密类型: '天卡',
  卡密值: 'SAMPLE-CODE',
  识别码: 'SAMPLE-MACHINE',
}

export const yyzkmdenglu: readonly Scenario[] = [get, post].flatMap((ask) =>
  [{}, { encrypt: true, mi_type: 3 as const }, { encrypt: true, mi_type: 10 as const }].map((app) => ({
    name: `fixed samples under the appkey, whatever is sent, ${ask.name}, ${JSON.stringify(app)}`,
    app,
    steps: [
      ask('yyzkmdenglu', 'kami=K&markcode=M', {
        raw: {
          type: /^text\/plain/,
          open: { rc4: '{{appkey}}' },
          json: SAMPLE,
          contains: [JSON.stringify(SAMPLE)],
        },
      }),
    ],
  })),
)
