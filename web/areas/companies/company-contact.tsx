import type { CompanyDetail } from '#contract/companies/companies.ts'
import { LoadingLine } from '../../shells/loading-line.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx'
import styles from './tree.module.css'

/** Whom to contact, shown below a company's name: its chosen contact, or its main user by default. */
export function CompanyContact({ company }: { company: CompanyDetail | undefined }) {
  if (!company) return <LoadingLine />
  const { name, email, phone } = company.contact ?? company
  return (
    <span className={styles.contact}>
      {name && <Bdi>{name}</Bdi>}
      {email && <MailLink email={email} />}
      {phone && <PhoneLink phone={phone} />}
    </span>
  )
}
