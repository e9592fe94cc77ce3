import { PasswordInput, TextInput, type InputWrapperProps, Select } from '@mantine/core'
import { listCompanyGroups } from '#contract/companies/groups.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { OptionsFailure } from '../../shells/options-failure.tsx'
import type { ServerForm } from '../../shells/server-form.ts'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { useSubdomainCheck } from '../branding/subdomain-check.tsx'
import { CompanyChoices } from './company-choices.tsx'
import type { CompanyKind, CompanyValues } from './company-form.ts'
import type { Offered } from './offered.ts'

type CompanyFieldsProps = {
  kind: CompanyKind
  server: ServerForm<CompanyValues>
  /** The company being edited; for a new one, its parent. */
  companyId: string
  /** Whose groups to offer: a client's agency; for an agency, the operator. */
  agencyId: string
  choices: Offered
  /** Null for a new company; otherwise whether its email address can still be corrected. */
  isInvited: boolean | null
}

/** Descriptions go below the inputs, so that the inputs of one row line up. */
const order: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description']

/** The fields of an agency or a client: identity, contact, and what it may use. */
export function CompanyFields({ kind, server, companyId, agencyId, choices, isInvited }: CompanyFieldsProps) {
  const t = useT()
  const me = useMe()
  const { form } = server
  const isNew = isInvited === null
  const isAsked = kind === 'agency' && !isNew
  return (
    <>
      <TextInput
        data-autofocus
        label={t('Company name')}
        withAsterisk={!isNew}
        maxLength={255}
        {...form.getInputProps('companyName')}
      />
      <TextInput label={t('Full name')} withAsterisk maxLength={255} {...form.getInputProps('fullName')} />
      <TextInput
        label={t('Email')}
        type="email"
        dir="ltr"
        withAsterisk
        maxLength={255}
        disabled={isInvited === false}
        inputWrapperOrder={order}
        description={isInvited === false ? t('Only the owner of the account can change it.') : undefined}
        {...form.getInputProps('email')}
      />
      <PhoneInput
        id={`phone-${kind}`}
        label={t('Phone number')}
        withAsterisk={isAsked}
        {...form.getInputProps('phone')}
        value={form.values.phone}
      />
      {kind === 'agency' && <SubdomainField server={server} companyId={companyId} isNew={isNew} />}
      {isNew && (
        <PasswordInput
          label={t('Password')}
          autoComplete="new-password"
          inputWrapperOrder={order}
          description={t('They choose their own when they first sign in. Leave blank to email an invitation.')}
          visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
          {...form.getInputProps('password')}
        />
      )}
      {kind === 'agency' && me.kind === 'rootSystem' && (
        <TextInput
          label={t('Custom domain')}
          dir="ltr"
          maxLength={253}
          placeholder="leads.example.com"
          inputWrapperOrder={order}
          description={t('Works once its owner has verified it with the DNS records in General Settings.')}
          {...form.getInputProps('domain')}
        />
      )}
      {kind === 'client' && (
        <TextInput
          label={t('Website')}
          dir="ltr"
          maxLength={1990}
          placeholder="https://"
          inputWrapperOrder={order}
          description={t('Default for new campaigns.')}
          {...form.getInputProps('webSite')}
        />
      )}
      {kind === 'client' && <GroupField server={server} agencyId={agencyId} />}
      <TextInput label={t('Organization ID')} maxLength={100} {...form.getInputProps('organizationId')} />
      <CompanyChoices kind={kind} server={server} companyId={isNew ? null : companyId} choices={choices} />
    </>
  )
}

/** Checks the availability of the subdomain while it is typed. */
function SubdomainField({
  server: { form },
  companyId,
  isNew,
}: Pick<CompanyFieldsProps, 'server' | 'companyId'> & { isNew: boolean }) {
  const t = useT()
  const check = useSubdomainCheck(companyId, form.values.subdomain, form.getInitialValues().subdomain)
  return (
    <TextInput
      label={t('Subdomain')}
      dir="ltr"
      maxLength={63}
      withAsterisk={!isNew}
      inputWrapperOrder={order}
      rightSection={check.rightSection}
      description={check.description ?? (isNew ? t('Leave blank to generate it from the company name.') : undefined)}
      {...form.getInputProps('subdomain')}
      error={form.errors['subdomain'] ?? check.error}
    />
  )
}

/** The group a client belongs to (R058), out of its agency's groups. Hidden if the agency has none. */
function GroupField({ server: { form }, agencyId }: { server: ServerForm<CompanyValues>; agencyId: string }) {
  const t = useT()
  const call = useCall(listCompanyGroups, { query: { companyId: agencyId } })
  const groups = call.data?.data ?? []
  if (groups.length === 0) return <OptionsFailure of={call} />
  return (
    <Select
      label={t('Group')}
      placeholder={t('No group')}
      data={groups.map((group) => ({ value: group.groupId, label: group.groupName }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      nothingFoundMessage={t('Nothing found')}
      {...form.getInputProps('groupId')}
      value={form.values.groupId || null}
      onChange={(next) => form.setFieldValue('groupId', next ?? '')}
    />
  )
}
