import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { LeadFileFormat } from '#contract/leads/leads.ts'
import { useT } from '../../../i18n/texts.tsx'

type FileButtonProps = {
  busy: boolean
  onDownload: (format: LeadFileFormat) => void
  /** Creates the file in the background. */
  onPrepare: () => void
}

/** Downloads what the list shows; the menu next to it offers Excel, and all fields for other software. */
export function FileButton({ busy, onDownload, onPrepare }: FileButtonProps) {
  const t = useT()
  return (
    <Button.Group>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        loading={busy}
        onClick={() => onDownload('shown')}
      >
        {t('Download CSV')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('Download format')} disabled={busy}>
            <IconChevronDown size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onDownload('xlsx')}>{t('Excel, as shown')}</Menu.Item>
          <Menu.Item onClick={() => onDownload('spreadsheet')}>{t('All fields, for spreadsheets')}</Menu.Item>
          <Menu.Item onClick={() => onDownload('raw')}>{t('Raw data for other software')}</Menu.Item>
          <Menu.Item onClick={onPrepare}>{t('Prepare in the background')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
