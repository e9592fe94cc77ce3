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
import type { CallFailure } from '../../../api/failure.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormProblem } from '../../../shells/form-problem.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import type { ServerForm } from '../../../shells/server-form.ts'
import { hasUnsaved } from '../../../shells/unsaved.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import type { SettingsTarget } from './settled.ts'
import styles from './settings.module.css'

/** A setting as it is stored, by its name. */
export function useSetting<Name extends SettingName>(
  company: SettingsTarget,
  settingname: Name,
): { setting: SettingNamed<Name> | undefined; error: CallFailure | null; refetch: () => unknown } {
  const { data, error, refetch } = useCall(readSetting, { query: { companyID: company.companyId, settingname } })
  const found = data?.data
  return { setting: found?.settingname === settingname ? (found as SettingNamed<Name>) : undefined, error, refetch }
}

export function useSaveSetting() {
  const { mutateAsync, isPending } = useAction(saveSetting, { invalidates: [readSetting, readDomain] })
  type Input = Parameters<typeof mutateAsync>[0]
  // The body is one of several shapes, which the call's general type has no word for.
  return { isPending, save: (body: SettingToSave) => mutateAsync({ body } as Input) }
}

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
}: {
  title: string
  about?: ReactNode
  server: ServerForm<Values>
  children: ReactNode
  submitLabel?: string
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
            <Button type="submit" loading={submitting}>
              {submitLabel ?? t('Save')}
            </Button>
          </div>
        )}
      </form>
    </TitledCard>
  )
}
