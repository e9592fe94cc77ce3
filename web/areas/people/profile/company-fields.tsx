import { Select, TextInput } from '@mantine/core'
import { contactField, contactRoles, industries, industryNames, type ContactRole } from '#contract/people/profile.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import type { ServerForm } from '../../../shells/server-form.ts'
import { PhoneInput } from '../../../ui/phone/phone-input.tsx'
import { AddressFields } from '../../../shells/address-fields.tsx'
import styles from './profile.module.css'
import type { CompanyValues } from './profile-form.ts'

const contactTitles: Readonly<Record<ContactRole, Text>> = {
  franchise: msg('Franchise'),
  director: msg('Director'),
  office_manager: msg('Office manager'),
  team_manager: msg('Team manager'),
}

type CompanyFieldsProps = { server: ServerForm<CompanyValues>; isSetUp?: boolean }

/** Step 2: the company and its contact details. */
export function CompanyFields({ server, isSetUp = false }: CompanyFieldsProps) {
  const t = useT()
  const { form } = server
  return (
    <>
      <FormSection title={t('Your company')} description={t('Shown on invoices, agreements and emails.')}>
        <TextInput
          label={t('Company name')}
          autoComplete="organization"
          withAsterisk
          maxLength={255}
          {...form.getInputProps('company_name')}
        />
        <Select
          label={t('Industry')}
          searchable
          clearable
          data={industries.map((value) => ({ value, label: t(industryNames[value]) }))}
          {...form.getInputProps('industry_id')}
          value={form.values.industry_id || null}
          onChange={(next) => form.setFieldValue('industry_id', next ?? '')}
        />
        <PhoneInput
          id="company_phone"
          label={t('Company phone')}
          withAsterisk={isSetUp}
          {...form.getInputProps('company_phone')}
          value={form.values.company_phone}
        />
        <TextInput
          label={t('Company email')}
          type="email"
          dir="ltr"
          maxLength={254}
          {...form.getInputProps('company_email')}
        />
      </FormSection>
      <FormSection title={t('Company address')}>
        <AddressFields
          input={form.getInputProps}
          prefix="company_"
          country={form.values.company_country_code}
          withAsterisk={isSetUp}
        />
      </FormSection>
      <FormSection title={t('Contacts')} description={t('Other contacts (optional)')}>
        {contactRoles.map((role) => (
          <ContactFields key={role} role={role} server={server} />
        ))}
      </FormSection>
    </>
  )
}

function ContactFields({ role, server: { form } }: { role: ContactRole; server: ServerForm<CompanyValues> }) {
  const t = useT()
  const input = (part: 'name' | 'email' | 'phone') => form.getInputProps(contactField(role, part))
  return (
    <fieldset data-wide className={styles.contact}>
      <legend>{t(contactTitles[role])}</legend>
      <TextInput label={t('Name')} maxLength={255} {...input('name')} />
      <TextInput label={t('Email')} type="email" dir="ltr" maxLength={254} {...input('email')} />
      <TextInput label={t('Phone number')} type="tel" dir="ltr" maxLength={40} {...input('phone')} />
    </fieldset>
  )
}
