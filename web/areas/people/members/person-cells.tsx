import type { CompanyRow } from '#contract/companies/companies.ts'
import type { ReactNode } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { MailLink } from '../../../ui/contact-links.tsx'
import { Initials } from '../../../ui/initials.tsx'
import styles from './members.module.css'

/** The first columns of every list of people. `badges`: extra badges for a person. */
export const whoColumns = (badges: (row: CompanyRow) => ReactNode = () => null): readonly Column<CompanyRow>[] => [
  {
    key: 'name',
    header: msg('Full name'),
    sortKey: 'full_name',
    cell: (row) => <NameCell row={row}>{badges(row)}</NameCell>,
  },
  {
    key: 'email',
    header: msg('Email'),
    sortKey: 'email',
    hideBelow: 'md',
    cell: (row) => <MailLink email={row.email} />,
  },
]

export const createdColumn: Column<CompanyRow> = {
  key: 'created',
  size: 'date',
  header: msg('Created'),
  sortKey: 'created_at',
  hideBelow: 'lg',
  cell: (row) => <DateCell at={row.created_at} />,
}

function NameCell({ row, children }: { row: CompanyRow; children: ReactNode }) {
  const t = useT()
  const me = useMe()
  const isExpired = (row.administrator ?? row.sales)?.invitation_expired
  return (
    <span className={styles.person}>
      <Initials name={row.name} round />
      <Lines
        strong
        beside={
          <>
            {row.id === me.id && <span className={styles.muted}>{t('You')}</span>}
            {children}
            {row.status === 'invited' && (
              <StatusBadge tone={isExpired ? 'warn' : 'info'}>
                {isExpired ? t('Invitation expired') : t('Invited')}
              </StatusBadge>
            )}
            {row.status === 'disabled' && <StatusBadge tone="plain">{t('Turned off')}</StatusBadge>}
          </>
        }
      >
        {row.name}
      </Lines>
    </span>
  )
}

function DateCell({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.date(at)}</time>
}
