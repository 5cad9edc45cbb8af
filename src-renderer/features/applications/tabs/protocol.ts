import type { SettingTab } from '../setting.ts'

export const protocolTab: SettingTab = {
  name: 'protocol',
  sections: [
    {
      name: 'keys',
      settings: [
        { path: 'appkey', kind: 'secret', hint: true, max: 128 },
        { path: 'rc4_key', kind: 'secret', hint: true, max: 128 },
      ],
    },
    {
      name: 'encryption',
      settings: [
        { path: 'encrypt', kind: 'switch', hint: true },
        { path: 'mi_type', kind: 'choice', hint: true, choices: [0, 1, 2, 3, 4, 10] },
        {
          path: 'rsa_private_key',
          kind: 'script',
          hint: true,
          max: 16_384,
          only: { path: 'mi_type', value: 4 },
        },
        { path: 'rsa_oaep', kind: 'switch', hint: true, only: { path: 'mi_type', value: 4 } },
        { path: 'data_urldecode', kind: 'switch', hint: true },
      ],
    },
    {
      name: 'signature',
      settings: [
        { path: 'sign', kind: 'switch', hint: true },
        { path: 'sign_order', kind: 'choice', hint: true, choices: ['received', 'sorted', 'either'] },
        { path: 'window', kind: 'seconds', hint: true, max: 86_400 },
      ],
    },
    {
      name: 'replies',
      settings: [
        { path: 'envelope', kind: 'choice', hint: true, choices: ['msg', 'data', 'both'] },
        { path: 'language', kind: 'choice', hint: true, choices: ['zh', 'en'] },
      ],
    },
  ],
}
