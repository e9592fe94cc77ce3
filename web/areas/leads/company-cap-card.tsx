import { Button, Skeleton } from '@mantine/core'
import { centsFromText } from '#contract/core/money.ts'
import { readCompanyCap, saveAgencyCap, saveClientCap, type CompanyCap } from '#contract/leads/company-cap.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { AmountField } from '../../shells/amount-field.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { useFollowStored, useShownVersion } from '../../shells/follow-stored.ts'
import { FormProblem } from '../../shells/form-problem.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { SpendAlertFields } from '../../shells/spend-alert-fields.tsx'
import { alertFieldsOf, alertValuesOf, textOfCents } from '../../shells/spend-alert-values.ts'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { useReload } from '../../shells/use-reload.ts'
import { Bar } from '../../ui/bar.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { inboxReads } from '../inbox/inbox-reads.ts'
import styles from './company-cap.module.css'

/** Refetch, because every lead changes the amount used. */
const refresh_ms = 15_000

type Props = {
  companyId: string
  /** A client's cap counts retail prices, an agency's counts wholesale prices. */
  of: 'client' | 'agency'
  /** Users who may not change the cap see the card only if a cap is set. */
  mayEdit: boolean
}

/** A company's monthly cap on the total cost of its leads, and how much of it is used. */
export function CompanyCapCard({ companyId, of, mayEdit }: Props) {
  const t = useT()
  const { data, error, refetch } = useCall(
    readCompanyCap,
    { params: { companyId } },
    { alwaysFresh: true, refetchEvery_ms: refresh_ms },
  )
  const { round, reload } = useReload(refetch)
  const cap = data?.data
  if (!mayEdit && !cap?.cap_cents) return null
  return (
    <TitledCard title={t('Spend cap')}>
      {error && !cap && <FailureNote failure={error} onRetry={refetch} />}
      {!cap && !error && <Skeleton height="3rem" />}
      {cap && <Used cap={cap} of={of} />}
      {cap && mayEdit && (
        <CapForm key={`${companyId} ${round}`} companyId={companyId} of={of} cap={cap} onReload={reload} />
      )}
    </TitledCard>
  )
}

function Used({ cap, of }: { cap: CompanyCap; of: Props['of'] }) {
  const t = useT()
  const format = useFormat()
  if (cap.cap_cents === 0)
    return (
      <p className={styles.quiet}>
        {of === 'client' ? t('No cap on this client’s lead spend.') : t('No cap on this agency’s lead spend.')}{' '}
        {cap.alert_cents > 0 &&
          t('{used} used this month, resets on {date}', {
            used: isolate(format.money(cap.used_cents)),
            date: format.date(cap.anew_on),
          })}
      </p>
    )
  return (
    <>
      <p className={styles.used}>
        {t('{used} of {cap} used this month, resets on {date}', {
          used: isolate(format.money(cap.used_cents)),
          cap: isolate(format.money(cap.cap_cents)),
          date: format.date(cap.anew_on),
        })}{' '}
        {cap.is_met && <StatusBadge tone="warn">{t('Spend cap reached')}</StatusBadge>}
      </p>
      <Bar share={cap.used_cents / cap.cap_cents} />
    </>
  )
}

/** Labels by the field names of the call that saves the cap. */
const labelsOf = (of: Props['of']) => ({
  month_cap_cents: msg('Spend cap per month'),
  alert_shares: msg('Alert at these percentages of the cap'),
  alert_cents: msg('Alert at monthly spend of'),
  alert_payer: of === 'client' ? msg('Alert the client too') : msg('Alert the agency too'),
})

type FormProps = { companyId: string; of: Props['of']; cap: CompanyCap; onReload: () => void }

function CapForm({ companyId, of, cap, onReload }: FormProps) {
  const t = useT()
  const save = useAction(of === 'client' ? saveClientCap : saveAgencyCap, {
    invalidates: [readCompanyCap, ...inboxReads],
  })
  const amountProblem = (text: string) =>
    text === '' || centsFromText(text) ? null : t('Please enter a valid amount.')
  const values = { amount: textOfCents(cap.cap_cents), ...alertValuesOf(cap) }
  const shownVersion = useShownVersion(cap.version)
  const server = useServerForm({
    initialValues: values,
    validate: { amount: amountProblem, alertAmount: amountProblem },
    fieldNames: {
      month_cap_cents: 'amount',
      alert_shares: 'alertShares',
      alert_cents: 'alertAmount',
      alert_payer: 'alertPayer',
    },
    conflict: { onReload, labels: labelsOf(of) },
    send: ({ amount, ...alerts }, overwriting) =>
      save.mutateAsync({
        params: { companyId },
        body: {
          month_cap_cents: centsFromText(amount) ?? 0,
          ...alertFieldsOf(alerts),
          version: shownVersion.of(overwriting),
        },
      }),
    onDone: (answer: { message: string; version: string }) => {
      shownVersion.keep(answer)
      notifyDone(t(answer.message))
    },
  })
  const { form, formRef, onSubmit, submitting } = server
  useFollowStored(form, values, { version: cap.version, shownVersion })
  return (
    <form ref={formRef} onSubmit={onSubmit} className={styles.form} noValidate>
      <FormProblem form={server} />
      <p className={styles.quiet}>
        {of === 'client'
          ? t('The most the client pays for leads in a calendar month, over all campaigns. Leave blank for no cap.')
          : t('The most the agency pays for leads in a calendar month, at wholesale. Leave blank for no cap.')}
      </p>
      <AmountField form={form} name="amount" label={t('Spend cap per month')} rule="amount" optional />
      <SpendAlertFields
        form={form}
        hasCap={form.values.amount !== ''}
        payerLabel={of === 'client' ? t('Alert the client too') : t('Alert the agency too')}
      />
      <div data-wide>
        <Button type="submit" loading={submitting}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
