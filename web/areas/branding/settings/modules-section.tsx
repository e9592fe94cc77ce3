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
  const stored = useSetting(company, 'modules')
  return <Loaded of={stored}>{(setting) => <ModulesForm company={company} stored={stored} setting={setting} />}</Loaded>
}

type ModulesFormProps = {
  company: SettingsTarget
  stored: StoredSetting<'modules'>
  setting: SettingNamed<'modules'>
}

/** Names and URL paths of the modules (R006). A path must not hide one of the product's own pages (OQ-45). */
function ModulesForm({ company, stored, setting }: ModulesFormProps) {
  const t = useT()
  const { settingName, ...initialValues } = setting
  const server = useSettingForm(company, stored, {
    initialValues,
    // A conflict on these few fields needs no list of changes: who saved is enough.
    labels: {},
    validate: (values) => {
      const found = modules.flatMap((module) => {
        const others = modules
          .filter((other) => other !== module)
          .map((other) => values[other].url.trim().toLowerCase())
        const problem = addressProblem(values[module].url.trim().toLowerCase(), others)
        const unnamed = values[module].name.trim() === ''
        return [
          ...(problem ? [[`${module}.url`, t(problem)] as const] : []),
          ...(unnamed ? [[`${module}.name`, t('Enter a name')] as const] : []),
        ]
      })
      return Object.fromEntries(found)
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
