import { Button, Menu } from '@mantine/core'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import {
  exportRemoved,
  listRemoved,
  removedParts,
  type RemovedCompany,
  type RemovedPart,
} from '#contract/companies/removed.ts'
import { restoreCompany } from '#contract/companies/users.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { useDownload } from '../../../shells/use-download.ts'
import { Bdi } from '../../../ui/bdi.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import styles from './removed.module.css'

const partNames: Readonly<Record<RemovedPart, Text>> = {
  clients: msg('Clients'),
  people: msg('People'),
  campaigns: msg('Campaigns'),
  leads: msg('Leads'),
  charges: msg('Charges'),
  transfers: msg('Transfers'),
  log: msg('User log'),
}

export function RemovedLine({ row }: { row: RemovedCompany }) {
  const t = useT()
  const format = useFormat()
  const restore = useAction(restoreCompany, {
    invalidates: [listRemoved, listCompanies, getCompany, ...inboxReads],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const bringBack = (): void =>
    restore.mutate({ body: { companyId: row.company_id } }, { onError: (failure) => notifyFailed(t(failure.message)) })
  return (
    <li className={styles.line}>
      <div className={styles.name}>
        <strong>
          <Bdi>{row.company_name}</Bdi>
        </strong>
        <span className={styles.when}>
          {t('Removed {removed}, erased {erased}', {
            removed: format.date(row.removed_at),
            erased: format.date(row.erased_at),
          })}
        </span>
      </div>
      <div className={styles.actions}>
        <DownloadMenu row={row} />
        <Button size="xs" loading={restore.isPending} onClick={bringBack}>
          {t('Restore')}
        </Button>
      </div>
    </li>
  )
}

function DownloadMenu({ row }: { row: RemovedCompany }) {
  const t = useT()
  const { start, busy } = useDownload(exportRemoved)
  const [isRaw, setRaw] = useState(false)
  const query = { format: isRaw ? 'raw' : 'spreadsheet' } as const
  // An agency is charged, its clients are not.
  const parts = removedParts.filter((part) => part !== 'charges' || row.user_type === 'userdownline')
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={15} stroke={1.75} />}
          aria-label={t('Download the data of {name}', { name: isolate(row.company_name) })}
        >
          {t('Download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {parts.map((part) => (
          <Menu.Item key={part} onClick={() => start({ params: { companyId: row.company_id, part }, query })}>
            {t(partNames[part])}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={isRaw}
          closeMenuOnClick={false}
          leftSection={isRaw ? <IconCheck size={15} stroke={1.75} /> : null}
          onClick={() => setRaw(!isRaw)}
        >
          {t('Raw data for other software')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
