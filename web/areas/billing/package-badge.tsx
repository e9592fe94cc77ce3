import type { Package } from '#contract/pricing/packages.ts'
import type { CompanyRow } from '#contract/companies/companies.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import styles from './billing.module.css'

/** R194: the codes are the same in every language; these texts explain them. */
export const packageTexts: Readonly<Record<Package, Text>> = {
  NWM: msg('Not white-labeled, monthly'),
  NWY: msg('Not white-labeled, yearly'),
  WM: msg('White-labeled, monthly'),
  WY: msg('White-labeled, yearly'),
  FREE: msg('Free'),
}

/** The package code after an agency's name, visible only to the operator. */
export function PackageBadge({ row }: { row: CompanyRow }) {
  const t = useT()
  const me = useMe()
  if (me.side !== 'root' || row.package_id === '') return null
  return (
    <abbr className={styles.suffix} title={t(packageTexts[row.package_id])}>
      {row.package_id}
    </abbr>
  )
}
