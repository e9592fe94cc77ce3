import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '../i18n/format.ts'
import { useT } from '../i18n/texts.tsx'
import styles from './page-links.module.css'

/** Number of page links (specification, constants: K072). */
const LINKS = 5

/** The page links around a page: up to five, with the current page in the middle if possible. */
export function pageLinks(page: number, lastPage: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(LINKS / 2), lastPage - LINKS + 1))
  return Array.from({ length: Math.min(LINKS, lastPage) }, (_, index) => first + index)
}

type Props = { page: number; lastPage: number; onPage: (page: number) => void }

/** Links to the pages of a list (R209); none if it has only one. */
export function PageLinks({ page, lastPage, onPage }: Props) {
  const t = useT()
  const format = useFormat()
  if (lastPage <= 1) return null
  return (
    <nav className={styles.links} aria-label={t('Pages')}>
      <Step label={t('Previous page')} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} stroke={1.75} className={styles.chevron} />
      </Step>
      {pageLinks(page, lastPage).map((link) => (
        <button
          key={link}
          type="button"
          className={styles.link}
          aria-label={t('Page {page}', { page: format.number(link) })}
          aria-current={link === page ? 'page' : undefined}
          onClick={() => onPage(link)}
        >
          {format.number(link)}
        </button>
      ))}
      <Step label={t('Next page')} disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} stroke={1.75} className={styles.chevron} />
      </Step>
    </nav>
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
