import type { Component } from 'vue'

/** An item that a command line finds. */
export interface CommandItem {
  /** Unique among all shown items. */
  readonly id: string
  readonly label: string
  /** The place or the kind of the item. */
  readonly detail?: string | undefined
  readonly icon: Component
}

export interface CommandGroup<I extends CommandItem> {
  readonly label: string
  readonly items: readonly I[]
}
