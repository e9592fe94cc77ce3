import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallFailure } from '../api/failure.ts'
import { useT, type Text } from '../i18n/texts.tsx'
import { TitledCard } from '../ui/titled-card.tsx'
import { FailureNote } from './failure-note.tsx'
import { useFollowStored, useShownVersion } from './follow-stored.ts'
import { FormProblem } from './form-problem.tsx'
import { notifyDone } from './notify.tsx'
import styles from './form-dialog.module.css'
import { useServerForm, type ServerForm, type ServerFormOptions } from './server-form.ts'
import { useReload } from './use-reload.ts'

type RuleCardProps<Rule> = {
  title: string
  /** What `useCall` returned for the rule. */
  call: { data: { data: Rule } | undefined; error: CallFailure | null; refetch: () => Promise<{ error: unknown }> }
  /** The rule in words. */
  about: (rule: Rule) => ReactNode
  /** Its form, which starts over in each round; null for those who may only read it. */
  form: ((rule: Rule, again: { round: number; onReload: () => void }) => ReactNode) | null
}

/** A rule that somebody sets for all or for one: in words, and with its form for those who may change it. */
export function RuleCard<Rule>({ title, call: { data, error, refetch }, about, form }: RuleCardProps<Rule>) {
  const { round, reload } = useReload(refetch)
  const rule = data?.data
  return (
    <TitledCard title={title}>
      {error && !rule && <FailureNote failure={error} onRetry={refetch} />}
      {!rule && !error && <Skeleton height="3rem" />}
      {rule && <p className={styles.ruleText}>{about(rule)}</p>}
      {rule && form?.(rule, { round, onReload: reload })}
    </TitledCard>
  )
}

type Saved = { message: string; version: string }

type RuleFormOptions<Values extends Record<string, unknown>> = {
  version: string
  values: Values
  validate: NonNullable<ServerFormOptions<Values, Saved>['validate']>
  labels: Readonly<Record<string, Text>>
  onReload: () => void
  save: (values: Values, version: string) => Promise<Saved>
}

/** The state of a rule's form: it follows the stored rule until somebody types, and tells when another has changed it. */
export function useRuleForm<Values extends Record<string, unknown>>(
  options: RuleFormOptions<Values>,
): ServerForm<Values> {
  const t = useT()
  const { version, values, validate, labels, onReload, save } = options
  const shownVersion = useShownVersion(version)
  const server = useServerForm<Values, Saved>({
    initialValues: values,
    validate,
    conflict: { onReload, labels },
    send: (values, overwriting) => save(values, shownVersion.of(overwriting)),
    onDone: (answer) => {
      shownVersion.keep(answer)
      notifyDone(t(answer.message))
    },
  })
  useFollowStored(server.form, values, { version, shownVersion })
  return server
}

export function RuleForm<Values extends Record<string, unknown>>({
  server,
  children,
}: {
  server: ServerForm<Values>
  children: ReactNode
}) {
  const t = useT()
  const { formRef, onSubmit, submitting } = server
  return (
    <form ref={formRef} onSubmit={onSubmit} className={styles.rule} noValidate>
      <FormProblem form={server} />
      {children}
      <Button type="submit" loading={submitting}>
        {t('Save')}
      </Button>
    </form>
  )
}
