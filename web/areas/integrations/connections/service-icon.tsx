import {
  IconAddressBook,
  IconBolt,
  IconBrandMeta,
  IconBrandSlack,
  IconBrandTeams,
  IconCloud,
  IconCode,
  IconFilter,
  IconMailbox,
  IconPlug,
  IconSend,
  IconTable,
  type Icon,
  type IconProps,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { iconOfKind, type AccountKind, type ServiceIcon as Name } from '#contract/integrations/services.ts'
import styles from './connections.module.css'

type Shape = (props: Pick<IconProps, 'size' | 'stroke'>) => ReactNode

/** Drawings of our own, in the manner of the others, for services that these lack. */
const draw =
  (path: string): Shape =>
  ({ size, stroke }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )

const icons: Readonly<Record<Name, Icon | Shape>> = {
  table: IconTable,
  contacts: IconAddressBook,
  mail: IconSend,
  funnel: IconFilter,
  bolt: IconBolt,
  mailbox: IconMailbox,
  code: IconCode,
  plug: IconPlug,
  slackMark: IconBrandSlack,
  teamsMark: IconBrandTeams,
  sprocket: draw(
    'M12 14a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M16 10v-4M14.5 4.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M12.8 11.6l-7.3 -5.6M12.6 16.4l-3.1 2.6M4 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M7.5 20a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  ),
  cloud: IconCloud,
  envelope: draw(
    'M3 8l9 6l9 -6M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2M14 16.5h3',
  ),
  flag: draw('M3 6h18l-4.5 6l4.5 6h-18z'),
  chevron: draw('M6 4l12 8l-12 8M6 10l4 2.5'),
  metaMark: IconBrandMeta,
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
