import { Select } from '@mantine/core'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { PageLinks } from '../page-links.tsx'
import { PAGE_SIZES, type TableState } from './table-state.ts'
import styles from './resource-table.module.css'

type PagerProps = { page: number; lastPage: number; total: number; perPage: number; state: TableState }

export function Pager({ page, lastPage, total, perPage, state }: PagerProps) {
  const t = useT()
  const format = useFormat()
  const from = (page - 1) * perPage + 1
  const range = {
    from: format.number(from),
    to: format.number(Math.min(total, page * perPage)),
    total: format.number(total),
  }
  return (
    <div className={styles.pager}>
      <p className={styles.pagerRange}>{t('{from}–{to} of {total}', range)}</p>
      {total > PAGE_SIZES[0] && (
        <Select
          className={styles.pagerSize}
          aria-label={t('Rows per page')}
          size="xs"
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('{count} per page', { count: size }) }))}
          value={String(perPage)}
          onChange={(value) => state.setPerPage(Number(value))}
        />
      )}
      <PageLinks page={page} lastPage={lastPage} onPage={state.setPage} />
    </div>
  )
}
