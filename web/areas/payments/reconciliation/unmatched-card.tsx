import { Link } from '@tanstack/react-router'
import { listUnmatched, type Unmatched } from '#contract/payments/reconciliation.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { SumLine, SumLines } from '../../../ui/sum-lines.tsx'
import { agencyPath, clientPath } from '../../../paths/companies.ts'
import styles from './reconciliation.module.css'
import { movementKinds, standingOf } from './reconciliation-words.ts'

const maxShown = 100

/** Transactions that are missing on one side or differ, with a link to the payer. Hidden if everything matches. */
export function UnmatchedCard() {
  const t = useT()
  const me = useMe()
  const { data, error, refetch } = useCall(listUnmatched, {
    params: { companyId: me.companyId },
    query: { page: 1, perPage: maxShown },
  })
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data || data.total === 0) return null
  return (
    <div className={styles.card}>
      <TitledCard title={t('Unmatched')}>
        <SumLines>
          {data.data.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </SumLines>
        {data.total > maxShown && (
          <p className={styles.muted}>
            {t('{count, plural, one {And # more} other {And # more}}', { count: data.total - maxShown })}
          </p>
        )}
      </TitledCard>
    </div>
  )
}

function Line({ row }: { row: Unmatched }) {
  const t = useT()
  const format = useFormat()
  const { side } = useMe()
  const cents = Math.round((row.side === 'books' ? row.booked : row.amount) * 100)
  return (
    <SumLine
      of={
        <>
          <strong>{t(movementKinds[row.kind])}</strong>
          {row.company_id !== null && (
            <Link to={side === 'root' ? agencyPath(row.company_id) : clientPath(row.company_id)}>
              <Bdi>{row.company_name}</Bdi>
            </Link>
          )}
          {row.invoice !== '' && <Bdi>{row.invoice}</Bdi>}
          {row.gateway_id !== '' && (
            <Bdi>
              <code>{row.gateway_id}</code>
            </Bdi>
          )}
          <time className={styles.muted} dateTime={row.at}>
            {format.dateTime(row.at)}
          </time>
        </>
      }
    >
      <StatusBadge tone="bad">{t(standingOf(row))}</StatusBadge>
      <span>{format.money(cents)}</span>
    </SumLine>
  )
}
