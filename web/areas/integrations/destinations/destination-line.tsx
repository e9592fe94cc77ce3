import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsSplit2, IconMail, IconPencil, IconPlugConnected, IconTrash, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  listDestinations,
  maxDeliveriesCounted,
  updateDestination,
  type DestinationRow,
} from '#contract/integrations/destinations.ts'
import { services } from '#contract/integrations/services.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text, type Translate } from '../../../i18n/texts.tsx'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { notifyFailed } from '../../../shells/notify.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import type { EditedService } from '../connections/service-dialog.tsx'
import { ReplayDialog } from '../replay-dialog.tsx'
import { ResumeDialog } from '../resume-dialog.tsx'
import { CallbackButton } from './callback-dialog.tsx'
import styles from './destinations.module.css'
import { RoutingDialog } from './routing-dialog.tsx'

const states: Readonly<Record<DestinationRow['status'], { tone: Tone; name: Text }>> = {
  ok: { tone: 'ok', name: msg('Working') },
  failing: { tone: 'warn', name: msg('Failing') },
  disabled: { tone: 'plain', name: msg('Paused') },
}

/** The destination works again, but leads that failed earlier must be resent manually. */
const withGaps = { tone: 'warn', name: msg('Working, some leads missed') } as const

const stateOf = ({ status, failed }: DestinationRow): { tone: Tone; name: Text } =>
  status === 'ok' && failed > 0 ? withGaps : states[status]

/** Input for editing a connected service; null for email and webhooks. */
const serviceIn = (row: DestinationRow, t: Translate): EditedService | null => {
  const { kind, owner, details, integration_id: integrationId } = row
  if (kind === 'email' || kind === 'webhook') return null
  const name = kind === 'custom' ? targetOf(row, t) : services[kind].name
  return { slug: kind, integrationId, name, owner: owner ?? 'client', details }
}

const targetOf = ({ kind, url, recipients, account }: DestinationRow, t: Translate): string => {
  if (kind === 'webhook') return url ?? ''
  if (kind === 'email') return recipients.join(', ')
  if (kind === 'custom') return account || t('Custom integration')
  return account ? `${services[kind].name} · ${account}` : services[kind].name
}

type DestinationLineProps = {
  destination: DestinationRow
  mayChange: boolean
  onRemove: () => void
  /** Edits the settings of a connected service; null if the user may not. */
  onEdit: ((service: EditedService) => void) | null
  /** Edits the URL of a webhook; null if the user may not. */
  onEditWebhook: (() => void) | null
}

export function DestinationLine(props: DestinationLineProps) {
  const { destination, mayChange, onRemove, onEdit } = props
  const t = useT()
  const isWebhook = destination.kind === 'webhook'
  const target = targetOf(destination, t)
  const state = stateOf(destination)
  const service = serviceIn(destination, t)
  const edit = service ? onEdit && (() => onEdit(service)) : isWebhook ? props.onEditWebhook : null
  const Sign = service ? IconPlugConnected : isWebhook ? IconWebhook : IconMail
  return (
    <li className={styles.line}>
      <Sign size={20} stroke={1.6} className={styles.sign} aria-hidden />
      <div className={styles.words}>
        <div className={styles.target}>
          <Bdi>{target}</Bdi>
        </div>
        <DestinationNotes destination={destination} />
      </div>
      <StatusBadge tone={state.tone}>{t(state.name)}</StatusBadge>
      {mayChange && (
        <div className={styles.actions}>
          <ActiveButton destination={destination} target={target} />
          <RoutingButton destination={destination} target={target} />
          {destination.kind !== 'email' && <CallbackButton destination={destination} target={target} />}
          {edit && (
            <ActionIcon aria-label={t('Edit {target}', { target: isolate(target) })} onClick={edit}>
              <IconPencil size={17} stroke={1.75} />
            </ActionIcon>
          )}
          {(isWebhook || (service && onEdit)) && (
            <ActionIcon aria-label={t('Remove {target}', { target: isolate(target) })} onClick={onRemove}>
              <IconTrash size={17} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      )}
    </li>
  )
}

/** Why and since when the destination is failing, and what is queued. */
function DestinationNotes({ destination }: { destination: DestinationRow }) {
  const t = useT()
  const format = useFormat()
  const { cause, failing_since: since, paused_at: pausedAt, waiting, failed, missed, kind } = destination
  const count = (value: number): string =>
    value >= maxDeliveriesCounted ? t('{count} or more', { count: format.number(value) }) : format.number(value)
  const notes = [
    noteOfKind(kind, t),
    pausedAt
      ? t('Paused since {time}', { time: isolate(format.dateTime(pausedAt)) })
      : since && t('failing since {time}', { time: format.dateTime(since) }),
    waiting > 0 && t('{count} waiting', { count: count(waiting) }),
    failed > 0 && t('{count} not delivered', { count: count(failed) }),
    destination.conditions.length > 0 &&
      t('{count, plural, one {# condition} other {# conditions}}', { count: destination.conditions.length }),
    destination.share !== null && t('takes turns, share {share}', { share: format.number(destination.share) }),
    destination.daily_cap !== null && t('at most {count} a day', { count: format.number(destination.daily_cap) }),
    !pausedAt && missed > 0 && t('Sending what was missed: {count} left', { count: format.number(missed) }),
  ].filter(Boolean)
  return (
    <>
      <div className={styles.notes}>{notes.join(' · ')}</div>
      {cause && <div className={styles.cause}>{t(causeTexts[cause])}</div>}
    </>
  )
}

function noteOfKind(kind: DestinationRow['kind'], t: Translate): string {
  if (kind === 'webhook') return t('Webhook, signed')
  if (kind === 'custom') return t('Custom integration')
  return kind === 'email' ? t('Email to the report recipients') : t('Connected service')
}

function RoutingButton({ destination, target }: { destination: DestinationRow; target: string }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        aria-label={t('Which leads go to {target}', { target: isolate(target) })}
        onClick={() => setOpen(true)}
      >
        <IconArrowsSplit2 size={17} stroke={1.75} />
      </ActionIcon>
      {isOpen && <RoutingDialog destination={destination} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Pausing takes effect at once. Resuming asks first, and says how much was missed. Failed leads can be resent. */
function ActiveButton({ destination, target }: { destination: DestinationRow; target: string }) {
  const t = useT()
  const [asks, setAsks] = useState<'resume' | 'replay' | null>(null)
  const update = useAction(updateDestination, { invalidates: [listDestinations, ...inboxReads] })
  const { id, status } = destination
  const isOff = status === 'disabled'
  const close = (): void => setAsks(null)
  const pause = (): void =>
    update.mutate(
      { body: { destination_id: id, active: false } },
      { onError: (failure) => notifyFailed(failure.message) },
    )
  return (
    <>
      {!isOff && (
        <Button variant="default" size="xs" onClick={() => setAsks('replay')}>
          {t('Resend')}
        </Button>
      )}
      <Button variant="default" size="xs" loading={update.isPending} onClick={isOff ? () => setAsks('resume') : pause}>
        {isOff ? t('Resume') : t('Pause')}
      </Button>
      {asks === 'resume' && <ResumeDialog destination={destination} target={target} onClose={close} />}
      {asks === 'replay' && <ReplayDialog destination={destination} target={target} onClose={close} />}
    </>
  )
}
