import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { CsvFormat } from '#contract/core/csv.ts'
import { useT } from '../i18n/texts.tsx'

/** Downloads a file in the usual format; the menu next to it offers the others. */
export function DownloadButton({
  label,
  busy,
  onClick,
  formats,
}: {
  label: string
  busy: boolean
  onClick: () => void
  /** What the menu offers: a name, and what it starts. */
  formats: readonly (readonly [string, () => void])[]
}) {
  const t = useT()
  return (
    <Button.Group>
      <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} loading={busy} onClick={onClick}>
        {label}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('Download format')} disabled={busy}>
            <IconChevronDown size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(([name, start]) => (
            <Menu.Item key={name} onClick={start}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}

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
    <DownloadButton
      label={label}
      busy={busy}
      onClick={() => onDownload('spreadsheet')}
      formats={[
        [t('For spreadsheets'), () => onDownload('spreadsheet')],
        [t('Raw data for other software'), () => onDownload('raw')],
      ]}
    />
  )
}
