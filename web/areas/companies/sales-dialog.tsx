import { Skeleton } from '@mantine/core'
import { setSales } from '#contract/companies/sales.ts'
import { getCompany, listCompanies, type CompanyDetail, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import type { SearchOption } from '../../shells/search-select.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { useFilled } from '../../shells/use-filled.ts'
import { SalesField } from './sales-field.tsx'

const fields = [
  ['salesRep', msg('Sales representative')],
  ['salesAE', msg('Account executive')],
  ['salesRef', msg('Referrer')],
] as const

const optionOf = (id: string | null, name: string | null): SearchOption | null =>
  id === null ? null : { value: id, label: name ?? '…' }

type DialogProps = { row: CompanyRow; onClose: () => void }

/** Set Sales Person (R188): assigns the operator's staff who look after an agency. */
export function SalesDialog({ row, onClose }: DialogProps) {
  const t = useT()
  // The list's row may be old; what is saved has to be compared with what the dialog shows.
  const company = useCall(getCompany, { params: { id: row.company_id } })
  const { answer, round, reload } = useFilled(company)
  if (answer) return <SalesForm key={round} company={answer.data} onClose={onClose} onReload={reload} />
  return (
    <Dialog opened onClose={onClose} title={t('Set Sales Person')}>
      {company.error && !answer ? (
        <FailureNote failure={company.error} onRetry={company.refetch} />
      ) : (
        <Skeleton height={220} radius="md" />
      )}
    </Dialog>
  )
}

type FormProps = { company: CompanyDetail; onClose: () => void; onReload: () => void }

function SalesForm({ company, onClose, onReload }: FormProps) {
  const t = useT()
  const save = useAction(setSales, { invalidates: [listCompanies, getCompany] })
  const server = useServerForm({
    initialValues: {
      salesRep: optionOf(company.salesRepId, company.salesRep),
      salesAE: optionOf(company.accountExecutiveId, company.accountExecutive),
      salesRef: optionOf(company.referrerId, company.referrer),
    },
    conflict: { onReload, labels: Object.fromEntries(fields) },
    send: ({ salesRep, salesAE, salesRef }, overwriting) =>
      save.mutateAsync({
        body: {
          companyId: company.company_id,
          salesRep: salesRep?.value ?? '',
          salesAE: salesAE?.value ?? '',
          salesRef: salesRef?.value ?? '',
          version: String(overwriting ?? company.sales_version),
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
      description={t('Sales staff assigned to {name}.', { name: isolate(company.company_name) })}
      form={server}
      submitLabel={t('Save')}
    >
      {fields.map(([key, label]) => (
        <SalesField
          key={key}
          label={t(label)}
          selection={form.values[key]}
          error={form.errors[key]}
          onChoose={(person) => form.setFieldValue(key, person)}
        />
      ))}
    </FormDialog>
  )
}
