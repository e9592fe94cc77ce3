import { MultiSelect } from '@mantine/core'
import { listStates } from '#contract/campaigns/places.ts'
import { regionRules, type RegionRuleName } from '#contract/privacy/region-rules.ts'
import { useLingui } from '@lingui/react'
import { useCall } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { DetailList } from '../../../shells/detail-list.tsx'
import { useCountries } from '../../../ui/phone/use-phone.ts'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function RegionsSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'regionrules')
  return (
    <Loaded of={storedSetting}>
      {({ forbidden_states, company_countries, count_countries, nothing_countries }) => (
        <RegionsForm
          company={company}
          storedSetting={storedSetting}
          initialValues={{ forbidden_states, company_countries, count_countries, nothing_countries }}
        />
      )}
    </Loaded>
  )
}

const labels = {
  forbidden_states: msg('States without identification'),
  company_countries: msg('Countries where only companies are recognized'),
  count_countries: msg('Countries where visits are only counted'),
  nothing_countries: msg('Countries where nothing is stored or sent'),
}

const countryLists = ['company_countries', 'count_countries', 'nothing_countries'] as const

type RegionsFormProps = {
  company: SettingsTarget
  storedSetting: StoredSetting<'regionrules'>
  initialValues: Record<keyof typeof labels, string[]>
}

/** Where the agency forbids identifying anyone, for all of its clients' campaigns. */
function RegionsForm({ company, storedSetting, initialValues }: RegionsFormProps) {
  const t = useT()
  const { i18n } = useLingui()
  const all = useCall(listStates, {})
  const countries = useCountries(i18n.locale).map(({ value, name }) => ({ value, label: name }))
  const server = useSettingForm(company, storedSetting, {
    initialValues,
    labels,
    bodyOf: (values) => ({ settingName: 'regionrules', ...values }),
    isInThePage: false,
  })
  return (
    <SettingForm
      title={t('Region rules')}
      about={t(
        'People living in these states are never identified in your clients’ campaigns: no lead, no name, no charge. Their visits show this as the reason.',
      )}
      server={server}
    >
      <FixedRules />
      <div className={styles.fields}>
        <MultiSelect
          wrapperProps={{ 'data-wide': true }}
          label={t('States without identification')}
          // Show the codes until the names have loaded.
          data={
            all.data?.data.map(({ code, name }) => ({ value: code, label: name })) ?? initialValues.forbidden_states
          }
          placeholder={server.form.values.forbidden_states.length === 0 ? t('Search states') : undefined}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage={t('No state has this name.')}
          {...server.form.getInputProps('forbidden_states')}
        />
        <OptionsFailure of={all} />
        {countryLists.map((name) => (
          <MultiSelect
            key={name}
            wrapperProps={{ 'data-wide': true }}
            label={t(labels[name])}
            data={countries}
            placeholder={server.form.values[name].length === 0 ? t('Search countries') : undefined}
            searchable
            clearable
            hidePickedOptions
            nothingFoundMessage={t('No country has this name.')}
            {...server.form.getInputProps(name)}
          />
        ))}
      </div>
    </SettingForm>
  )
}

const ruleTexts: Record<RegionRuleName, Text> = {
  identify: msg('People are identified'),
  company: msg('Only companies are recognized'),
  count: msg('Visits are only counted'),
  nothing: msg('Nothing is stored or sent'),
}

/** What holds whatever an agency sets, by where a visitor's network is. */
function FixedRules() {
  const t = useT()
  const items = [
    ...regionRules.map(({ name, rule }) => ({ label: t(name), value: t(ruleTexts[rule]) })),
    { label: t('United States'), value: t('People are identified, except in the states that you choose') },
    { label: t('Other countries'), value: t('People are identified, except in the countries that you choose') },
    { label: t('Unknown countries'), value: t(ruleTexts.identify) },
  ]
  return <DetailList items={items} loading={false} />
}
