import { Switch } from '@mantine/core'
import { historicSettingNames, type SettingNamed } from '#contract/settings/settings.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { AmountField } from '../../../shells/amount-field.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { amountProblem, textOfPrice } from '../../../shells/price-text.ts'
import styles from '../billing.module.css'

export function MinimumSpendSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, historicSettingNames.minimumSpend)
  return (
    <Loaded of={storedSetting}>
      {(setting) => <MinimumSpendForm company={company} storedSetting={storedSetting} setting={setting} />}
    </Loaded>
  )
}

const amounts = [
  ['first_month', msg('First month')],
  ['second_month', msg('Second month')],
  ['monthly', msg('Every month after')],
] as const

type MinimumSpendFormProps = {
  company: SettingsTarget
  storedSetting: StoredSetting<typeof historicSettingNames.minimumSpend>
  setting: SettingNamed<typeof historicSettingNames.minimumSpend>
}

/** Minimum monthly spend of agencies (R259). The list of agencies can exclude individual ones. */
function MinimumSpendForm({ company, storedSetting, setting }: MinimumSpendFormProps) {
  const t = useT()
  const refresh = useRefreshMe()
  const check = (text: string): string | null => {
    const problem = amountProblem(text)
    return problem && t(problem)
  }
  const server = useSettingForm(company, storedSetting, {
    labels: { status: msg('Require a minimum spend from agencies'), ...Object.fromEntries(amounts) },
    initialValues: {
      isOn: setting.status === 1,
      first_month: textOfPrice(setting.first_month),
      second_month: textOfPrice(setting.second_month),
      monthly: textOfPrice(setting.monthly),
    },
    validate: { first_month: check, second_month: check, monthly: check },
    bodyOf: ({ isOn, first_month, second_month, monthly }) => ({
      settingName: historicSettingNames.minimumSpend,
      status: isOn ? 1 : 0,
      first_month: Number(first_month),
      second_month: Number(second_month),
      monthly: Number(monthly),
    }),
    isInThePage: false,
    // The agency list shows its icons for the minimum spend only while it is on (OQ-47).
    onSaved: () => void refresh(),
  })
  const { form } = server
  return (
    <SettingForm
      title={t('Minimum spend')}
      about={t('The minimum an agency spends each month. You can exempt individual agencies in the agency list.')}
      server={server}
    >
      <Switch
        label={t('Require a minimum spend from agencies')}
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      <div className={styles.amounts}>
        {amounts.map(([name, label]) => (
          <AmountField key={name} form={form} name={name} rule="amount" label={t(label)} disabled={!form.values.isOn} />
        ))}
      </div>
    </SettingForm>
  )
}
