import { Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { guard } from '#contract/guards/guard.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import type { AttentionItem, ReportAttention } from '#contract/reports/dashboard.ts'
import { useFormat, type Format } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text, type Translate } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { campaignPath } from '../../../paths/campaigns.ts'
import figures from '../../../shells/figures/figures.module.css'
import styles from './dashboard.module.css'
import { ClientsItem, MoneyItem, useDeclinedOfClients, useMoneyNotices } from './money-items.tsx'
import { searchOf } from '../../../session/search.ts'

/** What needs attention, each item with a link to where it can be fixed. */
export function AttentionCard({ attention, isAgency }: { attention?: ReportAttention; isAgency: boolean }) {
  const t = useT()
  const money = useMoneyNotices()
  const declinedCount = useDeclinedOfClients()
  const moneyLines = money.length + (declinedCount > 0 ? 1 : 0)
  const more = attention ? attention.total - attention.items.length : 0
  return (
    <TitledCard title={t('Needs attention')}>
      {!attention && <Skeleton height={220} radius="md" />}
      {attention?.items.length === 0 && moneyLines === 0 && (
        <p className={styles.allGood}>
          <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          {t('Everything is running.')}
        </p>
      )}
      {attention && attention.items.length + moneyLines > 0 && (
        <ul className={styles.items}>
          {money.map(({ kind }) => (
            <MoneyItem key={kind} kind={kind} />
          ))}
          {declinedCount > 0 && <ClientsItem count={declinedCount} />}
          {attention.items.map((item) => (
            <Item key={`${item.kind} ${item.campaignId}`} item={item} isAgency={isAgency} />
          ))}
        </ul>
      )}
      {more > 0 && <p className={figures.note}>{t('{count} more', { count: more })}</p>}
    </TitledCard>
  )
}

const words: Readonly<Record<AttentionItem['kind'], { text: Text; tone: Tone }>> = {
  delivery_disabled: { text: msg('Delivery turned off'), tone: 'bad' },
  delivery_failing: { text: msg('Deliveries failing'), tone: 'bad' },
  pixel_missing: { text: msg('Pixel not detected'), tone: 'warn' },
  pixel_silent: { text: msg('Pixel silent'), tone: 'warn' },
  ends_soon: { text: msg('Ends soon'), tone: 'info' },
  not_started: { text: msg('Not started'), tone: 'plain' },
}

function hintOf(item: AttentionItem, t: Translate, format: Format): string {
  if (item.cause) return t(causeTexts[item.cause])
  if (item.end_date) return t('Last day: {date}', { date: isolate(format.date(item.end_date)) })
  if (!item.since) return ''
  const ago = { ago: isolate(format.ago(item.since)) }
  switch (item.kind) {
    case 'pixel_silent':
      return t('Last hit {ago}', ago)
    case 'pixel_missing':
    case 'not_started':
      return t('Created {ago}', ago)
    default:
      return t('Failing since {ago}', ago)
  }
}

/** Deliveries link to their list, everything else to the campaign, or to its visits if the user may not open it. */
function useWayTo({ kind, campaignId }: AttentionItem): { to: string; search?: { campaign: string } } {
  const me = useMe()
  const module = useModule()
  const search = { campaign: campaignId }
  if (kind === 'delivery_disabled' || kind === 'delivery_failing') return { to: `${module.base}/deliveries`, search }
  const to = campaignPath(module, campaignId)
  return guard(me.access, to).kind === 'shown' && me.may('campaign.enable')
    ? { to }
    : { to: `${module.base}/visits`, search }
}

function Item({ item, isAgency }: { item: AttentionItem; isAgency: boolean }) {
  const t = useT()
  const format = useFormat()
  const { text, tone } = words[item.kind]
  const way = useWayTo(item)
  return (
    <li className={styles.item}>
      <span className={styles.itemLine}>
        <Link to={way.to} search={searchOf(way.search)} className={figures.name} title={item.campaignName}>
          <bdi>{item.campaignName}</bdi>
        </Link>
        <StatusBadge tone={tone}>{t(text)}</StatusBadge>
      </span>
      <span className={styles.itemCause}>
        {isAgency && (
          <>
            <bdi>{item.company_name}</bdi> ·{' '}
          </>
        )}
        {hintOf(item, t, format)}
      </span>
    </li>
  )
}
