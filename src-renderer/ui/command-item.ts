import type { Component } from 'vue'

/** An item that a command line finds. */
export interface CommandItem {
  /** Unique among all shown items. */
  readonly id: string
  readonly label: string
  /** The place or the kind of the item. */
  readonly detail?: string | undefined
  readonly icon: Component
  /** Other search words for it. */
  readonly words?: string
}

export interface CommandGroup<I extends CommandItem> {
  readonly label: string
  readonly items: readonly I[]
}

/** Items that contain every word of the text; those that start with the text come first. */
export function matching<C extends { readonly label: string; readonly words?: string | undefined }>(
  commands: readonly C[],
  text: string,
): C[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = (command: C) => command.label.toLowerCase().startsWith(text.toLowerCase().trim())
  return commands
    .filter(({ label, words = '' }) => {
      const said = `${label} ${words}`.toLowerCase()
      return wanted.every((word) => said.includes(word))
    })
    .sort((a, b) => Number(begins(b)) - Number(begins(a)))
}
