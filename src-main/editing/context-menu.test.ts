import { expect, it } from 'vitest'

import { MENU_TEXTS } from '../menu/menu.texts.ts'
import { contextMenu } from './context-menu.ts'

const editFlags = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: true,
  canDelete: false,
  canSelectAll: true,
  canEditRichly: false,
}

it('pastes into an empty field, and offers nothing else that would do nothing', () => {
  const items = contextMenu({ isEditable: true, selectionText: '', editFlags }, MENU_TEXTS.en)
  expect(items.filter(({ enabled }) => enabled === true).map(({ label }) => label)).toEqual([
    'Paste',
    'Select all',
  ])
})

it('copies a selected text outside of a field', () => {
  const items = contextMenu({ isEditable: false, selectionText: '123456', editFlags }, MENU_TEXTS.zh)
  expect(items).toEqual([
    { role: 'copy', label: '复制' },
    { role: 'selectAll', label: '全选' },
  ])
})

it('does not open where there is nothing to copy', () => {
  expect(contextMenu({ isEditable: false, selectionText: ' ', editFlags }, MENU_TEXTS.en)).toEqual([])
})
