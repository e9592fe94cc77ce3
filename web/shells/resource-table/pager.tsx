import { Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { PAGE_SIZES, type TableState } from './table-state.ts'
import styles from './pager.module.css'

/** Number of page links (specification, constants: K072). */
const LINKS = 5

/** The page links around a page: up to five, with the current page in the middle if possible. */
export function pageLinks(page: number, lastPage: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(LINKS / 2), lastPage - LINKS + 1))
  return Array.from({ length: Math.min(LINKS, lastPage) }, (_, index) => first + index)
}

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
    <div className={styles.root}>
      <p className={styles.range}>{t('{from}–{to} of {total}', range)}</p>
      {total > PAGE_SIZES[0] && (
        <Select
          className={styles.size}
          aria-label={t('Rows per page')}
          size="xs"
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('{count} per page', { count: size }) }))}
          value={String(perPage)}
          onChange={(value) => state.setPerPage(Number(value))}
        />
      )}
      {lastPage > 1 && (
        <nav className={styles.links} aria-label={t('Pages')}>
          <Step label={t('Previous page')} disabled={page === 1} onClick={() => state.setPage(page - 1)}>
            <IconChevronLeft size={16} stroke={1.75} className={styles.chevron} />
          </Step>
          {pageLinks(page, lastPage).map((link) => (
            <button
              key={link}
              type="button"
              className={styles.link}
              aria-label={t('Page {page}', { page: format.number(link) })}
              aria-current={link === page ? 'page' : undefined}
              onClick={() => state.setPage(link)}
            >
              {format.number(link)}
            </button>
          ))}
          <Step label={t('Next page')} disabled={page >= lastPage} onClick={() => state.setPage(page + 1)}>
            <IconChevronRight size={16} stroke={1.75} className={styles.chevron} />
          </Step>
        </nav>
      )}
    </div>
  )
}

type StepProps = { label: string; disabled: boolean; onClick: () => void; children: React.ReactNode }

function Step({ label, disabled, onClick, children }: StepProps) {
  return (
    <button type="button" className={styles.link} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  )
}
