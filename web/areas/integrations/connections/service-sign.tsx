import {
  IconAddressBook,
  IconBolt,
  IconCode,
  IconFilter,
  IconFilterStar,
  IconMailbox,
  IconPlug,
  IconSend,
  IconTable,
  type Icon,
} from '@tabler/icons-react'
import type { AccountKind } from '#contract/integrations/services.ts'
import styles from './connections.module.css'

const signs: Readonly<Partial<Record<AccountKind, Icon>>> = {
  googlesheets: IconTable,
  highlevel: IconAddressBook,
  sendgrid: IconSend,
  kartra: IconFilter,
  clickfunnels: IconFilterStar,
  zapier: IconBolt,
  mailboxpower: IconMailbox,
  custom: IconCode,
}

/** A service's icon, shown next to its name. */
export function ServiceSign({ slug }: { slug: AccountKind }) {
  const Sign = signs[slug] ?? IconPlug
  return (
    <span className={styles.sign} aria-hidden>
      <Sign size={20} stroke={1.6} />
    </span>
  )
}
