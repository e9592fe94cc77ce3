import { Skeleton } from '@mantine/core'
import type { CompanyRow } from '#contract/tenants/companies.ts'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './tenants.module.css'

/** The main user under a company's name. */
export function CompanyContact({ company }: { company: CompanyRow | undefined }) {
  if (!company) return <Skeleton height={14} width={220} my={4} />
  const parts = [company.name, company.email, company.phonenum].filter((part) => part !== '')
  return (
    <span className={styles.contact}>
      {parts.map((part) => (
        <Bdi key={part}>{part}</Bdi>
      ))}
    </span>
  )
}
