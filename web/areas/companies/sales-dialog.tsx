import { Select } from '@mantine/core'
import { listSales, setSales } from '#contract/companies/sales.ts'
import { getCompany, listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'

const fields = [
  ['salesRep', msg('Sales representative')],
  ['salesAE', msg('Account executive')],
  ['salesRef', msg('Referrer')],
] as const

/** Set Sales Person (R188): who of the operator's staff looks after an agency. */
export function SalesDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const staff = useCall(listSales, { params: { companyID: me.companyId } })
  const save = useAction(setSales, { invalidates: [listCompanies, getCompany] })
  const server = useServerForm({
    initialValues: {
      salesRep: row.salesrepid ?? '',
      salesAE: row.accountexecutiveid ?? '',
      salesRef: row.accountrefid ?? '',
    },
    send: (values) => save.mutateAsync({ body: { companyID: row.company_id, ...values } }),
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  const { form } = server
  const choices = (staff.data?.params ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Set Sales Person')}
      description={t('Who looks after {name}.', { name: isolate(row.company_name) })}
      form={server}
      submitLabel={t('Save')}
    >
      {fields.map(([key, label]) => (
        <Select
          key={key}
          data-wide
          label={t(label)}
          placeholder={t('Nobody')}
          data={choices}
          disabled={staff.isPending}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          searchable
          nothingFoundMessage={t('Nothing found')}
          {...form.getInputProps(key)}
          onChange={(next) => form.setFieldValue(key, next ?? '')}
        />
      ))}
    </FormDialog>
  )
}
