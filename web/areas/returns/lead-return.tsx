import { Button, Skeleton, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { getLead } from '#contract/leads/leads.ts'
import {
  readLeadReturn,
  type LeadReturn,
  listReturns,
  requestReturn,
  type ReturnReason,
} from '#contract/returns/returns.ts'
import { useCall, useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { Decision } from './decision.tsx'
import styles from './returns.module.css'
import { obstacleTexts, returnReasonTexts, returnStateTexts } from './words.ts'
import { mayCall } from '../../session/may-call.ts'

/** On a lead's page: requests a return, or shows the status of the return. */
export function LeadReturnCard({ leadId }: { leadId: string }) {
  const t = useT()
  const me = useMe()
  const { data, error, refetch } = useCall(readLeadReturn, { params: { id: leadId } }, { enabled: me.side !== 'root' })
  const state = data?.data
  if (me.side === 'root' || state?.obstacle === 'test') return null
  return (
    <TitledCard title={t('Return')}>
      {error && !state && <FailureNote failure={error} onRetry={refetch} />}
      {!state && !error && <Skeleton height="2rem" />}
      {state?.current ? <Current current={state.current} /> : state && <Ask leadId={leadId} {...state} />}
    </TitledCard>
  )
}

type Known = { obstacle: keyof typeof obstacleTexts | null; until: string }

function Ask({ leadId, obstacle, until }: Known & { leadId: string }) {
  const t = useT()
  const me = useMe()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const text = obstacle && obstacleTexts[obstacle]
  if (obstacle) return text && <p className={styles.quiet}>{t(text)}</p>
  return (
    <>
      <p className={styles.quiet}>
        {t('If this lead isn’t valid, you can return it until {date}.', { date: format.dateTime(until) })}
      </p>
      {(me.side === 'client' ? mayCall(me, requestReturn) : me.may('leads.update')) && me.viewEndsAt === null && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setAsking(true)}>
          {t('Return lead')}
        </Button>
      )}
      {isAsking && <ReturnDialog leadId={leadId} onClose={() => setAsking(false)} />}
    </>
  )
}

function Current({ current }: { current: LeadReturn }) {
  const t = useT()
  const format = useFormat()
  const state = returnStateTexts[current.state]
  return (
    <div className={styles.current}>
      <div className={styles.head}>
        <strong>{t(returnReasonTexts[current.reason])}</strong>
        <StatusBadge tone={state.tone}>{t(state.text)}</StatusBadge>
      </div>
      {current.detail !== '' && (
        <p>
          <Bdi>{current.detail}</Bdi>
        </p>
      )}
      <Answer current={current} />
      <p className={styles.quiet}>
        {current.state === 'pending'
          ? t('Accepted automatically on {date} unless reviewed before.', {
              date: format.dateTime(current.decide_by),
            })
          : t('Decided on {date}', { date: format.dateTime(current.decided_at ?? current.requested_at) })}
      </p>
      <Decision current={current} />
    </div>
  )
}

/** The reason for a refusal. */
export function Answer({ current }: { current: LeadReturn }) {
  const t = useT()
  if (current.state !== 'refused') return null
  return (
    <p>{current.decided_by_rule ? t('The lead was already credited or refunded.') : <Bdi>{current.answer}</Bdi>}</p>
  )
}

/** Asks for the reason of a return. */
function ReturnDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const t = useT()
  const isClient = useMe().side === 'client'
  const { mutateAsync } = useAction(requestReturn, { invalidates: [readLeadReturn, listReturns, getLead] })
  const server = useServerForm({
    initialValues: { reason: 'wrong_number' as ReturnReason, detail: '' },
    validate: {
      detail: (value, { reason }) => (reason === 'other' && value.trim() === '' ? t('Enter a reason.') : null),
    },
    send: (body) => mutateAsync({ params: { id: leadId }, body }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Return this lead')}
      description={
        isClient
          ? t('Once the return is accepted, the price of the lead is credited to you.')
          : t('Once the return is accepted, the price of the lead is credited to the client.')
      }
      form={server}
      submitLabel={t('Return lead')}
    >
      <Select
        data-wide
        data-autofocus
        label={t('Reason')}
        allowDeselect={false}
        data={Object.entries(returnReasonTexts).map(([value, label]) => ({ value, label: t(label) }))}
        {...form.getInputProps('reason')}
      />
      <TextInput
        data-wide
        label={t('What is wrong with it')}
        maxLength={500}
        withAsterisk={form.values.reason === 'other'}
        {...form.getInputProps('detail')}
      />
    </FormDialog>
  )
}
