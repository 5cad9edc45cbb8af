import type { z } from 'zod'
import type { FIELD_CONTRACT } from '../../contract/actions/fields.ts'
import type { fieldRecord } from '../../contract/records/custom-field.ts'
import type { CustomField } from '../../domain/grouping/custom-field.ts'
import type { CustomFieldServices } from '../../services/custom-fields/create-custom-field-services.ts'
import type { ActionsOf } from './handlers.ts'

export const fieldActions = ({ customFields }: CustomFieldServices) =>
  ({
    field_list: async ({ actor }, { app }) => ({ rows: (await customFields.list(actor, app)).map(row) }),
    field_save: async ({ actor }, { field, ...wanted }) => row(await customFields.save(actor, field, wanted)),
    field_delete: ({ actor }, { field, dry_run: dryRun }) =>
      dryRun ? customFields.count(actor, field) : customFields.delete(actor, field),
  }) satisfies ActionsOf<typeof FIELD_CONTRACT>

function row({ ownerId: owner, createdAt, ...field }: CustomField): z.input<typeof fieldRecord> {
  return { ...field, owner, created_at: createdAt }
}
