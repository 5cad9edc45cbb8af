import type { Component } from 'vue'

/** Something a command line leads to. */
export interface CommandItem {
  /** Of its own among all that are shown. */
  readonly id: string
  readonly label: string
  /** Where it is, or what kind it is of. */
  readonly detail?: string | undefined
  readonly icon: Component
}

export interface CommandGroup<I extends CommandItem> {
  readonly label: string
  readonly items: readonly I[]
}
