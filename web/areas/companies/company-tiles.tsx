import { isSales } from '#contract/guards/access-context.ts'
import { readBilling } from '#contract/billing/invoices.ts'
import type { CompanyDetail } from '#contract/companies/companies.ts'
import { readReportChart } from '#contract/reports/dashboard.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FigureLink } from '../../shells/figures/figure-link.tsx'
import { useRowsLinks } from '../../shells/figures/rows-link.ts'
import { lastDays, reportToday } from '../../shells/last-days.ts'
import { StatTile, StatTiles } from '../../shells/stat-tile.tsx'
import styles from './companies.module.css'
import type { CompanyKind } from './company-form.ts'

type CompanyTilesProps = { kind: CompanyKind; companyId: string; company: CompanyDetail | undefined }

const days = 30

/** A company at a glance: its campaigns and leads, what it owes, and what its next charge will be. */
export function CompanyTiles({ kind, companyId, company }: CompanyTilesProps) {
  const t = useT()
  const me = useMe()
  const format = useFormat()
  if (isSales(me.access)) return null
  const campaigns = company && {
    active: format.number(company.active_campaigns),
    all: format.number(company.campaigns),
  }
  return (
    <section aria-label={t('At a glance')} className={styles.glance}>
      <StatTiles>
        {me.may('leads.enable') && <LeadTile kind={kind} companyId={companyId} />}
        <StatTile label={t('Active campaigns')} value={campaigns && t('{active} of {all}', campaigns)} />
        {me.may('settings.enable') && me.viewEndsAt === null && <MoneyTiles companyId={companyId} />}
      </StatTiles>
    </section>
  )
}

function LeadTile({ kind, companyId }: { kind: CompanyKind; companyId: string }) {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const { start, end } = lastDays(reportToday(serverNow_ms()), days)
  const links = useRowsLinks()
  const isOwnClient = kind === 'client' && me.side === 'agency'
  const whose = isOwnClient ? { companyId: me.companyId, clientId: companyId } : { companyId, clientId: 'all' }
  const rows = isOwnClient
    ? links.leads({ days: { start, end }, client: companyId })
    : links.leadsOfAgency(companyId, { start, end })
  const { data, error } = useCall(readReportChart, { params: { ...whose, start, end }, query: {} })
  if (error && !data) return null
  return (
    <StatTile
      label={t('Leads')}
      value={data && <FigureLink rows={rows}>{format.number(data.total.leads)}</FigureLink>}
      note={t('Last {days} days', { days })}
    />
  )
}

/** What the company owes now, its credit, and the charge that comes next. */
function MoneyTiles({ companyId }: { companyId: string }) {
  const t = useT()
  const format = useFormat()
  const { data, error } = useCall(readBilling, { params: { companyId } })
  if (error && !data) return null
  const billing = data?.data
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <>
      <StatTile
        label={t('Due now')}
        value={billing && money(billing.due)}
        note={billing && billing.credit > 0 && t('Credit: {amount}', { amount: isolate(money(billing.credit)) })}
      />
      <StatTile
        label={t('Upcoming charge so far')}
        value={billing && money(billing.expected)}
        note={billing ? t('Next charge on {date}', { date: isolate(format.date(billing.next_charge_on)) }) : '\u00a0'}
      />
    </>
  )
}
