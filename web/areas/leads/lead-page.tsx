import { getLead } from '#contract/leads/leads.ts'
import { isSuggested, suggestedContact, type LeadDetail } from '#contract/leads/lead.ts'
import type { SearchFacts } from '#contract/leads/search.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useModule } from '../../session/module.ts'
import { DetailList, type Detail } from '../../shells/detail-list.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { MoneyTrail } from '../billing/money-trail.tsx'
import { LeadReturnCard } from '../returns/lead-return.tsx'
import { LeadCopies } from '../integrations/take-back/lead-copies.tsx'
import { LeadDeliveries } from './lead-deliveries.tsx'
import { LeadMoney } from './lead-money.tsx'
import { LeadRules } from './lead-rules.tsx'
import { LeadVisits } from './lead-visits.tsx'
import styles from './lead-page.module.css'
import { matchKeyText } from './words.ts'

const nameOf = (lead: LeadDetail): string => `${lead.first_name} ${lead.last_name}`.trim()

/** One lead: who, when they came, why they matched and how sure, which rules they passed, what it cost, where it went. */
export function LeadPage() {
  const t = useT()
  const module = useModule()
  const leadId = useParam('leadId')
  const lead = useCall(getLead, { params: { id: leadId } })
  const data = lead.data?.data
  const back = { to: `${module.base}/leads`, label: t('Leads') }
  if (lead.error && !data) return <PageFailure failure={lead.error} onRetry={lead.refetch} />
  return (
    <>
      <PageHeader
        title={data ? nameOf(data) : t('Lead')}
        back={back}
        badge={data && <LeadBadge lead={data} />}
        description={data && <Bdi>{data.campaignName}</Bdi>}
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <PersonCard lead={data} />
          {data && data.information.length > 0 && <InformationCard known={data.information} />}
          <MatchCard lead={data} />
          <LeadVisits lead={data} />
        </div>
        <div className={styles.column}>
          <LeadMoney lead={data} />
          {data && data.kind === 'lead' && <MoneyTrail leadId={data.id} />}
          {data && <LeadReturnCard leadId={data.id} />}
          <LeadDeliveries lead={data} />
          {data && <LeadCopies leadId={data.id} />}
        </div>
      </div>
      <LeadRules lead={data} />
    </>
  )
}

function LeadBadge({ lead }: { lead: LeadDetail }) {
  const t = useT()
  if (lead.kind === 'test') return <StatusBadge tone="info">{t('Test lead')}</StatusBadge>
  return isSuggested(lead.match_key) ? <StatusBadge tone="info">{t(suggestedContact)}</StatusBadge> : null
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
    </TitledCard>
  )
}

/** What the identity data told of the person besides who they are. */
function InformationCard({ known }: { known: LeadDetail['information'] }) {
  const t = useT()
  const items = known.map(({ name, value }): Detail => ({ label: t(name), value: <Bdi>{value}</Bdi> }))
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
  const searchItem = (search: SearchFacts): Detail => ({
    label: t('Searched for'),
    value: <Bdi>{search.phrases.join(' · ')}</Bdi>,
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
