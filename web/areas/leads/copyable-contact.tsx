import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { LeadRow } from '#contract/leads/lead.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx'
import styles from './copyable-contact.module.css'

const shown_ms = 2_000

/** Copies a text that its row may show truncated. */
export function CopyButton({ text }: { text: string }) {
  const t = useT()
  const clipboard = useClipboard({ timeout: shown_ms })
  const Sign = clipboard.copied ? IconCheck : IconCopy
  const label = clipboard.copied ? t('Copied') : t('Copy {text}', { text: isolate(text) })
  return (
    <ActionIcon
      size={24}
      className={styles.copy}
      aria-label={label}
      title={label}
      onClick={() => clipboard.copy(text)}
      data-copied={clipboard.copied || undefined}
    >
      <Sign size={14} stroke={1.75} />
    </ActionIcon>
  )
}

export function CopyableMail({ email }: { email: string }) {
  return (
    <span className={styles.root}>
      <MailLink email={email} />
      <CopyButton text={email} />
    </span>
  )
}

export function CopyablePhone({ phone }: { phone: string }) {
  return (
    <span className={styles.root}>
      <PhoneLink phone={phone} />
      <CopyButton text={phone} />
    </span>
  )
}

/** City and state; the whole address on hover. */
export function placeOf({ street, city, state, zip }: LeadRow) {
  const place = [city, state].filter(Boolean).join(', ')
  const address = [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return place && <span title={address}>{place}</span>
}
