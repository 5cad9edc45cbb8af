import type { Language } from '../language.ts'

export const DIALOG_TEXTS = {
  en: {
    quitTitle: (accounts: number) =>
      accounts === 1
        ? '1 trading account is connected. Quit anyway?'
        : `${accounts} trading accounts are connected. Quit anyway?`,
    quitDetail:
      'Without the server, their programs get no answer. If you only close the window, the server keeps running.',
    quit: 'Quit',
    stay: 'Keep running',
    unsavedTitle: 'Leave without saving?',
    unsavedDetail: 'Your changes on this screen are not saved.',
    leave: 'Leave',
    keepEditing: 'Stay',
    brokenTitle: 'The desktop settings couldn’t be read.',
    brokenDetail: (path: string) =>
      `They are reset. The server’s data is not affected. The old file is saved as ${path}`,
    unreadableDetail: (path: string, reason: string) =>
      `Until the next start, the default settings apply and changes are not saved. The server’s data is not affected. File: ${path}\n\n${reason}`,
    hangingTitle: 'This window doesn’t respond.',
    hangingDetail: 'The server keeps running. If you load the page again, unsaved changes on it are lost.',
    loadAgain: 'Load again',
    wait: 'Wait',
    otherDataTitle: 'There is data in a second folder.',
    otherDataDetail: (here: string, other: string, changed: Date) =>
      `This server uses ${here}\n\nOther data, last changed on ${changed.toLocaleDateString('en')}, is in ${other}\n\nIf you use the other data, it is moved here, and the present data is set aside in a folder beside it. Nothing is deleted.`,
    otherDataTake: 'Use the other data',
    otherDataLeave: 'Keep the present data',
    ok: 'OK',
    startFailedTitle: 'Pulsekey couldn’t start.',
    faultTitle: 'An error occurred in Pulsekey.',
    faultDetail: 'The server is not affected. If something doesn’t work, quit Pulsekey and start it again.',
    logIn: (folder: string) => `The log is in ${folder}`,
    openLogs: 'Open logs folder',
    version: (version: string) => `Version ${version}`,
  },
  zh: {
    quitTitle: (accounts: number) => `有 ${accounts} 个交易账户正在连接，仍要退出吗？`,
    quitDetail: '退出后服务器停止，这些程序将得不到应答。关闭窗口不会停止服务器。',
    quit: '退出',
    stay: '继续运行',
    unsavedTitle: '不保存就离开？',
    unsavedDetail: '此页面的修改尚未保存。',
    leave: '离开',
    keepEditing: '留下',
    brokenTitle: '无法读取桌面端设置。',
    brokenDetail: (path: string) => `设置已恢复为初始值，服务器数据不受影响。原文件已保留为 ${path}`,
    unreadableDetail: (path: string, reason: string) =>
      `下次启动之前使用初始设置，修改不会保存。服务器数据不受影响。文件：${path}\n\n${reason}`,
    hangingTitle: '此窗口没有响应。',
    hangingDetail: '服务器仍在运行。重新加载页面会丢失页面上未保存的修改。',
    loadAgain: '重新加载',
    wait: '等待',
    otherDataTitle: '另一个文件夹里也有数据。',
    otherDataDetail: (here: string, other: string, changed: Date) =>
      `服务器正在使用 ${here}\n\n另一份数据在 ${other}，最后修改于 ${changed.toLocaleDateString('zh-CN')}\n\n如果改用另一份数据，它会移到这里，现有数据会保留在旁边的文件夹中。不会删除任何数据。`,
    otherDataTake: '改用另一份数据',
    otherDataLeave: '继续用现有数据',
    ok: '确定',
    startFailedTitle: 'Pulsekey 无法启动。',
    faultTitle: 'Pulsekey 出现错误。',
    faultDetail: '服务器不受影响。如有功能异常，请退出 Pulsekey 后重新启动。',
    logIn: (folder: string) => `日志位于 ${folder}`,
    openLogs: '打开日志文件夹',
    version: (version: string) => `版本 ${version}`,
  },
} satisfies Record<Language, object>
export type DialogTexts = (typeof DIALOG_TEXTS)[Language]
