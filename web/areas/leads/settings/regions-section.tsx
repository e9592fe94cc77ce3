import { MultiSelect } from '@mantine/core'
import { listStates } from '#contract/campaigns/places.ts'
import { regionRules } from '#contract/privacy/region-rules.ts'
import { useCall } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { DetailList } from '../../../shells/detail-list.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function RegionsSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'regionrules')
  return (
    <Loaded of={storedSetting}>
      {(setting) => <RegionsForm company={company} storedSetting={storedSetting} states={setting.forbidden_states} />}
    </Loaded>
  )
}

type RegionsFormProps = { company: SettingsTarget; storedSetting: StoredSetting<'regionrules'>; states: string[] }

/** States in which the agency forbids identifying anyone, for all of its clients' campaigns. */
function RegionsForm({ company, storedSetting, states }: RegionsFormProps) {
  const t = useT()
  const all = useCall(listStates, {})
  const server = useSettingForm(company, storedSetting, {
    initialValues: { forbidden_states: states },
    labels: { forbidden_states: msg('States without identification') },
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
          data={all.data?.data.map(({ code, name }) => ({ value: code, label: name })) ?? states}
          placeholder={server.form.values.forbidden_states.length === 0 ? t('Search states') : undefined}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage={t('No state has this name.')}
          {...server.form.getInputProps('forbidden_states')}
        />
        <OptionsFailure of={all} />
      </div>
    </SettingForm>
  )
}

/** What holds whatever an agency sets, by where a visitor's network is. */
function FixedRules() {
  const t = useT()
  const countedText = t('Visits are only counted')
  const items = [
    ...regionRules.map(({ name }) => ({ label: t(name), value: countedText })),
    { label: t('United States'), value: t('People are identified, except in the states that you choose') },
    { label: t('Other and unknown countries'), value: t('People are identified') },
  ]
  return <DetailList items={items} loading={false} />
}
