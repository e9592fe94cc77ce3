import {
  IconAddressBook,
  IconBolt,
  IconCode,
  IconFilter,
  IconMailbox,
  IconPlug,
  IconSend,
  IconTable,
  type Icon,
} from '@tabler/icons-react'
import { iconOfKind, type AccountKind, type ServiceIcon as Name } from '#contract/integrations/services.ts'
import styles from './connections.module.css'

const icons: Readonly<Record<Name, Icon>> = {
  table: IconTable,
  contacts: IconAddressBook,
  mail: IconSend,
  funnel: IconFilter,
  bolt: IconBolt,
  mailbox: IconMailbox,
  code: IconCode,
  plug: IconPlug,
}

/** A service's icon, shown next to its name. */
export function ServiceIcon({ slug }: { slug: AccountKind }) {
  const Drawn = icons[iconOfKind(slug)]
  return (
    <span className={styles.icon} aria-hidden>
      <Drawn size={20} stroke={1.6} />
    </span>
  )
}
