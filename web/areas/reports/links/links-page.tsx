import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { listReportLinks, revokeReportLink, type ReportLink } from '#contract/reports/links.ts'
import { kindNames } from '#contract/reports/table-names.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { modulePlaces } from '../../../session/module.ts'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { NextStep } from '../../../shells/next-step.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { RowActions } from '../../../shells/resource-table/row-actions.tsx'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import { reportsPath } from '../paths.ts'

/** The reports that an agency shares by link: expiration, number of views, and revocation. */
export function LinksPage() {
  const t = useT()
  const me = useMe()
  const [linkToRevoke, setLinkToRevoke] = useState<ReportLink | null>(null)
  return (
    <>
      <PageHeader
        title={t('Shared links')}
        description={t('Each shows one report to anyone with the link, until it expires or you revoke it.')}
      />
      <ResourceTable
        label={t('Shared links')}
        operation={listReportLinks}
        input={({ page, perPage }) => ({ params: { companyId: me.companyId }, query: { page, perPage } })}
        columns={columnsOf(setLinkToRevoke)}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={<IconLink size={28} stroke={1.5} />}
            title={t('No shared links yet')}
            hint={t('Open a report and choose Share to get a link.')}
            action={<NextStep to={reportsPath} label={t('Reports')} />}
          />
        }
      />
      {linkToRevoke && (
        <ConfirmAction
          title={t('Revoke this link?')}
          confirmLabel={t('Revoke link')}
          operation={revokeReportLink}
          input={{ body: { companyId: me.companyId, link_id: linkToRevoke.id } }}
          invalidates={[listReportLinks]}
          onClose={() => setLinkToRevoke(null)}
        >
          <p>{t('The link stops working for everyone. This cannot be undone.')}</p>
        </ConfirmAction>
      )}
    </>
  )
}

const columnsOf = (revoke: (link: ReportLink) => void): readonly Column<ReportLink>[] => [
  { key: 'report', header: msg('Report'), size: 'wide', cell: (row) => <What row={row} /> },
  { key: 'state', header: msg('Status'), cell: (row) => <State row={row} /> },
  { key: 'opened', header: msg('Opened'), align: 'end', cell: (row) => <Opened row={row} /> },
  {
    key: 'actions',
    header: msg('Actions'),
    size: 'actions',
    align: 'end',
    cell: (row) => <Acts row={row} revoke={revoke} />,
  },
]

function What({ row }: { row: ReportLink }) {
  const t = useT()
  const format = useFormat()
  const module = modulePlaces().find((place) => place.module === row.moduleType)?.name
  const parts = [`${format.date(row.start)} – ${format.date(row.end)}`, row.company_name, module]
  return (
    <Lines strong detail={parts.flatMap((part) => (part ? [isolate(part)] : [])).join(' · ')}>
      {t(kindNames[row.kind])}
    </Lines>
  )
}

const states: Readonly<Record<ReportLink['state'], { text: Text; tone: Tone }>> = {
  open: { text: msg('Open'), tone: 'ok' },
  expired: { text: msg('Expired'), tone: 'plain' },
  revoked: { text: msg('Revoked'), tone: 'plain' },
}

function State({ row }: { row: ReportLink }) {
  const t = useT()
  const format = useFormat()
  const { text, tone } = states[row.state]
  return (
    <Lines detail={row.state !== 'revoked' && t('Until {date}', { date: isolate(format.date(row.expires_at)) })}>
      <StatusBadge tone={tone}>{t(text)}</StatusBadge>
    </Lines>
  )
}

function Opened({ row }: { row: ReportLink }) {
  const format = useFormat()
  return <Lines detail={row.last_opened_at && format.when(row.last_opened_at)}>{format.number(row.opened)}</Lines>
}

function Acts({ row, revoke }: { row: ReportLink; revoke: (link: ReportLink) => void }) {
  const t = useT()
  const name = t(kindNames[row.kind])
  if (row.state !== 'open') return null
  return (
    <RowActions
      name={name}
      items={[
        {
          icon: IconLinkOff,
          label: t('Revoke the link to {name}', { name }),
          color: 'red',
          onClick: () => revoke(row),
        },
      ]}
    />
  )
}
