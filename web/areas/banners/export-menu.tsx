import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { notify, notifyDone } from '../../shells/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { fileNameOf, heavy_bytes, toHtml5, toImage, type Exported } from './export-banner.ts'

const kinds = {
  png: { label: 'PNG', make: (of: Exported) => toImage(of, 'image/png') },
  jpg: { label: 'JPG', make: (of: Exported) => toImage(of, 'image/jpeg') },
  zip: { label: 'HTML5', make: toHtml5 },
} as const

/** Downloads the banner as a file, and warns if it may be too large for ad servers. */
export function ExportMenu({ getExport }: { getExport: () => Exported | null }) {
  const t = useT()
  const format = useFormat()
  const run = async (extension: keyof typeof kinds): Promise<void> => {
    const of = getExport()
    if (!of) return
    try {
      const blob = await kinds[extension].make(of)
      saveFile(blob, fileNameOf(of, extension))
      const size = { size: format.number(Math.ceil(blob.size / 1_000)) }
      if (blob.size > heavy_bytes)
        notify('warning', t('The file is {size} kB. Many ad servers accept at most 150 kB.', size))
      else notifyDone(t('Exported: {size} kB.', size))
    } catch {
      notify('danger', t('This banner could not be exported.'))
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          {t('Export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(kinds) as (keyof typeof kinds)[]).map((extension) => (
          <Menu.Item key={extension} onClick={() => void run(extension)}>
            {kinds[extension].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
