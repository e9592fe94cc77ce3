import { Skeleton } from '@mantine/core'
import type { VisitRow } from '#contract/leads/lead.ts'
import type { PersonDetail } from '#contract/leads/person.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { DetailList, type Detail } from '../../../shells/detail-list.tsx'
import { Timeline, type TimelineEntry } from '../../../shells/timeline.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { MailLink, PhoneLink } from '../../../ui/contact-links.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { DeliveryLine } from '../../integrations/delivery-line.tsx'
import styles from '../lead-body.module.css'
import { wordsOfVisit } from '../words.ts'
import { PersonLeads } from './person-leads.tsx'

type Part = { data: PersonDetail | undefined }

/** A person in full; skeletons until it is loaded. */
export function PersonBody({ data }: Part) {
  const isSearch = (visit: VisitRow): boolean => visit.search !== null
  const searches = data?.visits.filter(isSearch) ?? []
  const t = useT()
  return (
    <div className={styles.root}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <WhoCard data={data} />
          <PersonLeads leads={data?.leads} />
        </div>
        <div className={styles.column}>
          <VisitsCard title={t('Visits')} visits={data?.visits.filter((visit) => !isSearch(visit))} />
          {searches.length > 0 && <VisitsCard title={t('Searches')} visits={searches} />}
          <DeliveriesCard data={data} />
        </div>
      </div>
    </div>
  )
}

function WhoCard({ data }: Part) {
  const t = useT()
  const person = data?.person
  const home =
    person &&
    [person.street, [person.city, person.state].filter(Boolean).join(', '), person.zip].filter(Boolean).join(' · ')
  const items: Detail[] = [
    { label: t('Email'), value: person?.email ? <MailLink email={person.email} /> : null, wide: true },
    { label: t('Phone'), value: person?.phone ? <PhoneLink phone={person.phone} /> : null },
    ...(data?.notes === null ? [] : [{ label: t('Notes'), value: data?.notes ?? null }]),
    { label: t('Home address'), value: home ? <Bdi>{home}</Bdi> : null, wide: true },
  ]
  return (
    <TitledCard title={t('Person')}>
      <DetailList items={items} loading={!data} />
    </TitledCard>
  )
}

const entryOf = (visit: VisitRow, t: Translate): TimelineEntry => ({
  key: visit.id,
  at: visit.at,
  tone: wordsOfVisit(visit).tone,
  title: t(wordsOfVisit(visit).title),
  note: (
    <>
      <bdi>{visit.search?.phrases.join(' · ') ?? (visit.title || visit.page_url)}</bdi>
      {' · '}
      <bdi>{visit.campaignName}</bdi>
    </>
  ),
})

function VisitsCard({ title, visits }: { title: string; visits: readonly VisitRow[] | undefined }) {
  const t = useT()
  return (
    <TitledCard title={title}>
      {!visits && <Skeleton height={120} />}
      {visits?.length === 0 && <p className={styles.quiet}>{t('Visits are removed after 90 days.')}</p>}
      {visits && visits.length > 0 && <Timeline entries={visits.map((visit) => entryOf(visit, t))} />}
    </TitledCard>
  )
}

/** A client's own people see one company, whose name would say nothing. */
function DeliveriesCard({ data }: Part) {
  const t = useT()
  const showsClient = useMe().side !== 'client'
  const clientNames = new Map(data?.leads.map((lead) => [lead.company_id, lead.company_name]))
  return (
    <TitledCard title={t('Deliveries')}>
      {!data && <Skeleton height={60} />}
      {data?.deliveries.length === 0 && <p className={styles.quiet}>{t('Nothing was sent.')}</p>}
      {data?.deliveries.map((delivery) => (
        <div key={delivery.id}>
          <bdi className={styles.quiet}>
            {[delivery.campaignName, showsClient && clientNames.get(delivery.company_id)].filter(Boolean).join(' · ')}
          </bdi>
          <DeliveryLine delivery={delivery} />
        </div>
      ))}
    </TitledCard>
  )
}
