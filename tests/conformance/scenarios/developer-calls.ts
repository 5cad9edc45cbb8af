import { get, OPEN, post, signed } from '../support/requests.ts'
import type { Scenario } from '../support/scenario.ts'

/** The developer's credentials, which logongetapp and openrc42 share. */
export function credentialScenarios(api: 'logongetapp' | 'openrc42'): Scenario[] {
  return (
    [
      ['nothing', '', 110, '请填写账号'],
      ['an empty name', 'user=&pass=', 110, '请填写账号'],
      ['no password', 'user=owner', 111, '请填写密码'],
      ['an empty password', 'user=owner&pass=', 111, '请填写密码'],
      ['an unknown name', 'user=nobody&pass=wrong+password&appid={{app}}', 122, '账号不存在'],
      ['a wrong password', 'user=owner&pass=wrong+password&appid={{app}}', 113, '账号密码不正确'],
    ] as const
  ).flatMap(([name, pairs, code, msg]) =>
    [get, post].map((ask) => ({
      ...developerScenario(api),
      name: `${name}, ${ask.name}`,
      steps: [ask(api, pairs, { code, msg }), ...forgiven(api, code)],
    })),
  )
}

export function developerScenario(api: 'logongetapp' | 'openrc42'): Omit<Scenario, 'name' | 'steps'> {
  return { app: OPEN, given: { capabilities: [{ api, on: true }] }, alone: true }
}

export const OWNER = 'user=owner&pass={{q:{{owner_password}}}}'

/** A success after the failures: otherwise the owner would have to wait in later scenarios. */
function forgiven(api: string, code: number) {
  return code === 113 ? [post(api, `${OWNER}&appid={{app}}`, { code: 200, sealed: false })] : []
}

export const signedOwner = signed('user=owner&pass={{owner_password}}&t={{t}}')
