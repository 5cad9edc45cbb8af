import type { BringReason, BringRemark } from '../../contract/bring-over-names.ts'
import type { ImportedState } from '../code/import.ts'
import type { defaultSettings } from '../application/create.ts'
import type { AppFile } from '../file/file.ts'

/** The place of a row in the file. */
export interface Place {
  readonly table: string
  /** The line of the file, or the number of the entry in a JSON file, from 1 on. */
  readonly line: number
  /** The row as people know it: a code, a name. */
  readonly label: string
}

type Settings = ReturnType<typeof defaultSettings>

export interface BroughtApp {
  readonly kind: 'app'
  readonly place: Place
  /** Its number in the other system, which its programs have compiled in. */
  readonly app: number
  readonly settings: Settings
  /** Empty where this server makes one. */
  readonly appkey: string
  readonly rc4Key: string
  readonly apiTotal: number
  readonly createdAt: number | null
  readonly remarks: readonly BringRemark[]
}

export interface BroughtCode {
  readonly kind: 'code'
  readonly place: Place
  /** The application's number in the other system; 0 for the one that the person chose. */
  readonly app: number
  readonly code: ImportedState
  readonly createdAt: number | null
  /** The id of the agent in the other system. Empty for none. */
  readonly agent: string
  readonly remarks: readonly BringRemark[]
}

/** `md5`: the digest of the password, in hex. `none`: the other system tells nobody. */
export interface OldPassword {
  readonly form: 'clear' | 'md5' | 'none'
  readonly text: string
}

export interface BroughtAccount {
  readonly kind: 'account'
  readonly place: Place
  readonly app: number
  readonly user: string
  readonly qq: string
  readonly name: string
  readonly vip: number
  readonly disabled: boolean
  readonly disableReason: string
  readonly password: OldPassword
  readonly createdAt: number | null
  readonly remarks: readonly BringRemark[]
}

export interface BroughtAgent {
  readonly kind: 'agent'
  readonly place: Place
  readonly id: string
  readonly name: string
  readonly qq: string
  readonly email: string
  /** Whether the other system sells to it as an agent. Others are taken only where codes are theirs. */
  readonly isAgent: boolean
}

export interface BroughtFile {
  readonly kind: 'file'
  readonly place: Place
  readonly app: number
  readonly file: Pick<AppFile, 'kind' | 'url' | 'password' | 'note' | 'enabled'>
  readonly createdAt: number | null
}

export interface BroughtDevice {
  readonly kind: 'device'
  readonly place: Place
  readonly app: number
  readonly accountKey: string
  readonly vip: number
  readonly disabled: boolean
  readonly label: string
  readonly note: string
  readonly license: string
}

/** A row that can't be taken, whatever is here. */
export interface LeftRow {
  readonly kind: 'left'
  readonly place: Place
  readonly app: number
  readonly reason: BringReason
  readonly detail: string
}

/** A row of a file of another system, as this server understands it. */
export type BroughtRow =
  | BroughtApp
  | BroughtCode
  | BroughtAccount
  | BroughtAgent
  | BroughtFile
  | BroughtDevice
  | LeftRow

export function leave(place: Place, app: number, reason: BringReason, detail = ''): LeftRow {
  return { kind: 'left', place, app, reason, detail }
}
