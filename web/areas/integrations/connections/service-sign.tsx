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
import { signOfKind, type AccountKind, type ServiceSign as Sign } from '#contract/integrations/services.ts'
import styles from './connections.module.css'

const pictures: Readonly<Record<Sign, Icon>> = {
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
export function ServiceSign({ slug }: { slug: AccountKind }) {
  const Picture = pictures[signOfKind(slug)]
  return (
    <span className={styles.sign} aria-hidden>
      <Picture size={20} stroke={1.6} />
    </span>
  )
}
