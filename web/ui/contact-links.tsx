import styles from './contact-links.module.css'
import { showPhone } from './phone/show-phone.ts'

/** A link to call a phone number, in its usual format. Always left to right. */
export function PhoneLink({ phone }: { phone: string }) {
  const { text, href } = showPhone(phone)
  const label = <bdi dir="ltr">{text}</bdi>
  return href ? (
    <a href={href} className={styles.link}>
      {label}
    </a>
  ) : (
    label
  )
}

/** A link to write to an email address. */
export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={styles.link}>
      <bdi>{email}</bdi>
    </a>
  )
}
