import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { readDomain } from '#contract/branding/domain.ts'
import {
  readSetting,
  saveSetting,
  type SettingNamed,
  type SettingName,
  type SettingToSave,
} from '#contract/settings/settings.ts'
import type { CallFailure } from '../../../api/failure.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormProblem } from '../../../shells/form-problem.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm, type ServerForm, type ServerFormOptions } from '../../../shells/server-form.ts'
import { hasUnsaved } from '../../../shells/unsaved.ts'
import { useReload, type Reload } from '../../../shells/use-reload.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import type { SettingsTarget } from './settled.ts'
import styles from './settings.module.css'

/** A setting as it is stored, by its name. */
export function useSetting<Name extends SettingName>(company: SettingsTarget, settingName: Name): StoredSetting<Name> {
  const { data, error, refetch } = useCall(readSetting, { query: { companyId: company.companyId, settingName } })
  const found = data?.data
  return {
    setting: found?.settingName === settingName ? (found as SettingNamed<Name>) : undefined,
    version: data?.version,
    error,
    refetch,
    ...useReload(refetch),
  }
}

export interface StoredSetting<Name extends SettingName> extends Reload {
  setting: SettingNamed<Name> | undefined
  /** Of what is saved as one form: what was read. */
  version: string | undefined
  error: CallFailure | null
  refetch: () => unknown
}

export function useSaveSetting() {
  const { mutateAsync, isPending } = useAction(saveSetting, { invalidates: [readSetting, readDomain] })
  type Input = Parameters<typeof mutateAsync>[0]
  // The body is one of several shapes, which the call's general type has no word for.
  return { isPending, save: (body: SettingToSave) => mutateAsync({ body } as Input) }
}

/**
 * A form that is one setting. It is saved as a change of what it began with, or of what its last save made: what was read
 * anew in between counts only once the form shows it.
 */
export function useSettingForm<Name extends SettingName, Values extends Record<string, unknown>>(
  company: SettingsTarget,
  stored: StoredSetting<Name>,
  {
    bodyOf,
    labels,
    isInThePage,
    onSaved,
    ...form
  }: Pick<ServerFormOptions<Values, unknown>, 'initialValues' | 'validate' | 'fieldNames'> & {
    /** What is saved, without whose and which version. */
    bodyOf: (values: Values) => DistributiveOmit<SettingToSave, 'companyId' | 'version'>
    /** What fields are called on screen, by the wire's names, where somebody else has changed them. */
    labels: Readonly<Record<string, Text>>
    /** Whether the server puts it into every page of this host. */
    isInThePage: boolean
    onSaved?: () => void
  },
): ServerForm<Values> {
  const { save } = useSaveSetting()
  const saved = useSaved(company, isInThePage)
  const [version, setVersion] = useState(stored.version)
  return useServerForm<Values, Awaited<ReturnType<typeof save>>>({
    ...form,
    conflict: { onReload: stored.reload, labels },
    send: (values, overwriting) =>
      save({
        ...bodyOf(values),
        companyId: company.companyId,
        version: overwriting === undefined ? version : String(overwriting),
      } as SettingToSave),
    onDone: (answer) => {
      setVersion(answer.version)
      onSaved?.()
      saved(answer)
    },
  })
}

type DistributiveOmit<Type, Keys extends PropertyKey> = Type extends unknown ? Omit<Type, Keys> : never

const brandIsInThePage_ms = 1_200

/** Whoever has gone on to something else meanwhile, or types in another card, is not interrupted: the next page that is loaded shows it. */
function reloadSoon(): void {
  const { href } = location
  setTimeout(() => {
    if (location.href === href && !hasUnsaved()) location.reload()
  }, brandIsInThePage_ms)
}

/** Tells that it was saved. What the server puts into every page of this host shows after the page is loaded anew. */
export function useSaved(company: SettingsTarget, isInThePage: boolean): (answer: { message: string }) => void {
  const t = useT()
  const me = useMe()
  return ({ message }) => {
    notifyDone(t(message))
    if (isInThePage && company.companyId === me.companyId) reloadSoon()
  }
}

/** One card of fields with its button: each is saved by itself. */
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
  /** What else can be done with what is typed: stands before the button that saves. */
  beside?: ReactNode
}) {
  const t = useT()
  const { formRef, onSubmit, submitting } = server
  const maySave = useMe().may('settings.update')
  return (
    <TitledCard title={title}>
      <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.form}>
        {about && <p className={styles.about}>{about}</p>}
        {children}
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
