import type { z } from 'zod'
import { appCreate, appGet, appList, appUpdate } from './applications.ts'
import { codeGenerate, codeList } from './codes.ts'
import { deviceControl, deviceCreate, deviceGet, deviceHistory, deviceList, deviceUpdate } from './devices.ts'
import { login, logout, me, setup } from './session.ts'

/** Every console action. The server refuses to start when one of them has no implementation. */
export const ACTIONS = [
  login,
  setup,
  logout,
  me,
  appCreate,
  appList,
  appGet,
  appUpdate,
  codeGenerate,
  codeList,
  deviceList,
  deviceGet,
  deviceCreate,
  deviceUpdate,
  deviceControl,
  deviceHistory,
] as const

type Declared = (typeof ACTIONS)[number]
export type ActionName = Declared['name']
type Named<N extends ActionName> = Extract<Declared, { name: N }>
/** What a caller sends: defaults may be left out. */
export type ActionInput<N extends ActionName> = z.input<Named<N>['input']>
export type ActionOutput<N extends ActionName> = z.output<Named<N>['output']>
