import { setSales } from '#contract/companies/sales.ts'
import { getCompany, listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import type { SearchOption } from '../../shells/search-select.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { SalesField } from './sales-field.tsx'

const fields = [
  ['salesRep', msg('Sales representative')],
  ['salesAE', msg('Account executive')],
  ['salesRef', msg('Referrer')],
] as const

const optionOf = (id: string | null, name: string | null): SearchOption | null =>
  id === null ? null : { value: id, label: name ?? '…' }

/** Set Sales Person (R188): assigns the operator's staff who look after an agency. */
export function SalesDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const save = useAction(setSales, { invalidates: [listCompanies, getCompany] })
  const server = useServerForm({
    initialValues: {
      salesRep: optionOf(row.salesRepId, row.salesRep),
      salesAE: optionOf(row.accountExecutiveId, row.accountExecutive),
      salesRef: optionOf(row.referrerId, row.referrer),
    },
    send: ({ salesRep, salesAE, salesRef }) =>
      save.mutateAsync({
        body: {
          companyId: row.company_id,
          salesRep: salesRep?.value ?? '',
          salesAE: salesAE?.value ?? '',
          salesRef: salesRef?.value ?? '',
        },
      }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Set Sales Person')}
      description={t('Sales staff assigned to {name}.', { name: isolate(row.company_name) })}
      form={server}
      submitLabel={t('Save')}
    >
      {fields.map(([key, label]) => (
        <SalesField
          key={key}
          label={t(label)}
          chosen={form.values[key]}
          error={form.errors[key]}
          onChoose={(person) => form.setFieldValue(key, person)}
        />
      ))}
    </FormDialog>
  )
}
