import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { CsvFormat } from '#contract/core/csv.ts'
import { useT } from '../i18n/texts.tsx'

/** Downloads a CSV file for people; the menu next to it offers formats for other software. */
export function CsvButton({
  label,
  busy,
  onDownload,
}: {
  label: string
  busy: boolean
  onDownload: (format: CsvFormat) => void
}) {
  const t = useT()
  return (
    <Button.Group>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        loading={busy}
        onClick={() => onDownload('spreadsheet')}
      >
        {label}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('Download format')} disabled={busy}>
            <IconChevronDown size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onDownload('spreadsheet')}>{t('For spreadsheets')}</Menu.Item>
          <Menu.Item onClick={() => onDownload('raw')}>{t('Raw data for other software')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
