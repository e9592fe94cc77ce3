import { Pagination, type PaginationProps } from '@mantine/core'
import { useFormat } from '../i18n/format.ts'
import { useT } from '../i18n/texts.tsx'

/** Page links for lists that are not tables. The library's own buttons have no names. */
export function PageButtons(props: PaginationProps) {
  const t = useT()
  const format = useFormat()
  return (
    <Pagination
      {...props}
      getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('Next page') : t('Previous page') })}
      getItemProps={(number) => ({ 'aria-label': t('Page {page}', { page: format.number(number) }) })}
    />
  )
}
