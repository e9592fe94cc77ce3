import { Select, Stack, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react'
import type { SettingNamed } from '#contract/settings/settings.ts'
import { listStates } from '#contract/campaigns/places.ts'
import { useCall } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { InOrder } from '../../../shells/in-order.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { useCountries } from '../../../ui/phone/use-phone.ts'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import { TimeZoneSection } from './time-zone-section.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function CompanySection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'company')
  return (
    <Stack gap="lg">
      <InOrder>
        <Loaded of={storedSetting}>
          {(setting) => <CompanyForm company={company} storedSetting={storedSetting} setting={setting} />}
        </Loaded>
        <TimeZoneSection company={company} />
      </InOrder>
    </Stack>
  )
}

type CompanyFormProps = {
  company: SettingsTarget
  storedSetting: StoredSetting<'company'>
  setting: SettingNamed<'company'>
}

const labels = {
  legal_name: msg('Legal name'),
  short_name: msg('Short name'),
  contact_name: msg('Contact person'),
  contact_email: msg('Contact email'),
  phone: msg('Phone'),
  address: msg('Address'),
  city: msg('City'),
  zip: msg('ZIP code'),
  state_code: msg('State'),
  country_code: msg('Country'),
}

/** The company's name and contact details for documents, email footers and visitors' questions. */
function CompanyForm({ company, storedSetting, setting }: CompanyFormProps) {
  const t = useT()
  const { i18n } = useLingui()
  const countries = useCountries(i18n.locale)
  const states = useCall(listStates, {})
  const { settingName, ...initialValues } = setting
  const server = useSettingForm(company, storedSetting, {
    initialValues,
    labels,
    validate: { legal_name: (name: string) => (name.trim() ? null : t('Enter a name')) },
    bodyOf: (values) => ({ settingName, ...values }),
    isInThePage: false,
  })
  const { getInputProps } = server.form
  return (
    <SettingForm title={t('Company')} about={t('Shown in documents and as your contact details.')} server={server}>
      <div className={styles.fields}>
        <TextInput label={t('Legal name')} withAsterisk maxLength={255} {...getInputProps('legal_name')} />
        <TextInput label={t('Short name')} maxLength={40} {...getInputProps('short_name')} />
        <TextInput label={t('Contact person')} maxLength={255} {...getInputProps('contact_name')} />
        <TextInput label={t('Contact email')} type="email" maxLength={254} {...getInputProps('contact_email')} />
        <TextInput label={t('Phone')} type="tel" dir="ltr" maxLength={32} {...getInputProps('phone')} />
        <TextInput label={t('Address')} maxLength={255} {...getInputProps('address')} />
        <TextInput label={t('City')} maxLength={100} {...getInputProps('city')} />
        <TextInput label={t('ZIP code')} maxLength={20} {...getInputProps('zip')} />
        <Select
          label={t('State')}
          searchable
          clearable
          data={(states.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          {...getInputProps('state_code')}
          value={server.form.values.state_code || null}
          onChange={(code) => server.form.setFieldValue('state_code', code ?? '')}
        />
        <OptionsFailure of={states} />
        <Select
          label={t('Country')}
          searchable
          clearable
          data={countries.map(({ value, name }) => ({ value, label: name }))}
          {...getInputProps('country_code')}
          value={server.form.values.country_code || null}
          onChange={(code) => server.form.setFieldValue('country_code', code ?? '')}
        />
      </div>
    </SettingForm>
  )
}
