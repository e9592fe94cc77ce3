import { NumberInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { readEnhanceMinimum } from '#contract/branding/enhance-minimum.ts'
import { historicSettingNames } from '#contract/settings/settings.ts'
import { listEnhanceLocations } from '#contract/identity/advance-information.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function EnhanceSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, historicSettingNames.enhanceMinimum)
  return (
    <Loaded of={storedSetting}>
      {(setting) => <EnhanceForm company={company} storedSetting={storedSetting} minimum={setting.enhanceMinimum} />}
    </Loaded>
  )
}

type EnhanceFormProps = {
  company: SettingsTarget
  storedSetting: StoredSetting<typeof historicSettingNames.enhanceMinimum>
  minimum: number
}

/** The operator's minimum for Enhance ID (C102). */
function EnhanceForm({ company, storedSetting, minimum }: EnhanceFormProps) {
  const t = useT()
  const client = useQueryClient()
  const server = useSettingForm(company, storedSetting, {
    labels: { enhanceMinimum: msg('Minimum leads per day') },
    initialValues: { enhanceMinimum: minimum as number | string },
    validate: { enhanceMinimum: (value) => (Number.isInteger(value) ? null : t('Enter a whole number.')) },
    bodyOf: ({ enhanceMinimum }) => ({
      settingName: historicSettingNames.enhanceMinimum,
      enhanceMinimum: Number(enhanceMinimum),
    }),
    isInThePage: false,
    onSaved: () => {
      for (const one of [readEnhanceMinimum, listEnhanceLocations])
        void client.invalidateQueries({ queryKey: [one.name] })
    },
  })
  return (
    <SettingForm
      title={t('Enhance ID minimum')}
      about={t(
        'The daily minimum for Enhance ID campaigns. Data Enrichment lists the states with enough people for a week of it.',
      )}
      server={server}
    >
      <div className={styles.fields}>
        <NumberInput
          label={t('Minimum leads per day')}
          min={1}
          max={500}
          allowDecimal={false}
          allowNegative={false}
          {...server.form.getInputProps('enhanceMinimum')}
        />
      </div>
    </SettingForm>
  )
}
