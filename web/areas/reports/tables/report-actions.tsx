import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconClock, IconDownload, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { reportFormats } from '#contract/reports/table-names.ts'
import { downloadReportTable } from '#contract/reports/tables.ts'
import { useLanguage, useT } from '../../../i18n/texts.tsx'
import { useDownload } from '../../../shells/use-download.ts'
import { ShareDialog } from '../links/share-dialog.tsx'
import { ScheduleDialog } from '../schedules/schedule-dialog.tsx'
import { useReport } from './use-report.ts'

/** Actions on the report being viewed: schedule, share, download. */
export function ReportActions() {
  const t = useT()
  const current = useReport()
  const [openDialog, setOpenDialog] = useState<'schedule' | 'share' | null>(null)
  const close = (): void => setOpenDialog(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconLink size={16} stroke={1.75} />}
            rightSection={<IconChevronDown size={16} stroke={1.75} />}
          >
            {t('Send and share')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconClock size={16} />} onClick={() => setOpenDialog('schedule')}>
            {t('Schedule report')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => setOpenDialog('share')}>
            {t('Share report')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DownloadMenu />
      {openDialog === 'schedule' && (
        <ScheduleDialog
          schedule={null}
          initial={{ kind: current.kind, clientId: current.clientId, moduleType: current.module }}
          onClose={close}
        />
      )}
      {openDialog === 'share' && <ShareDialog report={current} onClose={close} />}
    </>
  )
}

function DownloadMenu() {
  const t = useT()
  const language = useLanguage() === 'ar' ? 'ar' : 'en'
  const { input } = useReport()
  const file = useDownload(downloadReportTable)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={file.busy}
          leftSection={<IconDownload size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          {t('Download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reportFormats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() => file.start({ params: input.params, query: { ...input.query, format, language } })}
          >
            <bdi>{format.toUpperCase()}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
