import { isSuggested, type LeadRow } from '#contract/leads/lead.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import type { Format } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { MailLink } from '../../../ui/contact-links.tsx'
import { CopyablePhone, CopyButton, placeOf } from '../copyable-contact.tsx'
import { CreditMark, LeadPriceCell } from '../lead-price.tsx'
import { SuggestedNote } from '../suggested-note.tsx'
import { LeadStatusBadge } from '../work/lead-status-badge.tsx'
import { statusOf } from '../work/use-pipeline.ts'

/** The columns that the list has until others are chosen. */
export const usualColumns = (format: Format, pipeline: readonly LeadStatus[], ofAgency: boolean): Column<LeadRow>[] => [
  {
    key: 'name',
    isPinned: true,
    size: 'wide',
    header: msg('Name'),
    sortKey: 'last_name',
    cell: (lead) => <NameCell lead={lead} />,
  },
  {
    key: 'contact',
    size: 'wide',
    header: msg('Contact'),
    sortKey: 'email',
    // Beside an open lead, which shows both, the names need the room.
    hideBelow: 'md',
    cell: (lead) => (
      <Lines
        detail={lead.phone && <CopyablePhone phone={lead.phone} />}
        beside={lead.email && <CopyButton text={lead.email} />}
      >
        {lead.email ? <MailLink email={lead.email} /> : '—'}
      </Lines>
    ),
  },
  {
    key: 'status',
    size: 'status',
    header: msg('Status'),
    cell: (lead) => (
      <Lines detail={lead.tags.join(', ')}>
        <LeadStatusBadge status={statusOf(pipeline, lead.status)} />
      </Lines>
    ),
  },
  {
    key: 'campaign',
    size: 'wide',
    header: msg('Campaign'),
    hideBelow: 'lg',
    cell: (lead) => <Lines detail={ofAgency && lead.company_name}>{lead.campaignName}</Lines>,
  },
  {
    key: 'sure',
    header: msg('Match'),
    align: 'end',
    hideBelow: 'lg',
    cell: (lead) => (lead.confidence === null ? '—' : format.percent(lead.confidence)),
  },
  {
    key: 'price',
    header: msg('Price'),
    align: 'end',
    cell: (lead) => <LeadPriceCell lead={lead} />,
  },
  {
    key: 'found',
    size: 'time',
    header: msg('Captured'),
    sortKey: 'created_at',
    cell: (lead) => (
      <time dateTime={lead.created_at} title={format.dateTime(lead.created_at)}>
        {format.when(lead.created_at)}
      </time>
    ),
  },
]

function NameCell({ lead }: { lead: LeadRow }) {
  const t = useT()
  return (
    <Lines
      strong
      detail={
        lead.credit ? <CreditMark lead={lead} /> : isSuggested(lead.match_key) ? <SuggestedNote /> : placeOf(lead)
      }
      beside={lead.kind === 'test' && <StatusBadge tone="info">{t('Test')}</StatusBadge>}
    >
      {`${lead.first_name} ${lead.last_name}`.trim() || t('Unnamed')}
    </Lines>
  )
}
