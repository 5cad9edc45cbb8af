import { expect, it } from 'vitest'
import { readTyped } from './typed-config.ts'

const WECOM = '693a91f6-7a0c-4bc4-97a0-0ec2bd9c1d29'
const DINGTALK = 'a'.repeat(64)

it.each([
  ['wecom', { url: WECOM }, { url: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${WECOM}` }],
  ['dingtalk', { url: DINGTALK }, { url: `https://oapi.dingtalk.com/robot/send?access_token=${DINGTALK}` }],
  ['bark', { key: 'https://api.day.app/abcDEF/Title/Body' }, { key: 'abcDEF' }],
  ['bark', { key: 'https://bark.example.com/abcDEF/' }, { key: 'abcDEF', base: 'https://bark.example.com' }],
  [
    'bark',
    { key: 'abcDEF', base: 'https://bark.example.com/' },
    { key: 'abcDEF', base: 'https://bark.example.com' },
  ],
  ['telegram', { token: 'bot71:AAA', chat: '1' }, { token: '71:AAA', chat: '1' }],
  ['telegram', { chat: '1' }, { chat: '1' }],
  ['slack', { url: 'https://hooks.slack.com/services/x' }, { url: 'https://hooks.slack.com/services/x' }],
] as const)('reads fields of %s as people copy them (%#)', (kind, typed, expected) => {
  expect(readTyped(kind, typed)).toEqual(expected)
})
