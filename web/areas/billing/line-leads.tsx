import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { InvoiceLine } from '#contract/billing/invoices.ts'
import { listLineLeads, type LeadOfLine } from '#contract/billing/money-trail.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { modulePlaces, useModule } from '../../session/module.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'

const perPage = 10

type LineLeadsProps = { companyId: string; invoiceId: string; line: InvoiceLine; onLeave: () => void }

/** Lists the leads that an invoice line charges for, one page at a time. */
export function LineLeads({ companyId, invoiceId, line, onLeave }: LineLeadsProps) {
  const t = useT()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const may = me.side === 'client' || me.may('leads.enable')
  const hasLeads = ['leads', 'earlier_leads'].includes(line.kind) || line.sources.some(({ leads }) => leads > 0)
  if (!hasLeads || !may) return null
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-expanded={isOpen}
        className={styles.leadsButton}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('Hide leads') : t('Show leads')}
      </Button>
      {isOpen && <Leads of={{ companyId, invoiceId, line: line.line }} onLeave={onLeave} />}
    </>
  )
}

type LeadsProps = { of: { companyId: string; invoiceId: string; line: number }; onLeave: () => void }

function Leads({ of, onLeave }: LeadsProps) {
  const t = useT()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const { companyId, invoiceId: invoiceID, line } = of
  // The buttons stay, and with them the focus, while the next page loads.
  const { data, error, refetch, isPlaceholderData } = useCall(
    listLineLeads,
    { params: { companyId, invoiceID, line }, query: { page, perPage } },
    { keepPrevious: true },
  )
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data) return <Skeleton height="6rem" mt="xs" />
  const { total, current_page: current, last_page: last } = data
  return (
    <div className={styles.leads}>
      <ul
        aria-busy={isPlaceholderData || undefined}
        aria-label={t('Leads of line {line}', { line: format.number(line) })}
      >
        {data.data.map((lead) => (
          <LeadOf key={lead.lead_id} lead={lead} onLeave={onLeave} />
        ))}
      </ul>
      {last > 1 && (
        <span className={styles.turn}>
          <Button size="compact-xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Previous page')}
          </Button>
          <span className={styles.muted}>
            {t('{from}–{to} of {total}', {
              from: format.number((current - 1) * perPage + 1),
              to: format.number(Math.min(current * perPage, total)),
              total: format.number(total),
            })}
          </span>
          <Button size="compact-xs" variant="default" disabled={page === last} onClick={() => setPage(page + 1)}>
            {t('Next page')}
          </Button>
        </span>
      )}
    </div>
  )
}

function LeadOf({ lead, onLeave }: { lead: LeadOfLine; onLeave: () => void }) {
  const t = useT()
  const format = useFormat()
  const module = useModule()
  const base = modulePlaces().find(({ module }) => module === lead.module)?.base ?? module.base
  return (
    <li>
      <Link to={`${base}/leads/${lead.lead_id}`} onClick={onLeave}>
        <Bdi>{lead.person_name}</Bdi>
      </Link>
      {lead.credited && <StatusBadge tone="ok">{t('Credited')}</StatusBadge>}
      <time dateTime={lead.captured_at} className={styles.muted}>
        {format.date(lead.captured_at)}
      </time>
      <span className={styles.amount}>{format.price(Math.round(lead.price * 10_000))}</span>
    </li>
  )
}
