import { Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { listDeliveries } from '#contract/integrations/deliveries.ts'
import { isSuggested, suggestedContact, type LeadDetail, type PassedRule } from '#contract/leads/lead.ts'
import { matchKeyText } from '#contract/leads/match-words.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { DetailList, type Detail } from '../../shells/detail-list.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { InOrder } from '../../shells/in-order.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { MoneyTrail } from '../billing/money-trail.tsx'
import { DeliveryLine } from '../integrations/delivery-line.tsx'
import { LeadCopies } from '../integrations/take-back/lead-copies.tsx'
import { LeadReturnCard } from '../returns/lead-return.tsx'
import styles from './lead-body.module.css'
import { LeadConsent } from './lead-consent.tsx'
import { LeadMoney } from './lead-money.tsx'
import { CreditBadge } from './lead-price.tsx'
import { LeadVisits } from './lead-visits.tsx'
import { PersonLink } from './person/person-link.tsx'
import { LeadWork } from './work/lead-work.tsx'

export const nameOf = (lead: LeadDetail): string => `${lead.first_name} ${lead.last_name}`.trim()

/** Everything about one lead, on its page and in the panel beside the list; skeletons until it is loaded. */
export function LeadBody({ lead }: { lead: LeadDetail | undefined }) {
  return (
    <div className={styles.root}>
      <InOrder>
        <div className={styles.columns}>
          {/* On narrow screens the second column is below the first. */}
          <InOrder>
            <div className={styles.column}>
              <InOrder>
                <PersonCard lead={lead} />
                {lead && <LeadWork lead={lead} />}
                {lead && lead.information.length > 0 && <InformationCard information={lead.information} />}
                <MatchCard lead={lead} />
                {lead?.consent && <LeadConsent consent={lead.consent} />}
                <LeadVisits lead={lead} />
              </InOrder>
            </div>
            <div className={styles.column}>
              <InOrder>
                <LeadMoney lead={lead} />
                {lead && lead.kind === 'lead' && <MoneyTrail leadId={lead.id} />}
                {lead && <LeadReturnCard leadId={lead.id} />}
                <LeadDeliveries lead={lead} />
                {lead && <LeadCopies leadId={lead.id} />}
              </InOrder>
            </div>
          </InOrder>
        </div>
        <LeadRules lead={lead} />
      </InOrder>
    </div>
  )
}

export function LeadBadge({ lead }: { lead: LeadDetail }) {
  const t = useT()
  if (lead.kind === 'test') return <StatusBadge tone="info">{t('Test lead')}</StatusBadge>
  return (
    <>
      {isSuggested(lead.match_key) && <StatusBadge tone="info">{t(suggestedContact)}</StatusBadge>}
      <CreditBadge lead={lead} />
    </>
  )
}

function PersonCard({ lead }: { lead: LeadDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  const text = (value: string | undefined) => (value ? <Bdi>{value}</Bdi> : null)
  const home =
    lead && [lead.street, [lead.city, lead.state].filter(Boolean).join(', '), lead.zip].filter(Boolean).join(' · ')
  const items: Detail[] = [
    { label: t('Email'), value: lead?.email ? <MailLink email={lead.email} /> : null, wide: true },
    { label: t('Phone'), value: lead?.phone ? <PhoneLink phone={lead.phone} /> : null },
    { label: t('Captured'), value: lead ? format.dateTime(lead.created_at) : null },
    { label: t('Home address'), value: text(home), wide: true },
    { label: t('Client'), value: text(lead?.company_name), wide: true },
  ]
  return (
    <TitledCard title={t('Person')}>
      <DetailList items={items} loading={!lead} />
      {lead && <PersonLink lead={lead} />}
    </TitledCard>
  )
}

/** What the identity data contain about the person beyond their identity. */
function InformationCard({ information }: { information: LeadDetail['information'] }) {
  const t = useT()
  const items = information.map(({ name, value }): Detail => ({ label: t(name), value: <Bdi>{value}</Bdi> }))
  return (
    <TitledCard title={t('Advance information')}>
      <DetailList items={items} loading={false} />
    </TitledCard>
  )
}

function MatchCard({ lead }: { lead: LeadDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  const sure = lead?.confidence ?? null
  const searchItem = ({ phrases }: NonNullable<LeadDetail['search']>): Detail => ({
    label: t('Searched for'),
    value: <Bdi>{phrases.join(' · ')}</Bdi>,
    wide: true,
  })
  const items: Detail[] = [
    { label: t('Matched by'), value: lead ? t(matchKeyText(lead.match_key)) : null },
    {
      label: t('Match confidence'),
      value: sure === null ? null : <Confidence share={sure} words={format.percent(sure)} />,
    },
    ...(lead?.search ? [searchItem(lead.search)] : []),
    { label: t('Page'), value: lead?.page_url ? <Bdi>{lead.page_url}</Bdi> : null, wide: true },
  ]
  return (
    <TitledCard title={t('Why it matched')}>
      <DetailList items={items} loading={!lead} />
    </TitledCard>
  )
}

function Confidence({ share, words }: { share: number; words: string }) {
  return (
    <span className={styles.confidence}>
      <span>{words}</span>
      <meter className={styles.meter} min={0} max={1} value={share} aria-label={words} />
    </span>
  )
}

/** The destinations the lead was sent to, with the status of each delivery. */
function LeadDeliveries({ lead }: { lead: LeadDetail | undefined }) {
  const t = useT()
  const deliveries = useCall(
    listDeliveries,
    {
      params: { companyId: lead?.company_id ?? '', clientId: 'all' },
      query: { lead: lead?.id ?? 'all', perPage: 100 },
    },
    { enabled: lead !== undefined, refetchEvery_ms: 5_000 },
  )
  return (
    <TitledCard title={t('Deliveries')}>
      {deliveries.error && !deliveries.data && <FailureNote failure={deliveries.error} onRetry={deliveries.refetch} />}
      {deliveries.isPending && !deliveries.error && <Skeleton height={60} />}
      {deliveries.data?.data.length === 0 && (
        <p className={styles.quiet}>{t('The campaign has no destinations, so nothing was sent.')}</p>
      )}
      {deliveries.data?.data.map((delivery) => (
        <DeliveryLine key={delivery.id} delivery={delivery} />
      ))}
    </TitledCard>
  )
}

/** The rules that the visit passed, each with the values compared. */
function LeadRules({ lead }: { lead: LeadDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  return (
    <TitledCard title={t('Rules it passed')}>
      {!lead && <Skeleton height={120} />}
      {lead && lead.rules.length === 0 && <p className={styles.quiet}>{t('A test lead passes no rules.')}</p>}
      <ol className={styles.rules}>
        {lead?.rules.map((rule) => (
          <li key={rule.stage} className={styles.rule}>
            <IconCheck size={16} stroke={2} className={styles.tick} aria-hidden />
            <div>
              <div>{t(rule.stage)}</div>
              {rule.detail && <div className={styles.quiet}>{sentenceOf(rule.detail, t, format)}</div>}
            </div>
          </li>
        ))}
      </ol>
    </TitledCard>
  )
}

/** Translates window names and formats dates in the user's language; other values stay as they are. */
function sentenceOf({ text, values }: NonNullable<PassedRule['detail']>, t: Translate, format: Format): string {
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number')
      return [name, name.endsWith('_cents') ? isolate(format.money(value)) : format.number(value)]
    return [name, isolate(/^\d{4}-\d{2}-\d{2}$/.test(value) ? format.date(value) : t(value))]
  })
  return t(text, Object.fromEntries(entries))
}
