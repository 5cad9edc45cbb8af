import { settingTab } from '../setting.ts'

export const protocolTab = settingTab('protocol', {
  keys: [
    { path: 'appkey', kind: 'key', max: 128 },
    { path: 'rc4_key', kind: 'key', max: 128 },
  ],
  encryption: [
    { path: 'encrypt', kind: 'switch' },
    { path: 'mi_type', kind: 'choice', choices: [0, 1, 2, 3, 4, 10] },
    {
      path: 'rsa_private_key',
      kind: 'pem',
      max: 16_384,
      only: { path: 'mi_type', value: 4 },
    },
    { path: 'rsa_oaep', kind: 'switch', only: { path: 'mi_type', value: 4 } },
    { path: 'data_urldecode', kind: 'switch' },
  ],
  signature: [
    { path: 'sign', kind: 'switch' },
    { path: 'sign_order', kind: 'choice', choices: ['received', 'sorted', 'either'] },
    { path: 'window', kind: 'seconds', max: 86_400 },
    {
      path: 'charset',
      kind: 'choice',
      choices: ['auto', 'gbk', 'big5', 'shift_jis', 'euc-kr', 'windows-1251', 'windows-1252'],
    },
  ],
  answers: [{ path: 'sign_answers', kind: 'switch' }],
  replies: [
    { path: 'envelope', kind: 'choice', choices: ['msg', 'data', 'both'] },
    { path: 'language', kind: 'choice', choices: ['zh', 'en'] },
  ],
  example: [],
})
