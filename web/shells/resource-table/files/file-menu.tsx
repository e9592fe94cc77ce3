import { ActionIcon, Menu } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useState } from 'react'
import { asFailure } from '../../../api/failure.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useLanguage, useT } from '../../../i18n/texts.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { notify, notifyFailed } from '../../notify.tsx'
import type { Column, FileValue } from '../columns.ts'
import type { ReadFileRows } from './read-rows.ts'

/** So many calls of a hundred rows take some seconds. */
const maxRows = 5_000

const kinds = ['csv', 'xlsx'] as const
type Kind = (typeof kinds)[number]

type FileMenuProps<Row> = {
  /** What the list holds, which is the name of the file. */
  label: string
  columns: readonly Column<Row>[]
  read: ReadFileRows<Row>
}

/** Saves what a list shows, all of its pages, under the names that its columns have on the screen. */
export function FileMenu<Row>({ label, columns, read }: FileMenuProps<Row>) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const title = t('Export')
  const texts = { csv: t('CSV, as shown'), xlsx: t('Excel, as shown') }
  const save = async (kind: Kind): Promise<void> => {
    const { csvOf, sheetOf } = await import('./list-file.ts')
    const { rows, isWhole } = await read(maxRows)
    const textColumns = columns.filter(({ text }) => text)
    const values: readonly (readonly FileValue[])[] = rows.map((row) =>
      textColumns.map(({ text }) => text!(row, { t, format })),
    )
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const isTime = (at: number): boolean => values.some((line) => line[at] instanceof Date)
    const heads = textColumns.map(({ header }, at) => (isTime(at) ? `${t(header)} (${zone})` : t(header)))
    const write = kind === 'csv' ? csvOf : sheetOf
    saveFile(write({ heads, rows: values, rightToLeft: language === 'ar' }), `${label}.${kind}`)
    const words = t('The file has the first {count} rows. Narrow the list to get the others.', {
      count: format.number(maxRows),
    })
    if (!isWhole) notify('info', words)
  }
  const start = (kind: Kind): void => {
    setBusy(true)
    save(kind)
      .catch((error: unknown) => notifyFailed(asFailure(error).message))
      .finally(() => setBusy(false))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={title} title={title} loading={busy}>
          <IconFileExport size={17} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => start(kind)}>
            {texts[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
