import { Radio, Stack } from '@mantine/core'
import { createUser, updateUser } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { msg, useT, type Translate } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import type { PersonFormProps } from '../../people/members/people-list.tsx'
import { PersonFields, personRules } from '../../people/members/person-fields.tsx'
import { TwoFactorDemand } from '../../sign-in/second-factor/two-factor-demand.tsx'
import { throwServerBusy } from '../../../shells/throw-server-busy.ts'

const valuesOf = (row: CompanyRow | null) => ({
  name: row?.name ?? '',
  email: row?.email ?? '',
  role: row?.sales?.isAccountExecutive ? 'accountExecutive' : 'salesRep',
  twoFactorAuth: row?.sales?.twoFactorAuth === true,
})
type Values = ReturnType<typeof valuesOf>

/** Invites or edits a sales person. Remount it per person, because the initial values are read once. */
export function SalesPersonDialog({ row, onClose, onReload }: PersonFormProps) {
  const t = useT()
  const server = useSalesForm({ row, onClose, onReload }, t)
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={row ? t('Edit sales person') : t('Invite sales person')}
      description={row ? undefined : t('We’ll email a link to set a password now. It works for 72 hours.')}
      form={server}
      submitLabel={row ? t('Save sales person') : t('Send invitation')}
    >
      <PersonFields form={form} isNew={row === null} />
      <Radio.Group data-wide label={t('Role')} {...form.getInputProps('role')}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="salesRep"
            label={t('Sales representative')}
            description={t('Brings in agencies. Sees only their own payment account.')}
          />
          <Radio
            value="accountExecutive"
            label={t('Account executive')}
            description={t('Sees assigned agencies and their clients once their payment account is connected.')}
          />
        </Stack>
      </Radio.Group>
      <div data-wide>
        <TwoFactorDemand input={form.getInputProps('twoFactorAuth', { type: 'checkbox' })} />
      </div>
    </FormDialog>
  )
}

const fieldLabels = {
  fullName: msg('Full name'),
  isAccountExecutive: msg('Role'),
  twoFactorAuth: msg('Two-factor authentication required'),
}

function useSalesForm({ row, onClose, onReload }: PersonFormProps, t: Translate): ServerForm<Values> {
  const me = useMe()
  const options = { invalidates: [listCompanies] } as const
  const invite = useAction(createUser, options)
  const update = useAction(updateUser, options)
  return useServerForm<Values, { message: string }>({
    initialValues: valuesOf(row),
    validate: personRules(t),
    fieldNames: { fullName: 'name', email: 'email', isAccountExecutive: 'role' },
    conflict: { onReload, labels: fieldLabels },
    send: ({ name, email, role, twoFactorAuth }, overwriting) => {
      const person = {
        companyId: me.companyId,
        userType: 'sales' as const,
        fullName: name,
        isAccountExecutive: role === 'accountExecutive',
        twoFactorAuth,
      }
      const answer = row
        ? update.mutateAsync({
            body: { ...person, userId: row.id!, version: String(overwriting ?? row.sales?.version) },
          })
        : invite.mutateAsync({ body: { ...person, email: email.trim() } })
      return answer.catch(throwServerBusy)
    },
    onDone: notifyAndClose(onClose),
  })
}
