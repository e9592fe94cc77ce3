import { Checkbox, Group, PasswordInput, Switch, TextInput, type InputWrapperProps } from '@mantine/core'
import { betaModules, modules, type Module } from '#contract/campaigns/modules.ts'
import { paymentTerms, type PaymentTerm } from '#contract/tenants/selections.ts'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { useMe } from '../../session/me.ts'
import { useSubdomainCheck } from '../branding/subdomain-check.tsx'
import { BetaBadge } from '../../shells/beta-badge.tsx'
import type { ServerForm } from '../../shells/server-form.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import styles from './companies.module.css'
import { termTexts, type CompanyKind, type CompanyValues } from './company-form.ts'

type CompanyFieldsProps = {
  kind: CompanyKind
  server: ServerForm<CompanyValues>
  /** The company that is changed; for a new one, the company above. */
  companyId: string
  /** Null for a new company; else whether the address can still be put right. */
  isInvited: boolean | null
}

/** Fields of one row stand in one line: what is said of them comes below. */
const described: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description']

/** The fields of an agency or a client: who it is, how it is reached, what it may use. */
export function CompanyFields({ kind, server, companyId, isInvited }: CompanyFieldsProps) {
  const t = useT()
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
        label={t('E-mail')}
        type="email"
        dir="ltr"
        withAsterisk
        maxLength={255}
        disabled={isInvited === false}
        inputWrapperOrder={described}
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
          inputWrapperOrder={described}
          description={t('Left empty, a mail invites them to choose one.')}
          visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
          {...form.getInputProps('password')}
        />
      )}
      <TextInput label={t('Organization ID')} maxLength={100} {...form.getInputProps('organizationId')} />
      <Choices kind={kind} server={server} />
    </>
  )
}

/** Says while it is typed whether the name can be had. */
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
      inputWrapperOrder={described}
      rightSection={check.rightSection}
      description={check.description ?? (isNew ? t('Left empty, it is made from the company name.') : undefined)}
      {...form.getInputProps('subdomain')}
      error={form.errors['subdomain'] ?? check.error}
    />
  )
}

/** What the company may use. */
function Choices({ kind, server }: Pick<CompanyFieldsProps, 'kind' | 'server'>) {
  const t = useT()
  const { form } = server
  return (
    <>
      <Checkbox.Group
        data-wide
        label={t('Products')}
        {...form.getInputProps('modules')}
        onChange={(next) => form.setFieldValue('modules', next as Module[])}
      >
        <Group mt={6}>
          {modules.map((module) => (
            <Checkbox key={module} value={module} label={<ModuleName module={module} />} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group
        data-wide
        label={t('Payment terms')}
        withAsterisk
        {...form.getInputProps('terms')}
        onChange={(next) => form.setFieldValue('terms', next as PaymentTerm[])}
      >
        <Group mt={6}>
          {paymentTerms.map((term) => (
            <Checkbox key={term} value={term} label={t(termTexts[term])} />
          ))}
        </Group>
      </Checkbox.Group>
      {kind === 'client' && (
        <Switch
          label={t('Allow the client to manage campaigns')}
          {...form.getInputProps('mayManageCampaigns', { type: 'checkbox' })}
        />
      )}
      {kind === 'agency' && <ApiModeSwitch server={server} />}
    </>
  )
}

function ModuleName({ module }: { module: Module }) {
  const { name } = brand().modules[module]
  if (!betaModules.includes(module)) return <Bdi>{name}</Bdi>
  return (
    <span className={styles.module}>
      <Bdi>{name}</Bdi>
      <BetaBadge />
    </span>
  )
}

/** Only the root decides on the developer API; the agreement's fee begins with it. */
function ApiModeSwitch({ server }: Pick<CompanyFieldsProps, 'server'>) {
  const t = useT()
  const me = useMe()
  const { form } = server
  if (me.kind !== 'rootSystem' && me.kind !== 'rootAdmin') return null
  return (
    <div data-wide>
      <Switch
        label={t('Developer mode')}
        description={t(
          'On, a one-time fee is due once the agency has accepted the developer agreement. Off, its access is reset, and the fee is due again when it is switched on anew.',
        )}
        {...form.getInputProps('apiMode', { type: 'checkbox' })}
      />
    </div>
  )
}
