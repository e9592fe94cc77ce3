import { leadColumns, type LeadColumnName } from '#contract/leads/lead-columns.ts'
import { matchKeyText } from '#contract/leads/match-words.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import type { Format } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/texts.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { CopyableMail, CopyablePhone } from './copyable-contact.tsx'
import { DueDay } from './work/due-day.tsx'
import { AssigneeCell } from './work/work-columns.tsx'

type Extra = Pick<Column<LeadRow>, 'cell' | 'align' | 'size'>

/** Columns of leads that a reader can add to the usual ones. */
export const extraColumns = (t: Translate, format: Format, isForClient: boolean): Column<LeadRow>[] => {
  const text = (key: 'street' | 'city' | 'state' | 'zip' | 'company_name'): Extra => ({
    cell: (lead) => <Bdi>{lead[key]}</Bdi>,
  })
  const time = (at: string | null) =>
    at && (
      <time dateTime={at} title={format.dateTime(at)}>
        {format.when(at)}
      </time>
    )
  const extras: Partial<Record<LeadColumnName, Extra>> = {
    assignee: { cell: (lead) => <AssigneeCell lead={lead} />, size: 'wide' },
    email: { cell: ({ email }) => email && <CopyableMail email={email} /> },
    phone: { cell: ({ phone }) => phone && <CopyablePhone phone={phone} /> },
    street: text('street'),
    city: text('city'),
    state: { ...text('state'), size: 'number' },
    zip: { ...text('zip'), size: 'number' },
    page: { cell: (lead) => <Bdi>{lead.page_url}</Bdi>, size: 'wide' },
    matched: { cell: (lead) => t(matchKeyText(lead.match_key)) },
    ...(!isForClient && {
      client: text('company_name'),
      wholesale: {
        cell: ({ wholesale_price }) =>
          wholesale_price === undefined ? '' : format.price(Math.round(wholesale_price * 10_000)),
        align: 'end',
      },
    }),
    converted: { cell: (lead) => time(lead.converted_at), size: 'time' },
    tags: { cell: ({ tags }) => <Bdi>{tags.join(', ')}</Bdi> },
    next: {
      cell: ({ next_action: next }) => next && <Lines detail={<DueDay action={next} />}>{next.text}</Lines>,
      size: 'wide',
    },
    value: { cell: ({ value_cents: cents }) => cents !== null && format.money(cents), align: 'end' },
  }
  return Object.entries(extras).map(([key, extra]) => ({
    key,
    header: leadColumns[key as LeadColumnName].label,
    isExtra: true,
    ...extra,
  }))
}
