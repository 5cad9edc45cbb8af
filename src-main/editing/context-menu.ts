import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

import type { MenuTexts } from '../menu/menu.texts.ts'

type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>

/**
 * The menu of a right click. In a field it edits, elsewhere it copies the selected text.
 * @returns no items where a menu has nothing to offer
 */
export function contextMenu(
  { isEditable, selectionText, editFlags }: Clicked,
  texts: MenuTexts,
): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'undo', label: texts.undo, enabled: editFlags.canUndo },
      { role: 'redo', label: texts.redo, enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', label: texts.cut, enabled: editFlags.canCut },
      { role: 'copy', label: texts.copy, enabled: editFlags.canCopy },
      { role: 'paste', label: texts.paste, enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: texts.selectAll, enabled: editFlags.canSelectAll },
    ]
  }
  if (selectionText.trim() === '') return []
  return [
    { role: 'copy', label: texts.copy },
    { role: 'selectAll', label: texts.selectAll },
  ]
}
