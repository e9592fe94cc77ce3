import { TextInput } from '@mantine/core'
import { addressProblem } from '#contract/branding/reserved-addresses.ts'
import type { SettingNamed } from '#contract/settings/settings.ts'
import { moduleNames, modules } from '#contract/campaigns/modules.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function ModulesSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'modules')
  return (
    <Loaded of={storedSetting}>
      {(setting) => <ModulesForm company={company} storedSetting={storedSetting} setting={setting} />}
    </Loaded>
  )
}

type ModulesFormProps = {
  company: SettingsTarget
  storedSetting: StoredSetting<'modules'>
  setting: SettingNamed<'modules'>
}

/** Names and URL paths of the modules (R006). A path must not hide one of the product's own pages (OQ-45). */
function ModulesForm({ company, storedSetting, setting }: ModulesFormProps) {
  const t = useT()
  const { settingName, ...initialValues } = setting
  const server = useSettingForm(company, storedSetting, {
    initialValues,
    // A conflict on these few fields needs no list of changes: who saved is enough.
    labels: {},
    validate: (values) => {
      const problems = modules.flatMap((module) => {
        const others = modules
          .filter((other) => other !== module)
          .map((other) => values[other].url.trim().toLowerCase())
        const problem = addressProblem(values[module].url.trim().toLowerCase(), others)
        const hasNoName = values[module].name.trim() === ''
        return [
          ...(problem ? [[`${module}.url`, t(problem)] as const] : []),
          ...(hasNoName ? [[`${module}.name`, t('Enter a name')] as const] : []),
        ]
      })
      return Object.fromEntries(problems)
    },
    bodyOf: (values) => ({ settingName, ...values }),
    isInThePage: true,
  })
  return (
    <SettingForm title={t('Modules')} about={t('Rename modules and their URL paths.')} server={server}>
      {modules.map((module) => (
        <div key={module} className={styles.fields} role="group" aria-label={moduleNames[module]}>
          <TextInput
            label={t('Name of {module}', { module: moduleNames[module] })}
            maxLength={40}
            {...server.form.getInputProps(`${module}.name`)}
          />
          <TextInput
            label={t('URL path of {module}', { module: moduleNames[module] })}
            leftSection="/"
            dir="ltr"
            maxLength={40}
            {...server.form.getInputProps(`${module}.url`)}
          />
        </div>
      ))}
    </SettingForm>
  )
}
