import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { readDomain } from '#contract/branding/domain.ts'
import {
  readSetting,
  saveSetting,
  type SettingNamed,
  type SettingName,
  type SettingToSave,
} from '#contract/settings/settings.ts'
import type { CallFailure } from '../../api/failure.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useShownVersion, type ShownVersion } from '../follow-stored.ts'
import { EditableFields, maySaveSettings } from '../editable-fields.tsx'
import { FormProblem } from '../form-problem.tsx'
import { notifyDone } from '../notify.tsx'
import { useServerForm, type ServerForm, type ServerFormOptions } from '../server-form.ts'
import { hasUnsaved } from '../unsaved.ts'
import { useReload, type Reload } from '../use-reload.ts'
import { TitledCard } from '../../ui/titled-card.tsx'
import type { SettingsTarget } from './settled.ts'
import styles from './settings.module.css'

/** Reads a stored setting by name. */
export function useSetting<Name extends SettingName>(company: SettingsTarget, settingName: Name): StoredSetting<Name> {
  const { data, error, refetch } = useCall(readSetting, { query: { companyId: company.companyId, settingName } })
  const answer = data?.data
  return {
    setting: answer?.settingName === settingName ? (answer as SettingNamed<Name>) : undefined,
    version: data?.version,
    error,
    refetch,
    ...useReload(refetch),
  }
}

export interface StoredSetting<Name extends SettingName> extends Reload {
  setting: SettingNamed<Name> | undefined
  /** Version of a setting that is saved as one form. */
  version: string | undefined
  error: CallFailure | null
  refetch: () => unknown
}

export function useSaveSetting() {
  const { mutateAsync, isPending } = useAction(saveSetting, { invalidates: [readSetting, readDomain] })
  type Input = Parameters<typeof mutateAsync>[0]
  // The body is a union of shapes, which the generic call type cannot express.
  return { isPending, save: (body: SettingToSave) => mutateAsync({ body } as Input) }
}

/**
 * A form for one setting. It is saved against the version it was filled with, or that of its last save: a refetched
 * version counts only once the form shows it, for which `useFollowStored` is given `shownVersion`.
 */
export function useSettingForm<Name extends SettingName, Values extends Record<string, unknown>>(
  company: SettingsTarget,
  storedSetting: StoredSetting<Name>,
  {
    bodyOf,
    labels,
    isInThePage,
    onSaved,
    ...form
  }: Pick<ServerFormOptions<Values, unknown>, 'initialValues' | 'validate' | 'fieldNames'> & {
    /** Builds the body without company and version. */
    bodyOf: (values: Values) => DistributiveOmit<SettingToSave, 'companyId' | 'version'>
    /** Labels by wire name, for fields that somebody else has changed. */
    labels: Readonly<Record<string, Text>>
    /** Whether the server embeds the setting in every page of this host. */
    isInThePage: boolean
    onSaved?: () => void
  },
): ServerForm<Values> & { shownVersion: ShownVersion } {
  const { save } = useSaveSetting()
  const confirmSave = useSaved(company, isInThePage)
  const shownVersion = useShownVersion(storedSetting.version ?? '')
  const server = useServerForm<Values, Awaited<ReturnType<typeof save>>>({
    ...form,
    conflict: { onReload: storedSetting.reload, labels },
    send: (values, overwriting) =>
      save({
        ...bodyOf(values),
        companyId: company.companyId,
        version: shownVersion.of(overwriting) || undefined,
      } as SettingToSave),
    onDone: (answer) => {
      shownVersion.keep({ version: answer.version ?? '' })
      onSaved?.()
      confirmSave(answer)
    },
  })
  return { ...server, shownVersion }
}

type DistributiveOmit<Type, Keys extends PropertyKey> = Type extends unknown ? Omit<Type, Keys> : never

const brandIsInThePage_ms = 1_200

/** Reloads unless the user has moved on or has unsaved input elsewhere; then the next page load shows it. */
function reloadSoon(): void {
  const { href } = location
  setTimeout(() => {
    if (location.href === href && !hasUnsaved()) location.reload()
  }, brandIsInThePage_ms)
}

/** Confirms the save. Settings that are embedded in every page of this host appear after a reload. */
export function useSaved(company: SettingsTarget, isInThePage: boolean): (answer: { message: string }) => void {
  const t = useT()
  const me = useMe()
  return ({ message }) => {
    notifyDone(t(message))
    if (isInThePage && company.companyId === me.companyId) reloadSoon()
  }
}

/** A card with fields and its own save button. */
export function SettingForm<Values extends Record<string, unknown>>({
  title,
  about,
  server,
  children,
  submitLabel,
  beside,
}: {
  title: string
  about?: ReactNode
  server: ServerForm<Values>
  children: ReactNode
  submitLabel?: string
  /** Other actions for the form's values, shown before the save button. */
  beside?: ReactNode
}) {
  const t = useT()
  const { formRef, onSubmit, submitting } = server
  const maySave = maySaveSettings(useMe())
  return (
    <TitledCard title={title}>
      <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.form}>
        {about && <p className={styles.about}>{about}</p>}
        <EditableFields>{children}</EditableFields>
        <FormProblem form={server} />
        {maySave && (
          <div className={styles.bar}>
            {beside}
            <Button type="submit" loading={submitting}>
              {submitLabel ?? t('Save')}
            </Button>
          </div>
        )}
      </form>
    </TitledCard>
  )
}
