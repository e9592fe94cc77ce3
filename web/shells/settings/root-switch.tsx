import { Switch } from '@mantine/core'
import type { SettingToSave } from '#contract/settings/settings.ts'
import { notifyFailed } from '../notify.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import type { SettingsTarget } from './settled.ts'
import { useSaved, useSaveSetting } from './setting-form.tsx'

/** A switch for an agency that only the operator may set; saved immediately. */
export function RootSwitch({
  company,
  title,
  label,
  checked,
  bodyOf,
}: {
  company: SettingsTarget
  title: string
  label: string
  checked: boolean
  bodyOf: (isOn: boolean) => SettingToSave
}) {
  const { save, isPending } = useSaveSetting()
  const confirmSave = useSaved(company, false)
  const showFailure = (failure: Error): void => notifyFailed(failure.message)
  return (
    <TitledCard title={title}>
      <Switch
        label={label}
        checked={checked}
        disabled={isPending}
        onChange={(event) => void save(bodyOf(event.currentTarget.checked)).then(confirmSave, showFailure)}
      />
    </TitledCard>
  )
}
