import {
  IconAddressBook,
  IconBolt,
  IconFilter,
  IconFilterStar,
  IconMailbox,
  IconSend,
  IconTable,
  type Icon,
} from '@tabler/icons-react'
import type { ServiceSlug } from '#contract/integrations/services.ts'
import styles from './connections.module.css'

const signs: Readonly<Record<ServiceSlug, Icon>> = {
  googlesheets: IconTable,
  highlevel: IconAddressBook,
  sendgrid: IconSend,
  kartra: IconFilter,
  clickfunnels: IconFilterStar,
  zapier: IconBolt,
  mailboxpower: IconMailbox,
}

/** What a service is recognized by, beside its name. */
export function ServiceSign({ slug }: { slug: ServiceSlug }) {
  const Sign = signs[slug]
  return (
    <span className={styles.sign} aria-hidden>
      <Sign size={20} stroke={1.6} />
    </span>
  )
}
