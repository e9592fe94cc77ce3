import { Skeleton } from '@mantine/core'
import type { CompanyDetail } from '#contract/companies/companies.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx'
import styles from './tree.module.css'

/** Whom to contact, shown below a company's name: its chosen contact, or its main user by default. */
export function CompanyContact({ company }: { company: CompanyDetail | undefined }) {
  if (!company) return <Skeleton height={14} width={220} my={4} />
  const { name, email, phone } = company.contact ?? company
  return (
    <span className={styles.contact}>
      {name && <Bdi>{name}</Bdi>}
      {email && <MailLink email={email} />}
      {phone && <PhoneLink phone={phone} />}
    </span>
  )
}
