import { Button, Progress } from '@mantine/core'
import { IconDownload, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import {
  downloadEnrichment,
  listEnrichments,
  type Enrichment,
  buyEnrichment,
} from '#contract/enrichment/enrichments.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { NotFoundPage } from '../../shells/not-found-page.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'
import { useDownload } from '../../shells/use-download.ts'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './enrichment.module.css'
import { enrichmentPath } from './paths.ts'
import { PriceDialog } from './price-dialog.tsx'
import { UploadList } from './upload-list.tsx'
import { useMatching } from './use-matching.ts'
import { mayCall } from '../../session/may-call.ts'

/** A list's status. A matched list can be bought while its rows are kept and if it has any matches. */
function stateOf({ status, people, has_rows }: Enrichment): { text: Text; tone: Tone } {
  if (status === 'matching') return { text: msg('Matching'), tone: 'info' }
  if (status === 'bought') return { text: msg('Purchased'), tone: 'ok' }
  if (has_rows === false) return { text: msg('Expired'), tone: 'plain' }
  return people > 0 ? { text: msg('Ready to purchase'), tone: 'warn' } : { text: msg('No matches'), tone: 'plain' }
}

const canBuy = ({ status, people, has_rows }: Enrichment): boolean => status === 'matched' && people > 0 && has_rows
const canDownload = ({ status, has_rows }: Enrichment): boolean => status === 'bought' && has_rows

/** Uploaded lists, enriched with what is known about the people on them. */
export function EnrichmentPage() {
  const t = useT()
  const module = useModule()
  const me = useMe()
  const { mayCreate } = useCampaignRights()
  // In a client's team, those who pay buy what those who manage have uploaded.
  const mayBuy = me.access.team === null ? mayCreate : me.access.mayManageCampaigns && mayCall(me, buyEnrichment)
  if (enrichmentPath() !== `${module.base}/enrichment`) return <NotFoundPage absent="unknown" />
  return (
    <>
      <PageHeader title={t('Enriched lists')} description={t('Add data to your own lists or to a campaign’s leads.')} />
      <div className={styles.page}>
        {mayCreate && <UploadList />}
        <Lists mayBuy={mayBuy} />
      </div>
    </>
  )
}

function Lists({ mayBuy }: { mayBuy: boolean }) {
  const t = useT()
  const me = useMe()
  const [listToBuy, setListToBuy] = useState<Enrichment | null>(null)
  useMatching(me.companyId)
  const actions: Column<Enrichment> = {
    key: 'actions',
    header: msg('Actions'),
    size: 'actions',
    align: 'end',
    cell: (row) => <Act row={row} mayBuy={mayBuy} onPrice={() => setListToBuy(row)} />,
  }
  return (
    <>
      <ResourceTable
        label={t('Enriched lists')}
        operation={listEnrichments}
        input={({ page, perPage }) => ({ params: { companyId: me.companyId }, query: { page, perPage } })}
        columns={[...columns, actions]}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={<IconSparkles size={28} stroke={1.5} />}
            title={t('No lists yet')}
            hint={t('Upload a list, or choose “Enrich leads” on the page of a campaign.')}
          />
        }
      />
      {listToBuy && <PriceDialog list={listToBuy} onClose={() => setListToBuy(null)} />}
    </>
  )
}

function Act({ row, mayBuy, onPrice }: { row: Enrichment; mayBuy: boolean; onPrice: () => void }) {
  const t = useT()
  const download = useDownload(downloadEnrichment)
  if (canDownload(row))
    return (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={15} />}
        loading={download.busy}
        onClick={() => download.start({ params: { id: row.id }, query: {} })}
      >
        {t('Download')}
      </Button>
    )
  if (!canBuy(row) || !mayBuy) return null
  return (
    <Button size="compact-sm" onClick={onPrice}>
      {t('See price')}
    </Button>
  )
}

function Name({ row }: { row: Enrichment }) {
  const t = useT()
  const me = useMe()
  const of = row.campaignId === null ? t('Uploaded list') : t('Leads of a campaign')
  return (
    <Lines
      strong
      detail={
        <>
          {of}
          {me.side === 'agency' && (
            <>
              {' '}
              · <bdi>{row.company_name}</bdi>
            </>
          )}
          {row.values_unread > 0 && (
            <>
              {' '}
              ·{' '}
              {t('{count, plural, one {# value could not be read} other {# values could not be read}}', {
                count: row.values_unread,
              })}
            </>
          )}
        </>
      }
    >
      <Bdi>{row.name}</Bdi>
    </Lines>
  )
}

function State({ row }: { row: Enrichment }) {
  const t = useT()
  const { text, tone } = stateOf(row)
  const isMatching = row.status === 'matching'
  return (
    <>
      <StatusBadge tone={tone} pulse={isMatching}>
        {t(text)}
      </StatusBadge>
      {isMatching && <Progress mt={6} value={(row.rows_done / row.rows_total) * 100} aria-label={t('Matching')} />}
    </>
  )
}

function Matched({ row }: { row: Enrichment }) {
  const t = useT()
  const format = useFormat()
  return (
    <Bdi>
      {t('{matched} of {total}', { matched: format.number(row.rows_matched), total: format.number(row.rows_total) })}
    </Bdi>
  )
}

function Total({ row }: { row: Enrichment }) {
  const format = useFormat()
  return <Bdi>{row.total === null ? '—' : format.money(Math.round(row.total * 100))}</Bdi>
}

function When({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.when(at)}</time>
}

const columns: readonly Column<Enrichment>[] = [
  { key: 'name', header: msg('List'), cell: (row) => <Name row={row} /> },
  { key: 'matched', header: msg('Rows matched'), align: 'end', cell: (row) => <Matched row={row} /> },
  { key: 'paid', header: msg('Paid'), size: 'number', align: 'end', cell: (row) => <Total row={row} /> },
  { key: 'state', header: msg('Status'), size: 'longStatus', cell: (row) => <State row={row} /> },
  {
    key: 'created',
    header: msg('Created'),
    size: 'time',
    hideBelow: 'lg',
    cell: (row) => <When at={row.created_at} />,
  },
]
