import { SegmentedControl } from '@mantine/core'
import { useLingui } from '@lingui/react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { leadColumns, usualLeadColumns } from '#contract/leads/lead-columns.ts'
import { listLeads, type LeadFileFormat } from '#contract/leads/leads.ts'
import { liveLeads } from '#contract/leads/live.ts'
import { useStream, type StreamState } from '../../api/stream.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useSearchChoice } from '../../session/search-choice.ts'
import { DownloadButton } from '../../shells/download-button.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { useRowPanel } from '../../shells/resource-table/row-panel.ts'
import { besidePanel } from '../../shells/side-panel.tsx'
import { GroupNote } from '../../shells/owners/group-note.tsx'
import { LeadBoard } from './board/lead-board.tsx'
import { PreparedFiles } from './exports/prepared-files.tsx'
import { useLeadFiles, type ShownLeads } from './exports/use-exports.ts'
import { LeadTable } from './list/lead-table.tsx'
import { useLeadFilter } from './list/use-lead-filter.ts'
import { LiveBadge } from './live-badge.tsx'
import { usePipeline } from './work/use-pipeline.ts'

const LeadPanel = lazy(async () => ({ default: (await import('./lead-panel.tsx')).LeadPanel }))

/** What a file made for people shows: the list's columns, in the reader's language and time zone. */
const fileLookOf = (shown: readonly string[], locale: string) => ({
  columns: shown.filter((name) => name in leadColumns).join(','),
  language: locale === 'ar' ? ('ar' as const) : ('en' as const),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

export function LeadsPage() {
  const t = useT()
  return <LeadList title={t('Leads')} companyId={useMe().companyId} />
}

type LeadListProps = {
  title: string
  /** The company whose leads are listed: an agency or a client. */
  companyId: string
  /** Shown next to the download button: controls that filter the whole page. */
  tools?: ReactNode
}

/** The leads as a list or as a board by status; new leads appear without a reload. */
export function LeadList({ title, companyId, tools }: LeadListProps) {
  const t = useT()
  const { i18n } = useLingui()
  const live = useLiveLeads(companyId)
  const files = useLeadFiles()
  const isOutside = useMe().side === 'root'
  const [layout, chooseLayout] = useSearchChoice('layout', ['list', 'board'])
  const isBoard = layout === 'board' && !isOutside
  const pipeline = usePipeline(companyId)
  const filter = useLeadFilter(companyId, pipeline, !isBoard)
  const panel = useRowPanel('lead')
  const openLead = isOutside ? undefined : panel.openKey
  // What is shown now, so that the file contains it.
  const lastShown = useRef<ShownLeads | null>(null)
  const onShown = ({ params, query }: ShownLeads, columns: readonly string[]): void => {
    lastShown.current = { params, query: { ...query, ...fileLookOf(columns, i18n.locale) } }
  }
  const start = (format: LeadFileFormat, always: boolean): void => {
    if (lastShown.current) files.start(lastShown.current, format, always)
  }
  const parts = { pipeline, filter, panel }
  return (
    <div className={openLead && besidePanel}>
      <PageHeader
        title={title}
        badge={<LiveBadge state={live} />}
        description={t('People who passed every campaign rule.')}
        actions={
          <>
            {tools}
            {!isOutside && (
              <SegmentedControl
                aria-label={t('Layout')}
                value={layout}
                onChange={chooseLayout}
                data={[
                  { value: 'list', label: t('List') },
                  { value: 'board', label: t('Board') },
                ]}
              />
            )}
            <DownloadButton
              label={t('Download CSV')}
              busy={files.busy}
              onClick={() => start('shown', false)}
              formats={[
                [t('Excel, as shown'), () => start('xlsx', false)],
                [t('All fields, for spreadsheets'), () => start('spreadsheet', false)],
                [t('Raw data for other software'), () => start('raw', false)],
                [t('Prepare in the background'), () => start('shown', true)],
              ]}
            />
          </>
        }
      />
      {!isOutside && <GroupNote />}
      <PreparedFiles companyId={companyId} />
      {isBoard ? (
        <LeadBoard {...parts} onShown={(leads) => onShown(leads, usualLeadColumns)} />
      ) : (
        <LeadTable {...parts} companyId={companyId} onShown={onShown} />
      )}
      {openLead && (
        <Suspense>
          <LeadPanel leadId={openLead} onClose={panel.close} />
        </Suspense>
      )}
    </div>
  )
}

/** Refreshes the lists when the feed reports a new lead. */
function useLiveLeads(companyId: string): StreamState {
  const client = useQueryClient()
  return useStream(liveLeads, { params: { companyId } }, () => {
    void client.invalidateQueries({ queryKey: [listLeads.name] })
  })
}
