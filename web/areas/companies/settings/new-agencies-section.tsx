import { Checkbox, Group } from '@mantine/core'
import type { SettingNamed } from '#contract/settings/settings.ts'
import { modules, type Module } from '#contract/campaigns/modules.ts'
import {
  modulesOf,
  paymentTerms,
  termsOf,
  toSelectedModules,
  toSelectedTerms,
  type PaymentTerm,
} from '#contract/companies/selections.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import { termTexts } from '../company-form.ts'
import { inOrder } from '../in-order.ts'
import { ModuleName } from '../module-name.tsx'

type NewAgencySetting = SettingNamed<'newagency'>

/** The defaults for new agencies (OQ-22). */
export function NewAgenciesSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'newagency')
  return (
    <Loaded of={storedSetting}>
      {(setting) => <NewAgenciesForm company={company} storedSetting={storedSetting} setting={setting} />}
    </Loaded>
  )
}

type NewAgenciesFormProps = {
  company: SettingsTarget
  storedSetting: StoredSetting<'newagency'>
  setting: NewAgencySetting
}

function NewAgenciesForm({ company, storedSetting, setting }: NewAgenciesFormProps) {
  const t = useT()
  const server = useSettingForm(company, storedSetting, {
    labels: { agencyDefaultModules: msg('Products'), rootPaymentTermsNewAgencies: msg('Payment terms') },
    initialValues: {
      modules: modulesOf(setting.agencyDefaultModules),
      terms: termsOf(setting.rootPaymentTermsNewAgencies),
    },
    validate: { terms: (terms: PaymentTerm[]) => (terms.length > 0 ? null : t('Please select payment term')) },
    fieldNames: { agencyDefaultModules: 'modules', rootPaymentTermsNewAgencies: 'terms' },
    bodyOf: (values) => ({
      settingName: 'newagency',
      agencyDefaultModules: toSelectedModules(values.modules),
      rootPaymentTermsNewAgencies: toSelectedTerms(values.terms),
    }),
    isInThePage: false,
  })
  const { form } = server
  return (
    <SettingForm
      title={t('New agencies')}
      about={t('Defaults for new agencies. Existing agencies don’t change.')}
      server={server}
    >
      <Checkbox.Group
        label={t('Products')}
        {...form.getInputProps('modules')}
        onChange={(next) => form.setFieldValue('modules', inOrder(form.getInitialValues().modules, next as Module[]))}
      >
        <Group mt={6}>
          {modules.map((module) => (
            <Checkbox key={module} value={module} label={<ModuleName module={module} />} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group
        label={t('Payment terms')}
        withAsterisk
        {...form.getInputProps('terms')}
        onChange={(next) => form.setFieldValue('terms', inOrder(form.getInitialValues().terms, next as PaymentTerm[]))}
      >
        <Group mt={6}>
          {paymentTerms.map((term) => (
            <Checkbox key={term} value={term} label={t(termTexts[term])} />
          ))}
        </Group>
      </Checkbox.Group>
    </SettingForm>
  )
}
