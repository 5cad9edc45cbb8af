import type { SettingTab } from '../setting.ts'

export const paymentTab: SettingTab = {
  name: 'payment',
  sections: [
    {
      name: 'pay',
      settings: [
        { path: 'pay.state', kind: 'flag' },
        { path: 'pay.url', kind: 'text', max: 512 },
        { path: 'pay.appid', kind: 'text', max: 128 },
        { path: 'pay.appkey', kind: 'text', max: 128 },
        { path: 'pay.ali', kind: 'flag' },
        { path: 'pay.wx', kind: 'flag' },
        { path: 'pay.qq', kind: 'flag' },
      ],
    },
  ],
}

export const scriptsTab: SettingTab = {
  name: 'scripts',
  sections: [
    {
      name: 'scripts',
      settings: [
        { path: 'scripts.ygg', kind: 'script', max: 65_536 },
        { path: 'scripts.sig', kind: 'script', max: 65_536 },
      ],
    },
  ],
}
