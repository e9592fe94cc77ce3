import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconCode,
  IconCoin,
  IconCreditCardOff,
  IconEye,
  IconHelpCircle,
  IconListDetails,
  IconPencil,
  IconReceipt,
  IconReceiptDollar,
  IconTicket,
  IconTrash,
  IconUserDollar,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import styles from './companies.module.css'

type Entry = { icon: Icon; name: Text; says: Text; ofAgencies?: true }

/** In R189's order. */
const entries: readonly Entry[] = [
  {
    icon: IconEye,
    name: msg('View as user'),
    says: msg('See the product as its main user does, for 30 minutes and with a reason.'),
  },
  { icon: IconPencil, name: msg('Edit'), says: msg('Change its details, address and products.') },
  {
    icon: IconCoin,
    name: msg('Set cost'),
    says: msg('What it pays for each product and payment term. Existing leads keep their price.'),
  },
  {
    icon: IconReceipt,
    name: msg('Manual bill'),
    says: msg('Green: its campaigns are billed at wholesale to its card.'),
    ofAgencies: true,
  },
  {
    icon: IconReceiptDollar,
    name: msg('Minimum spend'),
    says: msg('Green: has a minimum spend. Gray: exempt.'),
    ofAgencies: true,
  },
  {
    icon: IconTicket,
    name: msg('Onboarding charge'),
    says: msg('Green: pays the onboarding fee. Gray: exempt.'),
    ofAgencies: true,
  },
  {
    icon: IconCode,
    name: msg('Developer API'),
    says: msg(
      'Gray: off. Blue: on, without a key. Green: on, with a key. Orange: the agreement or the card is missing, or there is a key and the mode is off.',
    ),
    ofAgencies: true,
  },
  {
    icon: IconUserDollar,
    name: msg('Sales'),
    says: msg('Sales staff assigned to it. Orange: assigned.'),
    ofAgencies: true,
  },
  {
    icon: IconTrash,
    name: msg('Delete'),
    says: msg('Signs its people out immediately. Can be restored for 30 days.'),
  },
  { icon: IconListDetails, name: msg('User logs'), says: msg('Activity of its users and changes to it.') },
  {
    icon: IconCreditCardOff,
    name: msg('Payment failed'),
    says: msg('Red: a payment failed. Opens its settlement.'),
    ofAgencies: true,
  },
]

/** The help button in a tree's toolbar, and the dialog that explains the icons of its rows (OQ-56). */
export function TreeHelp({ type }: { type: 'agency' | 'client' }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const label = t('What the icons mean')
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} onClick={() => setOpen(true)}>
          <IconHelpCircle size={19} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={label} size="lg">
        <dl className={styles.help}>
          {entries
            .filter(({ ofAgencies }) => type === 'agency' || !ofAgencies)
            .map(({ icon: Sign, name, says }) => (
              <div key={name}>
                <Sign size={18} stroke={1.75} aria-hidden />
                <dt>{t(name)}</dt>
                <dd>{t(says)}</dd>
              </div>
            ))}
        </dl>
      </Dialog>
    </>
  )
}
