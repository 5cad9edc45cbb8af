import type { FieldKind, SettingValue } from '../../kit/form/setting.ts'

/**
 * Its label is `applications.setting.<path>`. `applications.hint.<path>` says what it does for people,
 * `applications.note.<path>` what it does in the protocol.
 */
export interface Setting extends FieldKind {
  /** Its member of the application, `mt5.trial_seconds` for one of a group: app_update refuses it by this name. */
  readonly path: string
  /** Shown only while another setting has this value, or when it has one itself. */
  readonly only?: { readonly path: string; readonly value: SettingValue }
  /** Of a choice, as on the wire. Their labels are `applications.choice.<path>.<value>`. */
  readonly choices?: readonly (string | number)[]
}

export interface SettingSection {
  /** Its title is `applications.section.<name>`. */
  readonly name: string
  readonly settings: readonly Setting[]
}

export interface SettingTab {
  /** Its label is `applications.tab.<name>`. */
  readonly name: string
  readonly sections: readonly SettingSection[]
}

/** A tab from its sections, by name. */
export function settingTab(name: string, sections: Readonly<Record<string, readonly Setting[]>>): SettingTab {
  return {
    name,
    sections: Object.entries(sections).map(([section, settings]) => ({ name: section, settings })),
  }
}

/** Message keys have no dots: `mt5.trial_seconds` → `mt5_trial_seconds`. */
export function messageKey(path: string): string {
  return path.replaceAll('.', '_')
}
