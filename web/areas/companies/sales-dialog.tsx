import { Skeleton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { getCompany, listCompanies, type CompanyDetail, type CompanyRow } from '#contract/companies/companies.ts'
import { setSales, listSales } from '#contract/companies/sales.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { type SearchOption, MOST_OFFERED, SearchSelect } from '../../shells/search-select.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { useFilled } from '../../shells/use-filled.ts'

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

type SalesFieldProps = {
  label: string
  /** Null if nobody is chosen. */
  selection: SearchOption | null
  error: ReactNode
  onChoose: (person: SearchOption | null) => void
}

/** Picks one of the operator's sales staff; searched on the server because there may be thousands. */
function SalesField({ label, selection, error, onChoose }: SalesFieldProps) {
  const t = useT()
  const me = useMe()
  const [words, setWords] = useState('')
  const staff = useCall(
    listSales,
    { params: { companyId: me.companyId }, query: { search: words || 'all', page: 1, perPage: MOST_OFFERED } },
    { keepPrevious: true },
  )
  const matches = (staff.data?.params ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SearchSelect
      data-wide
      data-autofocus
      openOnFocus={false}
      label={label}
      placeholder={t('Nobody')}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      selection={selection}
      matches={matches}
      search={staff}
      onSearch={setWords}
      error={error}
      onChoose={(value) =>
        onChoose(value === null ? null : (matches.find((person) => person.value === value) ?? selection))
      }
    />
  )
}
