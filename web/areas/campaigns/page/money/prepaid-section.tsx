import { Alert, Button, Group, Select, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import {
  estimateTopUpRefund,
  isTopUpCapped,
  isTopUpTooSmall,
  orderedTopUpCents,
  readCurrentTopUp,
  readRemainingLeads,
  refundTopUp,
  stopCampaignTopUp,
  topUpCents,
  type CampaignTopUp,
} from '#contract/billing/top-ups.ts'
import { readBilling } from '#contract/billing/invoices.ts'
import { topUpOptions, type CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { sentences } from '#contract/core/sentences.ts'
import { useAction, useCall } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { isolate } from '../../../../i18n/isolate.ts'
import { msg, useT } from '../../../../i18n/texts.tsx'
import { useMe } from '../../../../session/me.ts'
import { ConfirmDialog } from '../../../../shells/confirm-dialog.tsx'
import { DetailList } from '../../../../shells/detail-list.tsx'
import { FailureNote } from '../../../../shells/failure-note.tsx'
import { notifyDone, notifyFailed, notifyAndClose } from '../../../../shells/notify.tsx'
import { whenServerBusy } from '../../../../shells/throw-server-busy.ts'
import { useUnsaved } from '../../../../shells/use-unsaved.ts'
import { causeText, isUnpaid, standingOf } from '../../../billing/charge-words.ts'
import { SettleDialog } from '../../../billing/settle-dialog.tsx'
import { Section } from '../../../../shells/section.tsx'
import { LeadCount } from '../../setup/limit-section.tsx'
import { inboxReads } from '../../../inbox/inbox-reads.ts'
import { useTopUp } from './use-top-up.ts'
import { mayCall } from '../../../../session/may-call.ts'

const cents = (dollars: number): number => Math.round(dollars * 100)
const reads = [readCurrentTopUp, readRemainingLeads, estimateTopUpRefund, getCampaign, readBilling, ...inboxReads]
const topUpAmount = msg('{count} × {price} = {amount} per top-up')
const cappedAmount = msg('{count} × {price}, limited to {amount} per top-up')
/** For leads that became cheaper since they were ordered. */
const raisedAmount = msg('{count} × {price}, at least {amount} per top-up')
const chargedAtStart = msg(
  'The client is charged this amount for each top-up, the first time as soon as the campaign is active.',
)
const chargedWhenLow = msg('The client is charged this amount each time less than 10% is left.')
const optionNames = { continual: msg('When less than 10% is left'), onetime: msg('Once') }

/** Leads that a client pays for in advance: the balance, and how more are bought. */
export function PrepaidSection({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const { side, viewEndsAt } = useMe()
  const params = { id: campaign.campaignId }
  // The operator's users may not read what is prepaid, nor may anybody in view mode.
  const readsPrepaid = side !== 'root' && viewEndsAt === null
  const topUp = useTopUp(campaign, readsPrepaid)
  const remaining = useCall(readRemainingLeads, { params }, { enabled: readsPrepaid })
  const prepaid = topUp.data && remaining.data && { topUp: topUp.data.data, remaining: remaining.data.data }
  const failure = prepaid ? null : (topUp.error ?? remaining.error)
  const hasBought = prepaid !== undefined && (prepaid.topUp.leadsbuy !== 0 || prepaid.remaining.total_amount !== 0)
  // As far as is known, nothing was ever bought, and this user may not start prepaying.
  if (!readsPrepaid || (!campaign.can_set_prices && !hasBought && !failure)) return null
  return (
    <Section
      title={t('Prepaid leads')}
      description={t('Leads the client pays for in advance. New leads stop when the balance doesn’t cover one.')}
    >
      {failure && <FailureNote failure={failure} onRetry={() => Promise.all([topUp.refetch(), remaining.refetch()])} />}
      {!prepaid && !failure && <Skeleton height={120} />}
      {prepaid && <Balance campaign={campaign} {...prepaid} />}
    </Section>
  )
}

type BalanceProps = {
  campaign: CampaignDetail
  topUp: CampaignTopUp
  remaining: AnswerOf<typeof readRemainingLeads>['data']
}

function Balance({ campaign, topUp, remaining }: BalanceProps) {
  const t = useT()
  const format = useFormat()
  const last = topUp.current
  const cause = causeText(last?.cause ?? null)
  return (
    <>
      {topUp.leads_stopped && (
        <Alert color="red" icon={<IconAlertTriangle size={18} stroke={1.75} />} title={t('New leads have stopped')}>
          {t('The prepaid balance is used up. Leads resume with the next top-up.')}
        </Alert>
      )}
      <DetailList
        loading={false}
        items={[
          { label: t('Balance'), value: format.money(cents(remaining.balance_amount)) },
          {
            label: t('Leads left'),
            value: remaining.remaining_leads === null ? null : format.number(remaining.remaining_leads),
          },
          {
            label: t('Last top-up'),
            value:
              last &&
              [isolate(format.money(cents(last.amount))), t(standingOf(last).text), ...(cause ? [t(cause)] : [])].join(
                ' · ',
              ),
          },
        ]}
      />
      <Acts id={campaign.campaignId} campaign={campaign} topUp={topUp} remaining={remaining} />
    </>
  )
}

type ActsProps = { id: string } & BalanceProps

function Acts({ id, campaign, topUp, remaining }: ActsProps) {
  const t = useT()
  const me = useMe()
  const [isRefunding, setRefunding] = useState(false)
  const [isSettling, setSettling] = useState(false)
  const last = topUp.current
  const stop = useAction(stopCampaignTopUp, { invalidates: reads, onDone: ({ message }) => notifyDone(t(message)) })
  const isStopped = topUp.stop_continual
  if (me.viewEndsAt !== null) return null
  const mayStop = me.side === 'client' ? mayCall(me, stopCampaignTopUp) : me.may('campaign.update')
  const mayRefund = me.side === 'agency' && me.may('settings.update')
  const turn = (): void =>
    stop.mutate(
      { body: { campaignId: id, stop_continual: !isStopped } },
      { onError: ({ message }) => notifyFailed(t(message)) },
    )
  return (
    <>
      {campaign.can_set_prices && <BuyForm id={id} campaign={campaign} hasBought={remaining.total_amount > 0} />}
      <Group gap="xs" mt="md">
        {topUp.leadsbuy > 0 && mayStop && (
          <Button variant="default" loading={stop.isPending} onClick={turn}>
            {isStopped ? t('Continual Topup') : t('Stop Continual Topup')}
          </Button>
        )}
        {mayRefund && remaining.balance_amount > 0 && (
          <Button variant="default" onClick={() => setRefunding(true)}>
            {t('Refund top-up')}
          </Button>
        )}
        {me.kind === 'agencyOwner' && last && isUnpaid(last) && (
          <Button variant="default" onClick={() => setSettling(true)}>
            {t('Mark as paid')}
          </Button>
        )}
      </Group>
      {isSettling && last && (
        <SettleDialog
          companyId={campaign.company_id}
          charge={last}
          title={t('Mark this charge as paid?')}
          onClose={() => setSettling(false)}
        />
      )}
      {isRefunding && <RefundDialog campaignId={id} onClose={() => setRefunding(false)} />}
    </>
  )
}

type BuyFormProps = { id: string; campaign: CampaignDetail; hasBought: boolean }

function BuyForm({ id, campaign, hasBought }: BuyFormProps) {
  const t = useT()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const [isRefused, setRefused] = useState(false)
  // Null until something is changed: a refund or a stop changes the option, too, which is shown then.
  const [draft, setDraft] = useState<{ leads: string; option: CampaignDetail['topupoptions'] } | null>(null)
  const { leads, option } = draft ?? { leads: String(campaign.leadsbuy || ''), option: campaign.topupoptions }
  const price_e4 = Math.round(campaign.price * 10_000)
  const isSaved = Number(leads) === campaign.leadsbuy && option === campaign.topupoptions
  const amount_cents = (isSaved ? orderedTopUpCents : topUpCents)(Number(leads), price_e4)
  const amount = format.money(amount_cents)
  const isCapped = isTopUpCapped(Number(leads), price_e4)
  const isRaised = amount_cents > topUpCents(Number(leads), price_e4)
  // What is to be bought once and was bought already is not charged again.
  const isDone = option === 'onetime' && hasBought
  const formRef = useUnsaved([Number(leads), option], [campaign.leadsbuy, campaign.topupoptions])
  const save = useAction(updateCampaign, {
    invalidates: reads,
    onDone: () => notifyDone(t('Changes saved successfully')),
  })
  const submit = (): void =>
    save.mutate(
      { body: { campaignId: id, leadsbuy: Number(leads), topupoptions: option } },
      {
        onSuccess: () => {
          setAsking(false)
          setDraft((latest) => (latest === draft ? null : latest))
        },
        onError: (failure) => {
          setAsking(false)
          notifyFailed(t(whenServerBusy(failure).message))
        },
      },
    )
  const ask = (): void => {
    if (isTopUpTooSmall(amount_cents)) setRefused(true)
    else if (amount_cents > 0 && !isDone) setAsking(true)
    else submit()
  }
  return (
    <>
      <Group ref={formRef} align="flex-end" gap="xs" mt="md">
        <LeadCount
          label={t('Leads per top-up')}
          min={0}
          max={100_000}
          value={leads}
          error={isRefused && t(sentences.topUpMinimum)}
          inputWrapperOrder={['label', 'error', 'input']}
          onChange={(value) => {
            setRefused(false)
            setDraft({ leads: value, option })
          }}
        />
        <Select
          label={t('Buy')}
          allowDeselect={false}
          value={option}
          onChange={(value) => value && setDraft({ leads, option: value })}
          data={topUpOptions.map((value) => ({ value, label: t(optionNames[value]) }))}
        />
        <Button loading={save.isPending} disabled={isSaved} onClick={ask}>
          {t('Save top-up')}
        </Button>
      </Group>
      {amount_cents > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t(isCapped ? cappedAmount : isRaised ? raisedAmount : topUpAmount, {
            count: format.number(Number(leads)),
            price: isolate(format.price(price_e4)),
            amount: isolate(amount),
          })}
        </Text>
      )}
      {isDone && amount_cents > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('Already bought once, so nothing more is charged. To buy more, choose “When less than 10% is left”.')}
        </Text>
      )}
      {isAsking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(false)}
          title={t('Top up {amount}?', { amount })}
          confirmLabel={t('Save top-up')}
          danger={false}
          submitting={save.isPending}
          submitError={null}
          onConfirm={submit}
        >
          <p>{t(hasBought ? chargedWhenLow : chargedAtStart)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function RefundDialog({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  // Idempotency key, one per opened dialog: a retry repeats the same refund.
  const [operationId] = useState(() => crypto.randomUUID())
  const estimate = useCall(estimateTopUpRefund, { query: { campaignId } }, { alwaysFresh: true })
  const refund = useAction(refundTopUp, {
    invalidates: reads,
    onDone: notifyAndClose(onClose),
  })
  const amount = estimate.data?.data.amount
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Refund the remaining balance?')}
      confirmLabel={t('Refund top-up')}
      danger
      ready={amount !== undefined}
      submitting={refund.isPending}
      submitError={refund.error ?? estimate.error}
      onConfirm={() => refund.mutate({ body: { campaignId, amount, operationId } })}
    >
      <p>
        {amount !== undefined &&
          t('{amount} is credited to the client’s account and deducted from its next invoice.', {
            amount: isolate(format.money(cents(amount))),
          })}
      </p>
    </ConfirmDialog>
  )
}
